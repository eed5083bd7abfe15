import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "One decision explained: what was compared with what, from which event and which place of the document.",
    discussion: """
      Example:
        herald why phone.jsonl --source /installations/7f3a --revision 9
      """)

  @Argument(help: "A log or a ledger, as for replay.")
  var log: String

  @Option(help: ArgumentHelp("The installation; not needed where the log has one only.", valueName: "source"))
  var source: String?

  @Option(help: ArgumentHelp("The event that asked; the last one that did where not said.", valueName: "revision"))
  var revision: Int?

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let revision, revision < 1 { throw ValidationError("There is no revision \(revision): the first one is 1.") }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let events = try LoggedEvents(log, reading: reading.options)
      var finder = DecisionFinder(source: source.map { ExactString($0) }, revision: revision)
      try events.replay(source: finder.source, until: revision.map { .revision($0) }, visitor: &finder)
      let found = try finder.found(in: log)
      let answer = WhyAnswer(found)
      try StandardOutput.write(output.isJSON ? answer.json : answer.words(.output))
    }
  }
}

/// Follows a stream up to the decision that is asked for.
struct DecisionFinder: ReplayVisitor {
  let source: ExactString?
  let revision: Int?
  private var causes: [ExactString: Causes] = [:]
  private var last: Found?
  private var sources: [ExactString] = []
  private var ends: [ExactString: Int] = [:]
  private var asked: ReplayStep?

  /// A decision, and what it rests on.
  struct Found {
    let step: ReplayStep
    let decision: Decision
    let causes: Causes
  }

  init(source: ExactString?, revision: Int?) {
    self.source = source
    self.revision = revision
  }

  var wantsSteps: Bool { true }

  mutating func visit(_ step: ReplayStep) {
    let event = step.event
    if let source, source != event.source { return }
    causes[event.source, default: Causes()].note(event, before: step.before, after: step.state)
    if let revision, event.revision != revision { return }
    asked = step
    if let decision = step.decision {
      last = Found(step: step, decision: decision, causes: causes[event.source] ?? Causes())
    }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    sources.append(source)
    ends[source] = state.revision
  }

  /// The decision, or why there is none to explain.
  func found(in log: String) throws -> Found {
    if source == nil, sources.count > 1 {
      let some = sources.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      throw missing(
        log, "`\(log)` has \(sources.count) installations.", why: "a decision is one installation's",
        fix: "say which with --source: \(some)\(sources.count > 3 ? ", …" : "")")
    }
    if let last { return last }
    if let source, !sources.contains(source) {
      throw missing(
        log, "`\(log)` has no installation `\(source)`.", why: "no event names it",
        fix: sources.isEmpty ? "check the log" : "use one of those that `herald replay \(log) --states` lists")
    }
    if let asked {
      throw missing(
        log, "Nothing was decided at revision \(asked.event.revision).",
        why: "`\(asked.event.type)` asks nothing: decisions follow fetches, foreground returns and operations",
        fix: "look at `herald replay \(log)` for the revisions that decided")
    }
    throw missing(
      log, revision.map { "There is no revision \($0)." } ?? "Nothing was decided.",
      why: ends.first.map { "the stream ends at revision \($0.value)" } ?? "the log has no events",
      fix: "look at `herald replay \(log)`")
  }

  private func missing(_ log: String, _ what: String, why: String, fix: String) -> LogRefused {
    LogRefused(Diagnostic("noDecision", .error, what: what, file: log, why: why, fix: fix))
  }
}
