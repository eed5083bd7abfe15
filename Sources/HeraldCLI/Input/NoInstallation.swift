import Herald
import HeraldLog

extension LogRefused {
  /// The error for an installation that none of the logs has.
  static func noInstallation(_ source: String, in logs: [String]) -> LogRefused {
    LogRefused(
      Diagnostic(
        QuestionCode.noInstallation, .error, what: "There is no installation `\(source)`.",
        file: logs.joined(separator: ", "), why: "no event names it",
        fix: "use one of those that `herald replay \(logs.first?.shellQuoted ?? "LOG") --states` lists"))
  }
}
