import Herald
import HeraldLog

/// The text that names an installation on the command line: its `source`, or any part of it that no other has.
enum SourceText {
  /// The most installations that an error lists.
  private static let shownAtMost = 8

  /// The installation that a text means; without a text, the only one of the log.
  ///
  /// - Throws: ``LogRefused`` where it means none or several, with the candidates.
  static func resolve(_ text: ExactString?, among sources: [ExactString], in log: String) throws -> ExactString {
    guard let text else {
      if let only = sources.first, sources.count == 1 { return only }
      if sources.isEmpty {
        throw refused(log, "`\(log)` has no installation.", why: "no event was read", fix: "check the log")
      }
      throw refused(
        log, "`\(log)` has \(sources.count) installations.", why: "the question is about one of them",
        fix: "add --source with a part of its name: \(list(sources))")
    }
    if sources.contains(text) { return text }
    let candidates = sources.filter { $0.string.utf8.contains(text.string.utf8) }
    if let only = candidates.first, candidates.count == 1 { return only }
    guard candidates.isEmpty else {
      throw refused(
        log, "`\(text)` is a part of \(candidates.count) installations' names.",
        why: "the question is about one of them",
        fix: "give more of the name: \(list(candidates))")
    }
    throw refused(
      log, "`\(log)` has no installation `\(text)`.", why: "no event's `source` contains this text",
      fix: sources.isEmpty
        ? "check the log" : "use one of those that the log has, or a part of its name: \(list(sources))")
  }

  private static func list(_ sources: [ExactString]) -> String {
    let some = sources.prefix(shownAtMost).map { "`\($0)`" }.joined(separator: ", ")
    let rest = sources.count - shownAtMost
    return rest > 0 ? "\(some) and \(rest) more" : some
  }

  private static func refused(_ log: String, _ what: String, why: String, fix: String) -> LogRefused {
    LogRefused(Diagnostic(QuestionCode.noInstallation, .error, what: what, file: log, why: why, fix: fix))
  }
}
