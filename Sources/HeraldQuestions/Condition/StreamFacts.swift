package import Herald
import HeraldLog

/// The values of an installation that a condition can name and no state keeps: its last event, its times, its gaps, the
/// lines of it that were refused, and the verdicts of an audit so far.
///
/// A replay records each event. Values that the condition does not name are not computed.
public struct StreamFacts: Sendable {
  /// The name of the number of showings since a rule's last answer, below the rule's record.
  static let unansweredName: ExactString = "unanswered"

  // What every event reads and writes lies together: the next line of a log is mostly another installation's.
  private let needs: ConditionNeeds
  /// The revision of the last event; 0 before the first.
  private(set) var revision = 0
  private(set) var lastTime: Timestamp?
  private var isBeginningForgotten = false
  /// Nil too where the first events were forgotten, because nobody knows it then.
  private(set) var firstTime: Timestamp?
  private(set) var gaps = 0
  /// The last event, of a type that Herald knows or not.
  private(set) var event: LastEvent?
  /// The installation.
  let source: ExactString
  private var failures = FetchFailures()
  /// The showings since the last answer, by rule. A rule that was shown and is not here has an unknown number, because
  /// the events that would tell were forgotten.
  private var unanswered: [ExactString: Int] = [:]
  private var audit = PromptAudit()
  private var verdicts: [AuditVerdict: Int] = [:]
  /// True where the first events were forgotten and nothing was decided since: a showing is not judged then.
  private var isUndecided = false
  private let refusals: LineRefusals?

  /// The last event, as far as conditions name it.
  struct LastEvent: Sendable {
    var type: ExactString
    var trigger: Trigger?
    /// The kind of the prompt that it shows or answers; nil for another event.
    var kind: PromptKind?
    var time: DeviceTime
    var data: Field

    /// The time; nil for an event without one.
    var writtenTime: DeviceTime? { time.isMissing ? nil : time }
  }

  /// Begins before any event.
  ///
  /// - Parameters:
  ///   - condition: the condition that reads the values; nil for none.
  ///   - refusals: the lines of the installation that were refused; nil where nobody knows.
  init(of source: ExactString, for needs: ConditionNeeds, refusals: LineRefusals? = LineRefusals()) {
    self.source = source
    self.needs = needs
    self.refusals = refusals
  }

  /// Takes note of a beginning that was kept in place of forgotten events.
  mutating func began(in state: InstallationState) {
    revision = state.revision
    lastTime = state.lastTime
    failures = FetchFailures(after: state.failures)
    (isBeginningForgotten, isUndecided) = (true, true)
    // An answer resets the number, and the record does not say how many showings came after it.
    for entry in state.records.entries where entry.record.lastButton == nil {
      unanswered[entry.rule] = entry.record.shown
    }
  }

  /// Takes note of the next event, before anything asked for the state after it.
  ///
  /// - Returns: the decision on the event, where the condition needs one.
  /// - Throws: ``LedgerError`` where the event's line is needed and cannot be read.
  mutating func record(_ moment: inout ReplayMoment) throws -> Decision? {
    var decision: Decision?
    try record(&moment, into: &decision)
    return decision
  }

  /// Takes note of the next event, as ``record(_:)``.
  ///
  /// - Parameter last: the decision on the event takes its place, where the condition needs one: a decision is large,
  ///   and most conditions need none.
  mutating func record(_ moment: inout ReplayMoment, into last: inout Decision?) throws {
    let previous = revision
    pass(moment)
    if needs.contains(.event) { try note(moment) }
    if needs.contains(.unanswered) { count(moment) }
    if !needs.isDisjoint(with: [.decision, .audit]) { decide(&moment, after: previous, into: &last) }
    // Last, because it asks for the state after the event.
    if needs.contains(.failures) {
      failures.record(moment.data, at: moment.time, failures: moment.state.failures)
    }
  }

  /// Keeps the revision, the gaps and the times of the next event alone, because the installation's answer is settled.
  mutating func pass(_ moment: borrowing ReplayMoment) {
    if moment.revision > revision + 1 { gaps += 1 }
    revision = moment.revision
    if !moment.time.isMissing, moment.data.type != nil {
      if !isBeginningForgotten { firstTime = firstTime ?? moment.time.moment }
      lastTime = moment.time.moment
    }
  }

  private mutating func decide(_ moment: inout ReplayMoment, after previous: Int, into last: inout Decision?) {
    // Events that are not judged come here too.
    if needs.contains(.audit) { audit.pass(revision, after: previous) }
    let isToldAgain = needs.contains(.audit) && moment.before.isOnScreen(moment.data)
    let decision = needs.contains(.decision) ? moment.decision : nil
    if needs.contains(.audit), !isToldAgain { judge(moment.fact, after: previous, decision) }
    if let decision { last = decision }
  }

  private mutating func note(_ moment: borrowing ReplayMoment) throws {
    var event = LastEvent(
      type: try moment.type(), trigger: moment.data.decisionTrigger?.trigger, kind: nil, time: moment.time, data: .null)
    if needs.contains(.eventKind) { event.kind = Self.kind(of: moment) }
    // The line is read only where it has what is asked for.
    if needs.contains(.eventData), let data = try moment.event().data {
      event.data = (try? JSONNode.read(data).node).map(Field.init) ?? .null
    }
    self.event = event
  }

  private static func kind(of moment: borrowing ReplayMoment) -> PromptKind? {
    switch moment.data.screenChange {
    case .shown(let showing): showing.kind
    case .answered(let answer): moment.before.visible.flatMap { $0.prompt == answer.prompt ? $0.kind : nil }
    case .cleared, nil: nil
    }
  }

  private mutating func count(_ moment: borrowing ReplayMoment) {
    switch moment.data.screenChange {
    case .shown(let showing):
      if moment.before.isOnScreen(moment.data) { return }
      let earlier = moment.before.records[showing.rule] == nil ? 0 : unanswered[showing.rule]
      if let earlier { unanswered[showing.rule] = earlier + 1 }
    case .answered(let answer):
      guard let visible = moment.before.visible, visible.prompt == answer.prompt, ButtonChosen.isAnswer(answer.button)
      else { return }
      unanswered[visible.rule] = 0
    case .cleared, nil: break
    }
  }

  private mutating func judge(_ fact: Fact, after previous: Int, _ decision: Decision?) {
    if isUndecided {
      if case .promptShown = fact.data { return }
      if decision != nil { isUndecided = false }
    }
    if let judged = audit.record(fact, after: previous, decision: decision) {
      verdicts[judged.verdict, default: 0] += 1
    }
  }

  /// The number of a verdict, as if the log ended here.
  func number(of verdict: AuditVerdict) -> Int {
    var ended = audit
    return (verdicts[verdict] ?? 0) + (ended.end()?.verdict == verdict ? 1 : 0)
  }

  /// The value at a path; null where nobody knows it.
  func value(at path: FieldPath, in state: InstallationState) -> Field {
    if path.isUnanswered {
      return state.records[path.names[1]] == nil ? .null : Field(unanswered[path.names[1]])
    }
    var names = path.names[...]
    switch names.popFirst()?.string {
    case "source": return .text(source)
    case "firstTime": return Field(firstTime)
    case "lastTime": return Field(lastTime)
    case "gaps": return .number(gaps)
    case "failing": return names.reduce(failures.field) { $0[$1] }
    case "forked": return Field(refusals?.forks(upTo: revision))
    case "refusedLines": return Field(refusals?.lines(upTo: revision))
    case "audit":
      let verdicts = AuditVerdict.allCases.map { Field.Member(ExactString($0.rawValue), .number(number(of: $0))) }
      return names.reduce(.object(verdicts)) { $0[$1] }
    case "event": return names.reduce(event?.field ?? .null) { $0[$1] }
    default: return .null
    }
  }
}

extension StreamFacts.LastEvent {
  fileprivate var field: Field {
    .object([
      Field.Member("type", .text(type)), Field.Member("trigger", Field(trigger)),
      Field.Member("kind", Field(kind)), Field.Member("time", Field(writtenTime?.moment)),
      Field.Member("day", Field(writtenTime?.dayNumber)), Field.Member("data", data),
    ])
  }
}

extension FetchFailures {
  /// The values that a condition names; null where no fetch failed last.
  fileprivate var field: Field {
    .object([
      Field.Member("reason", Field(reason)), Field.Member("status", Field(status)),
      Field.Member("since", Field(since.flatMap { $0.isMissing ? nil : $0.moment })),
    ])
  }
}

extension DeviceTime {
  /// The day on the device's clock as a number, such as 20260302.
  package var dayNumber: Int {
    let dayLength = LengthOfTime.day
    return Self.dayNumber(ofDay: Int((wallClock - (wallClock % dayLength + dayLength) % dayLength) / dayLength))
  }

  /// - Parameter day: days since 1970-01-01.
  package static func dayNumber(ofDay day: Int) -> Int {
    let date = CivilCalendar.date(ofDay: day)
    return (date.year * 100 + date.month) * 100 + date.day
  }
}

extension Field {
  /// A value of JSON. A number that is not whole is the text that was written, as are `true` and `false`.
  init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .bool(let bool): self = .text(bool ? "true" : "false")
    case .number(let text): self = Int(text).map(Field.number) ?? .text(ExactString(text))
    case .string(let text): self = .text(ExactString(text))
    case .array(let elements): self = .list(elements.map(Field.init))
    case .object(let members): self = .object(members.map { Field.Member(ExactString($0.name), Field($0.node)) })
    }
  }
}

/// The parts of a replay that a condition needs beside the state.
struct ConditionNeeds: OptionSet, Sendable {
  let rawValue: Int

  /// The decision after each event that asks for one.
  static let decision = ConditionNeeds(rawValue: 1)
  static let event = ConditionNeeds(rawValue: 2)
  static let eventData = ConditionNeeds(rawValue: 4)
  static let unanswered = ConditionNeeds(rawValue: 8)
  static let audit = ConditionNeeds(rawValue: 16)
  static let refusals = ConditionNeeds(rawValue: 32)
  static let failures = ConditionNeeds(rawValue: 64)
  static let eventKind = ConditionNeeds(rawValue: 128)
}

extension Condition {
  /// True if the condition reads how many lines of an installation were refused.
  package var readsRefusals: Bool { needs.contains(.refusals) }

  /// The parts of a replay that the condition reads beside the state.
  var needs: ConditionNeeds {
    paths.reduce(into: []) { needs, path in
      if path.isUnanswered { needs.insert(.unanswered) }
      switch path.names.first?.string {
      case "decision": needs.insert(.decision)
      case "audit": needs.formUnion([.audit, .decision])
      case "event":
        needs.insert(.event)
        // `event` alone is there after any event, whatever its data.
        if path.names.count > 1, path.names[1] == "data" { needs.insert(.eventData) }
        // Told with its other parts.
        if path.names.count == 1 || path.names[1] == "kind" { needs.insert(.eventKind) }
      case "failing": needs.insert(.failures)
      case "forked", "refusedLines": needs.insert(.refusals)
      default: break
      }
    }
  }
}
