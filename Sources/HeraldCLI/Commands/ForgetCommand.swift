import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions

struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Erases what must go from a ledger, and all else still verifies.",
    discussion: """
      The bytes are gone from the file, its write-ahead log and its free pages. The ledger's journal keeps what kind of \
      thing was forgotten, how many lines, when, why and by whom, and never a name or a value. `herald audit` then says \
      of every event: verified, replaced, or forgotten. Copies elsewhere, such as backups, are not touched; importing one \
      does not bring back what was forgotten. A user or a property that no event has is told with near names, and the \
      status is 2, unless one was forgotten before, whose name nobody knows any more.

      Examples:
        herald forget fleet.sqlite --user u-17 --reason "asked" --dry-run
        herald forget fleet.sqlite --installation /i/7f3a --reason "asked"
        herald forget fleet.sqlite --property deviceModel --reason "not needed"
        herald forget fleet.sqlite --before 2026-01-01T00:00:00Z --reason old
      """)

  @Argument(help: "A ledger.", completion: .ledger)
  var ledger: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Forget these installations, whole names: all their events.", valueName: "source"),
    completion: .source)
  var installation: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Forget these users: a pseudonym takes the place of each.", valueName: "user"),
    completion: .free)
  var user: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Take these properties out of every launch.", valueName: "name"), completion: .property)
  var property: [String] = []

  @Option(
    help: ArgumentHelp(
      "Forget each installation's first events that all lie before this time; the state after them is kept.",
      valueName: "time"), completion: .free, transform: TimeText.read)
  var before: DeviceTime?

  @Option(help: ArgumentHelp("Why, for the journal. Name no person in it.", valueName: "text"), completion: .free)
  var reason: String

  @Option(help: ArgumentHelp("Who does it, for the journal.", valueName: "name"), completion: .free)
  var by: String?

  @Flag(help: "Only count what would go.")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    let kinds = [!installation.isEmpty, !user.isEmpty, !property.isEmpty, before != nil].count { $0 }
    if kinds > 1 {
      throw ValidationError(
        "One kind of thing is forgotten at a time: run it once for each of --installation, --user, --property, --before."
      )
    }
    guard kinds == 1 else {
      throw ValidationError("What is to be forgotten? Give one of --installation, --user, --property and --before.")
    }
    guard reason.contains(where: { !$0.isWhitespace }) else { throw ValidationError("--reason is blank. Say why.") }
  }

  private var forgetting: Forgetting {
    if let before { return .before(before.moment) }
    if !installation.isEmpty { return .installations(installation.map { ExactString($0) }) }
    if !user.isEmpty { return .users(user.map { ExactString($0) }) }
    return .properties(property.map { ExactString($0) })
  }

  func run() throws {
    try Failure.telling {
      guard try LedgerReader.isLedger(ledger) else {
        // Says so where the file is missing.
        _ = try LedgerReader(path: ledger, reading: Formats.reading)
        throw notALedger
      }
      if let finding = try LedgerReader(path: ledger, reading: Formats.reading).missingEvents(ledger) {
        throw LogRefused(finding)
      }
      try checkNames()
      let changes = try property.isEmpty ? nil : changedDecisions()
      let names = try unmetNames()
      let ledger = try Ledger(path: self.ledger)
      // Looked up before anything is forgotten: afterwards the names that may have been meant are gone too.
      let unmet = try names.map { try missing($0, in: ledger) } ?? []
      let progress = Progress(self.ledger)
      let report = try ledger.forget(
        forgetting, reason: reason, by: by, isDryRun: dryRun, reading: Formats.reading, progress: progress.at)
      progress.end()
      if !dryRun { try LedgerViews.bringUpToDate(ledger) }
      try ledger.close()
      try tell(ForgetReport(ledger: self.ledger, isDryRun: dryRun, report: report, unmet: unmet, changes: changes))
      guard let names, !unmet.isEmpty else { return }
      for name in unmet { Failure.tell(names.warning(about: name)) }
      if !names.mayBeForgotten { throw Failure.disagreement }
    }
  }

  /// The names of the ledger that a user or a property is looked up in; nil where none was given.
  private func unmetNames() throws -> UnmetNames? {
    guard !user.isEmpty || !property.isEmpty else { return nil }
    let reader = try LedgerReader(path: ledger, reading: Formats.reading)
    return try UnmetNames(user.isEmpty ? .property : .user, in: reader, named: ledger)
  }

  /// The given users or properties that no line of the ledger has.
  private func missing(_ names: UnmetNames, in ledger: Ledger) throws -> [ExactString] {
    try (user + property).map { ExactString($0) }.filter { name in
      guard !names.has(name) else { return false }
      // An event of a type that Herald does not know may still name it.
      let counted = try ledger.forget(
        user.isEmpty ? .properties([name]) : .users([name]), reason: reason, isDryRun: true, reading: Formats.reading)
      return counted.isEmpty
    }
  }

  private func changedDecisions() throws -> ChangedDecisionsAnswer {
    let reader = try LedgerReader(path: ledger, reading: Formats.reading)
    let events = LoggedEvents(reader, named: LogName(ledger), progress: { ReadingProgress(Progress($0)) })
    return try ChangedDecisionsQuestion(without: Set(property.map { ExactString($0) })).answer(in: events)
  }

  /// Checks that each name is an installation's whole name, not a part of it: what is forgotten does not come back.
  private func checkNames() throws {
    let reader = try LedgerReader(path: ledger, reading: Formats.reading)
    for name in installation {
      // An installation may be named again after it was forgotten: that succeeds.
      if try reader.hasForgotten(ExactString(name)) {
        StandardError.say("note: `\(name)` was forgotten before; nothing of it is left.\n")
        continue
      }
      let meant = try SourceText.resolve(ExactString(name), in: reader, named: LogName(ledger))
      guard meant != ExactString(name) else { continue }
      throw LogRefused(
        Diagnostic(
          QuestionCode.noInstallation, .error, what: "`\(name)` means `\(meant)`, and is not its name.", file: ledger,
          place: nil,
          why: "what is forgotten does not come back, so the whole name is needed", fix: "write `\(meant)`"))
    }
  }

  private func tell(_ report: ForgetReport) throws {
    try output.isJSON ? StandardOutput.write(report.json) : StandardOutput.say(report.words)
  }

  private var notALedger: LogFileError {
    LogFileError(
      LedgerCode.notALedger, what: "`\(ledger)` is not a ledger.", file: ledger,
      why: "only a ledger can forget; a log is a file like any other",
      fix: "import the log, or remove its lines with an editor")
  }
}

/// The report of a forgetting, in words or as a line of JSON.
struct ForgetReport {
  let ledger: String
  let isDryRun: Bool
  let report: ForgettingReport
  /// The users or properties that no line of the ledger has.
  let unmet: [ExactString]
  /// The decisions that rest on properties that go; nil where nothing but names and beginnings goes.
  let changes: ChangedDecisionsAnswer?

  var words: String {
    let style = Style.output
    let whose = "of \(report.installations.of("installation", "installations"))"
    let (removed, replaced) = (report.removed.of("event", "events"), report.replaced.of("event", "events"))
    let would = isDryRun ? "would be " : ""
    var lines: [String] = []
    if report.isEmpty {
      lines.append(
        unmet.isEmpty
          ? "Nothing in \(ledger.shown) is to be forgotten; nothing was changed."
          : "Nothing in \(ledger.shown) has \(unmet.map { "`\($0)`" }.joined(separator: " or ")); nothing was erased.")
    }
    if report.removed > 0 { lines.append("\(style.bold("Removed"))   \(removed) \(whose) \(would)removed") }
    if report.replaced > 0 { lines.append("\(style.bold("Replaced"))  \(replaced) \(whose) \(would)replaced") }
    if report.removed + report.replaced == 0, report.installations > 0 {
      lines.append("\(style.bold("Replaced"))  what is kept \(whose) \(would)replaced")
    }
    lines += changes?.words(style) ?? []
    if let journal = report.journal {
      lines.append("\(style.bold("Journal"))   revision \(journal.revision) \(style.dim(journal.chain))")
      lines.append(
        report.isErased
          ? "\(style.bold("Bytes"))     gone from the file, its log and its free pages; backups are not touched"
          : "\(style.bold("Bytes"))     \(style.yellow("not erased yet")): another process reads the ledger. The next "
            + "command that writes to it erases them.")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  var json: [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("ledger", ledger)
      $0.member("dryRun", isDryRun)
      $0.member("removed", report.removed)
      $0.member("replaced", report.replaced)
      $0.member("installations", report.installations)
      $0.member("erased", report.isErased && (unmet.isEmpty || !report.isEmpty || report.finishedEarlier))
      $0.member("journal", optional: report.journal) { $0.head($1) }
      if !unmet.isEmpty { $0.member("notFound", unmet) { $0.string($1) } }
      $0.member("decisions", optional: changes) { $1.write(into: &$0) }
    }
    return output.bytes
  }
}
