import ArgumentParser
import Herald
import HeraldQuestions
import HeraldLog

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "States and decisions from a log: what each device was shown or not, and why.",
    discussion: """
      Without --decisions and --states it prints every event and what followed, and marks each prompt that was not \
      shown as decided. A --type that no event has, and a --from behind the last event, are told on standard error.

      Examples:
        herald replay phone.jsonl
        herald replay fleet.sqlite --source 7f3a
        herald replay fleet.sqlite --states --format json > states.jsonl
        herald replay phone.jsonl --decisions --until 2026-03-02T08:00:00Z
        herald replay phone.jsonl --from 2026-03-02T08:00:00Z --type push.received
        herald replay phone.jsonl --policy new-policy.json --decisions
      """)

  @OptionGroup var input: LogArguments

  @Flag(help: "One line for each decision.")
  var decisions = false

  @Flag(help: "One line for the state in which each stream ends.")
  var states = false

  @Flag(help: "Only the numbers: of decisions, and of those that show a prompt.")
  var count = false

  @OptionGroup var only: SourceOption
  @OptionGroup var ending: UntilOption

  @Option(
    help: ArgumentHelp(
      "Print each stream from this revision on, or from the first event that is not earlier than this time or this day "
        + "of UTC. All events are replayed.", valueName: "revision|time|day"),
    completion: .free, transform: FromText.read)
  var from: ReplayLimit?

  @Option(
    help: ArgumentHelp(
      "Print only events of this type, and decisions on them; may be given several times.", valueName: "type"),
    completion: .list(EventType.allCases.map(\.rawValue)))
  var type: [String] = []

  @Option(help: ArgumentHelp("A document that replaces every fetched one.", valueName: "file"), completion: .policy)
  var policy: String?

  @Option(help: ArgumentHelp("How that document is read.", valueName: "format"), completion: .policyFormat)
  var policyFormat = "herald"

  @OptionGroup var threads: JobsOption
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try DocumentFormat.check(policyFormat)
    try StandardInputOnce.check(input.logs + [policy].compactMap(\.self))
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let replacement = try policy.map { try ReplacingPolicy.read($0, format: policyFormat) }
      let log = try LoggedEvents(input.logs, replacement: replacement, reading: reading.options).only(only.source)
      if count { return try printCount(of: log) }
      if output.isJSON {
        var wanted: ReplayOutput = []
        if decisions || !states { wanted.insert(.decisions) }
        if states || !decisions { wanted.insert(.states) }
        if wanted.contains(.decisions) { try log.check() }
        guard selection.isAll else { return try printSelected(wanted, of: log) }
        try log.replayLines(
          wanted, jobs: threads.count, until: ending.until, send: StandardOutput.write)
      } else {
        try log.check()
        var timeline = Timeline(
          style: .output, showsEvents: decisions == states, showsDecisions: decisions || !states,
          showsStates: states || !decisions, selection: selection, say: StandardOutput.say)
        try log.replay(until: ending.until, visitor: &timeline)
        try log.tellForgotten()
        tellUnmet(timeline.selection, log)
      }
    }
  }

  private var selection: ReplaySelection {
    ReplaySelection(from: from, types: Set(type.map { ExactString($0) }))
  }

  /// Says which part of the selection no event of the log has; nothing is printed for it.
  private func tellUnmet(_ selection: ReplaySelection, _ log: LoggedEvents) {
    for finding in selection.findings(of: log.name) { Failure.tell(finding) }
  }

  private func printSelected(_ wanted: ReplayOutput, of log: LoggedEvents) throws {
    var visitor = SelectedOutcomes(
      selection: selection, writer: OutcomeWriter(wanted) { try StandardOutput.write($0) })
    try log.replay(until: ending.until, visitor: &visitor)
    try visitor.writer.flush()
    tellUnmet(visitor.selection, log)
  }

  private func printCount(of log: LoggedEvents) throws {
    var visitor = DecisionCount(selection: selection)
    try log.replay(until: ending.until, visitor: &visitor)
    tellUnmet(visitor.selection, log)
    guard !output.isJSON else {
      return try StandardOutput.write("{\"decisions\":\(visitor.decisions),\"shown\":\(visitor.shown)}\n")
    }
    let shown = visitor.shown.of("shows a prompt", "show a prompt")
    try StandardOutput.say("\(visitor.decisions.of("decision", "decisions")); \(shown)\n")
  }
}

/// Writes the decisions on some events, and the states in which streams end.
private struct SelectedOutcomes: ReplayVisitor {
  var selection: ReplaySelection
  var writer: OutcomeWriter

  mutating func visit(_ moment: inout ReplayMoment) throws {
    if try selection.includes(moment) { try writer.visit(&moment) }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    try writer.ended(source, in: state)
  }
}

/// Counts decisions and forgets them.
private struct DecisionCount: ReplayVisitor {
  var selection: ReplaySelection
  var decisions = 0
  var shown = 0

  mutating func visit(_ moment: inout ReplayMoment) throws {
    guard try selection.includes(moment) else { return }
    moment.decided {
      decisions += 1
      if $0.reason == .shown { shown += 1 }
    }
  }
}
