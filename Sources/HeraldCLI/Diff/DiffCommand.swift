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
        herald diff phones.jsonl --source /installations/1 --source /installations/2
        herald diff one.jsonl other.jsonl --trigger launch
        herald diff phone.jsonl --at 4 --at 9
        herald diff phone.jsonl --at 2026-03-02T08:00:00Z
      """)

  @Argument(help: ArgumentHelp("One log or ledger, or one for each side; as for replay.", valueName: "log"))
  var logs: [String]

  @Option(help: ArgumentHelp("The installation; twice for two of them.", valueName: "source"))
  var source: [String] = []

  @Option(
    help: ArgumentHelp(
      "After this revision, or before the first event later than this time (default: the end). Twice for two points.",
      valueName: "revision|time"),
    transform: UntilText.read)
  var at: [ReplayLimit] = []

  @Option(
    help: ArgumentHelp("Ask both sides this, at their points: \(TriggerText.known).", valueName: "trigger"),
    transform: TriggerText.read)
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
      let (left, right) = try points()
      let report = DiffReport(left, right)
      try StandardOutput.write(output.isJSON ? report.json : report.words(.output))
    }
  }

  private func points() throws -> (DiffPoint, DiffPoint) {
    let first = logs[0]
    let events = try LoggedEvents(first, reading: reading.options)
    let limit = at.first
    var finder = PointFinder(source: source.first.map { ExactString($0) })
    try events.replay(source: finder.source, until: limit, visitor: &finder)
    if logs.count == 1, source.isEmpty, at.isEmpty, finder.sources.count == 2 {
      return (
        try point(of: finder.sources[0], finder, in: first, at: nil),
        try point(of: finder.sources[1], finder, in: first, at: nil)
      )
    }
    if logs.count == 1, source.count < 2, at.isEmpty { throw onePoint(finder) }
    let left = try point(of: try Self.only(finder, in: first), finder, in: first, at: limit)
    let other = logs.last ?? first
    var otherFinder = PointFinder(source: source.last.map { ExactString($0) })
    let otherEvents = logs.count == 1 ? try events.again() : try LoggedEvents(other, reading: reading.options)
    let otherLimit = at.count == 2 ? at[1] : logs.count == 2 || source.count == 2 ? at.first : nil
    try otherEvents.replay(source: otherFinder.source, until: otherLimit, visitor: &otherFinder)
    let source = try Self.only(otherFinder, in: other)
    return (left, try point(of: source, otherFinder, in: other, at: otherLimit))
  }

  private func point(
    of source: ExactString, _ finder: PointFinder, in log: String, at limit: ReplayLimit?
  ) throws -> DiffPoint {
    let fix = "look at `herald replay \(log.shellQuoted)`"
    guard let point = finder.point(of: source, in: log, asking: trigger) else {
      throw LogRefused(
        Diagnostic(
          QuestionCode.noPoint, .error, what: "Nothing had happened to `\(source)` at that point.", file: log,
          why: "its first event is later", fix: fix))
    }
    let last = point.step.event.revision
    if case .revision(let revision)? = limit, last < revision {
      throw LogRefused(
        Diagnostic(
          QuestionCode.noPoint, .error, what: "`\(source)` has no revision \(revision).", file: log,
          why: "the stream ends at revision \(last)", fix: fix))
    }
    return point
  }

  /// The installation of a side that names only a log.
  private static func only(_ finder: PointFinder, in log: String) throws -> ExactString {
    let sources = finder.sources
    if let source = finder.source {
      guard sources.contains(source) else { throw LogRefused.noInstallation(source.string, in: [log]) }
      return source
    }
    guard let source = sources.first, sources.count == 1 else {
      throw LogRefused(
        Diagnostic(
          QuestionCode.noInstallation, .error,
          what: "`\(log)` has \(sources.count.of("installation", "installations")).",
          file: log, why: "a side is one installation",
          fix: sources.isEmpty ? "check the log" : "say which with --source"))
    }
    return source
  }

  private func onePoint(_ finder: PointFinder) -> LogRefused {
    let some = finder.sources.prefix(2).map { " --source \($0.string.shellQuoted)" }.joined()
    let log = logs[0].shellQuoted
    return LogRefused(
      Diagnostic(
        QuestionCode.onePoint, .error, what: "There is nothing to compare with.", file: logs[0],
        why: "a difference is between two logs, two installations or two points",
        fix: finder.sources.count > 1
          ? "say which, such as `herald diff \(log)\(some)`" : "say a point of it, such as `herald diff \(log) --at 1`")
    )
  }
}
