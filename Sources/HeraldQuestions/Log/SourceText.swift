package import Herald
package import HeraldLog

/// The text with which a person names an installation: its `source`, or a part of it that no other installation has.
package enum SourceText {
  /// The most installations that an error lists.
  private static let shownAtMost = 8

  /// The installation that a text means; without a text, the only one of the log.
  ///
  /// - Throws: ``LogRefused`` where it means none or several, with the candidates.
  package static func resolve(_ text: ExactString?, in log: any EventLog, named name: LogName) throws -> ExactString {
    guard let text else { return try only(among: log.sources(), name) }
    let meant = try log.sources(meantBy: text)
    if let source = meant.first, meant.count == 1 { return source }
    guard meant.isEmpty else {
      throw refused(
        name, "`\(text)` is a part of \(meant.count.grouped) installations' names.",
        why: "the question is about one of them",
        fix: "give more of the name: \(list(meant))")
    }
    let sources = try log.sources()
    throw refused(
      name, "`\(name)` has no installation `\(text)`.", why: "no event's `source` contains this text",
      fix: sources.isEmpty
        ? "check the log" : "use one of those that the log has, or a part of its name: \(list(sources))")
  }

  private static func only(among sources: [ExactString], _ name: LogName) throws -> ExactString {
    if let only = sources.first, sources.count == 1 { return only }
    guard !sources.isEmpty else {
      throw refused(name, "`\(name)` has no installation.", why: "no event was read", fix: "check the log")
    }
    throw refused(
      name, "`\(name)` has \(sources.count.grouped) installations.", why: "the question is about one of them",
      fix: "add --source with a part of its name: \(list(sources))")
  }

  private static func list(_ sources: [ExactString]) -> String {
    let some = sources.prefix(shownAtMost).map { "`\($0)`" }.joined(separator: ", ")
    let rest = sources.count - shownAtMost
    return rest > 0 ? "\(some) and \(rest) more" : some
  }

  private static func refused(_ log: LogName, _ what: String, why: String, fix: String) -> LogRefused {
    LogRefused(Diagnostic(QuestionCode.noInstallation, .error, what: what, file: log.description, why: why, fix: fix))
  }
}

extension LoggedEvents {
  /// The error where no installation of the log was asked, though it has events.
  package func noneAsked(until limit: ReplayLimit?) -> LogRefused {
    LogRefused(
      Diagnostic(
        LogCode.noEvents, what: "No installation of `\(name)` was asked.", file: name.description,
        why: limit == nil ? "all its events were forgotten" : "no event lies before --until",
        fix: limit == nil ? "give a log with events" : "give a later --until"))
  }
}
