import ArgumentParser
import Herald
import HeraldLog

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Two installations, or one at two points: what each is shown and why, their states and policies.",
    discussion: """
      Say what is compared with two logs, two --source or two --at; what is given once holds for both sides. Of a log \
      with two installations and nothing said these two are meant; with one --at the other side is the end.

      The decisions are those of the last event that asked, at or before each point; with --trigger both sides are asked \
      that at their points. The rules that ended differently come first, with the tests that one side passes and the \
      other does not. ≠ stands before what differs, − before what A alone has, + before what B alone has, = before what \
      is the same.

      The status is 0 whether anything differs or not.

      As JSON: a line for each point ("point"), each test that decided differently ("rule" and "test"), each value of \
      the states ("state") and of the policies ("policy", "rule" and "change"), and a summary.

      Examples:
        herald diff fleet.jsonl --source 7f3a --source 91bc
        herald diff one.jsonl other.jsonl --trigger launch
        herald diff phone.jsonl --at 4 --at 9
        herald diff phone.jsonl --at 2026-03-02T08:00:00Z
      """)

  @Argument(
    help: ArgumentHelp("One log or ledger, or one for each side; as for replay.", valueName: "log"), completion: .log)
  var logs: [String]

  @Option(
    help: ArgumentHelp(
      "The installation: its name, or any part of it that no other has; twice for two of them.", valueName: "source"),
    completion: .source)
  var source: [String] = []

  @Option(
    help: ArgumentHelp(
      "After this revision, or before the first event later than this time (default: the end). Twice for two points.",
      valueName: "revision|time"),
    completion: .free, transform: UntilText.read)
  var at: [ReplayLimit] = []

  @Option(
    help: ArgumentHelp("Ask both sides this, at their points: \(TriggerText.known).", valueName: "trigger"),
    completion: .trigger, transform: TriggerText.read)
  var trigger: Trigger?

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    for (count, name) in [(logs.count, "logs"), (source.count, "--source"), (at.count, "--at")] where count > 2 {
      throw ValidationError("There are \(count) \(name), and two sides. Give one for both, or two.")
    }
    if logs.count == 2, logs.allSatisfy({ $0 == "-" }) {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let hint = LedgerHint(logs[0], output)
      let (left, right) = try points()
      let report = DiffReport(left, right)
      try output.isJSON ? StandardOutput.write(report.json) : StandardOutput.say(report.words(.output))
      hint.tell()
    }
  }

  /// What the command line says of one side.
  private struct Side {
    let log: String
    let source: ExactString?
    /// Where the side ends; nil for the end of its stream.
    let limit: ReplayLimit?
  }

  private func points() throws -> (DiffPoint, DiffPoint) {
    let texts = source.map { ExactString($0) }
    let left = Side(log: logs[0], source: texts.first, limit: at.first)
    let other = at.count == 2 ? at[1] : logs.count == 2 || texts.count == 2 ? at.first : nil
    let right = Side(log: logs[logs.count - 1], source: texts.last, limit: other)
    if logs.count == 2 { return (try point(left), try point(right)) }
    let events = try LoggedEvents(left.log, reading: reading.options)
    if texts.isEmpty, at.isEmpty { return try pair(in: events, left) }
    var finder = PointFinder(limits: [left.limit, right.limit])
    try events.replay(events.candidates(texts), visitor: &finder)
    if texts.count < 2, at.isEmpty { throw onePoint(try events.sources()) }
    return (
      try point(of: events.installation(left.source), finder, 0, left),
      try point(of: events.installation(right.source), finder, 1, right)
    )
  }

  /// Both installations of a log that has two, at their ends.
  private func pair(in events: LoggedEvents, _ side: Side) throws -> (DiffPoint, DiffPoint) {
    var finder = PointFinder(limits: [nil])
    if events.ledger == nil { try events.replay(visitor: &finder) }
    let sources = try events.sources()
    guard sources.count == 2 else { throw onePoint(sources) }
    if events.ledger != nil { try events.replay(visitor: &finder) }
    return (try point(of: sources[0], finder, 0, side), try point(of: sources[1], finder, 0, side))
  }

  /// A side with a log of its own.
  private func point(_ side: Side) throws -> DiffPoint {
    let events = try LoggedEvents(side.log, reading: reading.options)
    var finder = PointFinder(limits: [side.limit])
    try events.replay(events.candidates(side.source.map { [$0] } ?? []), visitor: &finder)
    return try point(of: events.installation(side.source), finder, 0, side)
  }

  private func point(of source: ExactString, _ finder: PointFinder, _ index: Int, _ side: Side) throws -> DiffPoint {
    let log = side.log
    let fix = "look at `herald replay \(log.shellQuoted) --source \(source.string.shellQuoted)`"
    guard let point = finder.point(index, of: source, in: log, asking: trigger) else {
      throw LogRefused(
        Diagnostic(
          QuestionCode.noPoint, .error, what: "Nothing had happened to `\(source)` at that point.", file: log,
          why: "its first event is later", fix: fix))
    }
    let last = point.step.event.revision
    if case .revision(let revision)? = side.limit, last < revision {
      throw LogRefused(
        Diagnostic(
          QuestionCode.noPoint, .error, what: "`\(source)` has no revision \(revision).", file: log,
          why: "the stream ends at revision \(last)", fix: fix))
    }
    return point
  }

  private func onePoint(_ sources: [ExactString]) -> LogRefused {
    let some = sources.prefix(2).map { " --source \($0.string.shellQuoted)" }.joined()
    let log = logs[0].shellQuoted
    return LogRefused(
      Diagnostic(
        QuestionCode.onePoint, .error, what: "There is nothing to compare with.", file: logs[0],
        why: "a difference is between two logs, two installations or two points",
        fix: sources.count > 1
          ? "say which, such as `herald diff \(log)\(some)`" : "say a point of it, such as `herald diff \(log) --at 1`")
    )
  }
}
