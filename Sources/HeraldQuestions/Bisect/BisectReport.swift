import Herald
import HeraldLog

/// Reports the event after which a condition began to hold, stream by stream.
struct BisectReport {
  private let sink: AnswerSink
  /// The log's name, quoted for a shell; nil for standard input, which cannot be read again.
  private let log: String?
  private var examplesLeft = 20
  private var untold = 0
  private(set) var installations = 0
  private(set) var held = 0
  private var holding = 0

  init(log: LogName, _ sink: AnswerSink) {
    self.sink = sink
    self.log = log.isReadable ? log.quoted : nil
  }

  mutating func ended(_ source: ExactString, _ stream: WatchedStream, at last: Int) throws {
    installations += 1
    held += stream.watch.first == nil ? 0 : 1
    holding += stream.watch.holds ? 1 : 0
    let isTold = isTold(stream)
    try sink.send(json: json(source, stream, last), words: isTold ? words(source, stream, last) : nil)
  }

  /// Returns true if words name one more installation.
  private mutating func isTold(_ stream: WatchedStream) -> Bool {
    guard stream.watch.first != nil else { return false }
    guard examplesLeft > 0 else {
      untold += 1
      return false
    }
    examplesLeft -= 1
    return true
  }

  private var style: Style { sink.style }

  private func words(_ source: ExactString, _ stream: WatchedStream, _ last: Int) -> String {
    var lines = [style.bold(source.string.shown)]
    if let first = stream.first {
      lines.append("  \(style.green("holds after".padded(to: 13)))\(words(first))")
      for value in first.values {
        let (before, after) = (value.before.words ?? "—", value.after.words ?? "—")
        lines.append("               \(value.path.description.shown)  \(before.shown) → \(style.bold(after.shown))")
      }
    } else {
      lines.append("  \(style.green("holds".padded(to: 13)))from the beginning, before any event")
    }
    if let ceased = stream.ceased { lines.append("  \(style.yellow("no longer".padded(to: 13)))\(words(ceased))") }
    let times = stream.watch.beginnings == 1 ? "" : ", having begun \(stream.watch.beginnings) times"
    let verdict = stream.watch.holds ? "it holds" : "it does not hold"
    lines.append("  \("at the end".padded(to: 13))\(verdict)\(times) (revision \(last))")
    if let log, let revision = stream.first?.name.revision {
      let points = revision > 1 ? "--at \(revision - 1) --at \(revision)" : nil
      let command = points.map { "herald diff \(log) --source \(source.string.shellQuoted) \($0)" }
      if let command { lines.append("  \(style.dim(command))") }
    }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  private func words(_ turn: WatchedStream.Turn) -> String {
    "revision \(turn.name.revision), \(turn.time.words), \(turn.title) \(style.dim(turn.name.id.string.shown))"
  }

  func end(_ remarks: [ConditionRemark]) throws { try sink.send(json: summary(remarks), words: summaryWords) }

  private func summary(_ remarks: [ConditionRemark]) -> [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("summary") {
        $0.object {
          $0.member("installations", installations)
          $0.member("held", held)
          $0.member("holdAtEnd", holding)
          remarks.write(into: &$0)
        }
      }
    }
    return output.bytes
  }

  private var summaryWords: String {
    var text = untold > 0 ? "and \(untold.of("more installation", "more installations")): --format json\n\n" : ""
    text +=
      held == 0
      ? "It never holds, in \(installations.of("installation", "installations")).\n"
      : "It held in \(held) of \(installations.of("installation", "installations")), and holds at the end in \(holding).\n"
    return text
  }

  private func json(_ source: ExactString, _ stream: WatchedStream, _ last: Int) -> [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("source", source)
      $0.member("first") { write(stream.first, isBeginning: stream.watch.first == 0, into: &$0) }
      $0.member("ceased") { write(stream.ceased, into: &$0) }
      $0.member("beginnings", stream.watch.beginnings)
      $0.member("holdsAtEnd", stream.watch.holds)
      $0.member("lastRevision", last)
    }
    return output.bytes
  }

  private func write(_ turn: WatchedStream.Turn?, isBeginning: Bool = false, into output: inout JSONWriter) {
    guard let turn else { return isBeginning ? writeBeginning(into: &output) : output.null() }
    output.object {
      $0.event(revision: turn.name.revision, id: turn.name.id, type: turn.name.type)
      $0.member("time", turn.time.moment)
      $0.member("values", turn.values) { output, value in
        output.object {
          $0.member("field", value.path.description)
          $0.member("before") { value.before.write(into: &$0) }
          $0.member("after") { value.after.write(into: &$0) }
        }
      }
    }
  }

  /// Appends the event of revision 0, which stands for a condition that holds before any event.
  private func writeBeginning(into output: inout JSONWriter) {
    output.object {
      $0.member("revision", 0)
      $0.member("id") { $0.null() }
      $0.member("type") { $0.null() }
      $0.member("time") { $0.null() }
      $0.member("values") { $0.raw("[]") }
    }
  }
}

/// Watches a condition over all streams of a log while it is replayed.
struct BisectVisitor: ReplayVisitor {
  private let condition: Condition
  private let needs: ConditionNeeds
  /// The lines that were left out, by installation; nil where nobody knows.
  private let refusals: [ExactString: LineRefusals]?
  /// True to keep streams for ``tell(_:)``, because several may turn out to be meant.
  private let isQuiet: Bool
  private(set) var report: BisectReport
  private var streams: [ExactString: WatchedStream] = [:]
  private var ends: [ExactString: Int] = [:]
  /// The names in the condition that may be misspelt.
  private(set) var names: NamesInLog

  init(
    _ condition: Condition, isQuiet: Bool, refusals: [ExactString: LineRefusals]?, report: BisectReport
  ) {
    self.condition = condition
    self.refusals = refusals
    needs = condition.needs
    names = NamesInLog(in: [condition])
    self.isQuiet = isQuiet
    self.report = report
  }

  mutating func began(_ source: ExactString, in state: InstallationState) {
    var facts = facts(of: source)
    facts.began(in: state)
    names.begin(in: state)
    streams[source] = WatchedStream(condition, facts)
  }

  /// Asks for the event itself only where the condition begins or ceases to hold.
  mutating func visit(_ moment: inout ReplayMoment) throws {
    let source = moment.source
    let before = moment.before
    var stream = streams.removeValue(forKey: source) ?? WatchedStream(condition, facts(of: source))
    let earlier = stream.facts
    let decision = try stream.facts.record(&moment)
    try stream.record(moment.state, before: (before, earlier), decision: decision) { try moment.event().event }
    names.record(&moment)
    streams[source] = stream
  }

  private func facts(of source: ExactString) -> StreamFacts {
    StreamFacts(of: source, for: needs, refusals: refusals.map { $0[source] ?? LineRefusals() })
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    ends[source] = state.revision
    if !isQuiet { try tell(source) }
  }

  /// Reports one installation.
  mutating func tell(_ source: ExactString) throws {
    let stream = streams.removeValue(forKey: source) ?? WatchedStream(condition, facts(of: source))
    try report.ended(source, stream, at: ends.removeValue(forKey: source) ?? 0)
  }
}

/// A condition over one stream, with the events that made it hold or cease to hold.
struct WatchedStream {
  private(set) var watch: ConditionWatch
  /// The values after the last event that no state has.
  var facts: StreamFacts
  /// The event after which it first held; nil if it never held, or held before any event.
  private(set) var first: Turn?
  private(set) var ceased: Turn?

  /// An event, and the values that the condition reads before it and after it.
  struct Turn {
    let name: Provenance.EventName
    let time: DeviceTime
    let title: String
    let values: [(path: FieldPath, before: Field, after: Field)]
  }

  init(_ condition: Condition, _ facts: StreamFacts) {
    watch = ConditionWatch(condition, facts: facts)
    self.facts = facts
  }

  /// Takes note of the stream's next event.
  ///
  /// - Parameters:
  ///   - before: the state and the facts before the event.
  ///   - event: the event, which is asked for only where it turned the condition.
  mutating func record(
    _ state: InstallationState, before: (state: InstallationState, facts: StreamFacts), decision: Decision?,
    event: () throws -> Event
  ) rethrows {
    let earlier = watch.decision
    guard watch.record(state, decision: decision, facts: facts) else { return }
    guard watch.first == state.revision || watch.ceased == state.revision else { return }
    let event = try event()
    let values = watch.condition.paths.map { path in
      (
        path: path, before: path.answer(in: before.state, decision: earlier, facts: before.facts),
        after: path.answer(in: state, decision: watch.decision, facts: facts)
      )
    }
    let turn = Turn(
      name: Provenance.EventName(event), time: event.time,
      title: EventWords(event, from: before.state, to: state).title,
      values: values.filter { $0.before != $0.after })
    if watch.first == state.revision { first = turn }
    if watch.ceased == state.revision { ceased = turn }
  }
}
