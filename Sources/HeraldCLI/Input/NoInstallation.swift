import Herald
import HeraldLog

extension LogRefused {
  /// That no log has an installation.
  static func noInstallation(_ source: String, in logs: [String]) -> LogRefused {
    LogRefused(
      Diagnostic(
        QuestionCode.noInstallation, .error, what: "There is no installation `\(source)`.",
        file: logs.joined(separator: ", "), why: "no event names it",
        fix: "use one of those that `herald replay \(logs.first?.shellQuoted ?? "LOG") --states` lists"))
  }
}
