package import Herald
package import HeraldLog

/// The text with which a person names an installation: its `source`, else one of its users, exactly, then in any case,
/// then without the marks of letters, else a part of its `source` in any case.
package enum SourceText {
  /// The most installations that an error lists.
  private static let shownAtMost = 8

  /// The installation that a text means; without a text, the only one of the log.
  ///
  /// - Parameter users: the users of the log's installations, which are read where no installation has exactly this
  ///   name; nil to read them of a ledger.
  /// - Throws: ``LogRefused`` where it means none or several, with the candidates.
  package static func resolve(
    _ text: ExactString?, in log: any EventLog, named name: LogName, users: UserHistory? = nil
  ) throws -> ExactString {
    guard let text else { return try only(among: log.sources(), name) }
    if try log.sources(meantBy: text).contains(text) { return text }
    // The name may be a part of another one, whose answer would be taken for that of the forgotten one.
    if let ledger = log as? LedgerReader, try ledger.hasForgotten(text) {
      throw refused(
        name, "`\(name)` has no installation `\(text)` any more.", why: "it was forgotten",
        fix: "ask about another installation")
    }
    var history = users ?? UserHistory()
    if users == nil { try log.replay(ReplayScope(isInAnyOrder: true), progress: nil, visitor: &history) }
    return try resolve(text, among: log.sources(), history, name)
  }

  private static func resolve(
    _ text: ExactString, among sources: [ExactString], _ history: UserHistory, _ name: LogName
  ) throws -> ExactString {
    let (lower, plain) = (ExactString(text.inLowerCase), ExactString(text.inPlainLetters))
    let ways: [(ExactString) -> Bool] = [
      { $0 == text }, { ExactString($0.inLowerCase) == lower }, { ExactString($0.inPlainLetters) == plain },
    ]
    for matches in ways {
      let meant = history.sources(where: matches)
      if let source = meant.first, meant.count == 1 { return source }
      if !meant.isEmpty { throw severalOfUser(text, meant, history, matches, name) }
    }
    let meant = sources.filter { $0.containsInAnyCase(text) }
    if let source = meant.first, meant.count == 1 { return source }
    guard meant.isEmpty else {
      throw refused(
        name, "`\(text)` is a part of \(meant.count.grouped) installations' names.",
        why: "the question is about one of them",
        fix: "give more of the name: \(list(meant))")
    }
    throw refused(
      name, "`\(name)` has no installation `\(text)`.",
      why: "no event's `source` contains this text, and no user has this name",
      fix: sources.isEmpty ? "check the log" : near(text, sources, history))
  }

  private static func severalOfUser(
    _ text: ExactString, _ meant: [ExactString], _ history: UserHistory, _ matches: (ExactString) -> Bool,
    _ name: LogName
  ) -> LogRefused {
    let list = list(meant) { source in
      let stays = (history.stays[source] ?? []).filter { matches($0.user) }
      return "`\(source)` (\(stays.map(words).joined(separator: "; ")))"
    }
    return refused(
      name, "`\(text)` is a user of \(meant.count.grouped) installations.", why: "the question is about one of them",
      fix: "name one of them: \(list)")
  }

  private static func words(_ stay: UserHistory.Stay) -> String {
    let from = stay.from.isMissing ? "from before the log" : "from \(stay.from.words)"
    return "\(from) \(stay.until.map { "until \($0.words)" } ?? "to the end")"
  }

  /// What the person may have meant: users whose names have the text, else a name that is spelled nearly so.
  private static func near(_ text: ExactString, _ sources: [ExactString], _ history: UserHistory) -> String {
    let known = "use one of those that the log has, or a part of its name: \(list(sources))"
    var users = history.users.filter { $0.isNamed(byPart: text) }.sorted()
    if users.isEmpty {
      let names = Set(history.users.map(\.string))
      if let near = Spelling.nearest(to: text.string, among: names) { users = [ExactString(near)] }
    }
    if !users.isEmpty {
      let meant = list(users) { user in
        "the user `\(user)` of \(list(history.sources { $0 == user }))"
      }
      return "did you mean \(meant)? Otherwise \(known)"
    }
    let near = Spelling.nearest(to: text.string, among: Set(sources.map(\.string)))
    return near.map { "did you mean `\($0)`? Otherwise \(known)" } ?? known
  }

  private static func only(among sources: [ExactString], _ name: LogName) throws -> ExactString {
    if let only = sources.first, sources.count == 1 { return only }
    guard !sources.isEmpty else {
      throw refused(name, "`\(name)` has no installation.", why: "no event was read", fix: "check the log")
    }
    throw refused(
      name, "`\(name)` has \(sources.count.grouped) installations.", why: "the question is about one of them",
      fix: "add --source with a user or a part of a name: \(list(sources))")
  }

  private static func list(
    _ names: [ExactString], _ words: (ExactString) -> String = { "`\($0)`" }
  ) -> String {
    let some = names.prefix(shownAtMost).map(words).joined(separator: ", ")
    let rest = names.count - shownAtMost
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

  /// The error where a log has events, and none that Herald knows: nothing can be said of prompts.
  ///
  /// Events of other programs may stand among the events of phones. Alone they answer nothing.
  package func noneKnown() -> LogRefused {
    LogRefused(
      Diagnostic(
        LogCode.noEvents, what: "No event of Herald was read from `\(name)`: all have types that it does not know.",
        file: name.description, why: "no phone launched an app in it, fetched a policy or showed a prompt",
        fix: "give the log that the app's phones wrote; `herald replay \(name)` prints what this one has"))
  }
}
