import Herald
import HeraldLog
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

/// An event of a stream, with all that the naive answer needs of it.
struct NaiveEvent {
  let event: Event
  /// The data as JSON; nil where it has none.
  let data: JSONNode?
}

/// Collects the events of each installation, and folds nothing.
struct NaiveEvents: ReplayVisitor {
  private(set) var streams: [ExactString: [NaiveEvent]] = [:]
  var needsStates: Bool { false }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let written = try moment.event()
    let data = try written.data.map { try JSONNode.read($0).node }
    streams[moment.source, default: []].append(NaiveEvent(event: written.event, data: data))
  }
}

/// The first events of one installation, and what follows from them, computed from the first event on each time.
struct NaivePrefix {
  let source: ExactString
  let events: [NaiveEvent]

  var last: NaiveEvent? { events.last }

  /// The events of types that Herald knows.
  private var known: [NaiveEvent] { events.filter { if case .unknown = $0.event.data { false } else { true } } }
  var firstTime: Timestamp? { known.first?.event.time.moment }
  var lastTime: Timestamp? { known.last?.event.time.moment }
  var zone: Int? { known.last?.event.time.offsetMinutes }

  func state(before end: Int? = nil) -> InstallationState {
    InstallationState(folding: events[..<(end ?? events.count)].map(\.event.fact))
  }

  /// The decision after the event of an index.
  func decision(at index: Int) -> Decision? {
    var decider = Decider()
    let event = events[index].event
    return Question(event.data, at: event.time, of: source).map { decider.decide($0, in: state(before: index + 1)) }
  }

  var lastDecision: Decision? { events.indices.reversed().lazy.compactMap { decision(at: $0) }.first }

  var gaps: Int {
    let revisions = [0] + events.map(\.event.revision)
    return zip(revisions, revisions.dropFirst()).count { $1 > $0 + 1 }
  }

  var users: [ExactString] {
    var users: [ExactString] = []
    for end in events.indices {
      if let user = state(before: end + 1).user, !users.contains(user) { users.append(user) }
    }
    return users
  }

  /// The showings by index. A second record of the showing on the screen is left out.
  private var showings: [(index: Int, showing: PromptShown)] {
    events.indices.compactMap { index in
      guard case .promptShown(let showing) = events[index].event.data else { return nil }
      let visible = state(before: index).visible
      return visible?.prompt == showing.prompt && visible?.rule == showing.rule ? nil : (index, showing)
    }
  }

  /// The indices of the answers to a rule's prompts.
  private func answers(to rule: ExactString) -> [Int] {
    events.indices.filter { index in
      guard case .buttonChosen(let answer) = events[index].event.data, let visible = state(before: index).visible else {
        return false
      }
      return visible.rule == rule && visible.prompt == answer.prompt && answer.button != "vanished"
    }
  }

  func unanswered(_ rule: ExactString) -> Int? {
    let own = showings.filter { $0.showing.rule == rule }
    if own.isEmpty { return nil }
    let answer = answers(to: rule).last ?? -1
    return own.count { $0.index > answer }
  }

  /// The verdicts, as the contract says them.
  var verdicts: [AuditVerdict: Int] {
    var verdicts: [AuditVerdict: Int] = [:]
    let decisions = events.indices.compactMap { index in decision(at: index).map { (index: index, decision: $0) } }
    let showings = showings
    for (index, showing) in showings {
      let last = decisions.last { $0.index < index }
      let isJudged = last.map { last in !showings.contains { $0.index > last.index && $0.index < index } } ?? false
      let prompt = isJudged ? last?.decision.prompt : nil
      let isSame = prompt.map { $0.rule == showing.rule && $0.kind == showing.kind } ?? false
      verdicts[isSame ? .justified : .unjustified, default: 0] += 1
    }
    for (place, (index, decision)) in decisions.enumerated() where decision.prompt != nil {
      let next = place + 1 < decisions.count ? decisions[place + 1].index : nil
      if showings.contains(where: { $0.index > index && $0.index < next ?? .max }) { continue }
      verdicts[next == nil ? .open : .missed, default: 0] += 1
    }
    return verdicts
  }

  /// The kind of the prompt that the last event shows or answers.
  var kind: PromptKind? {
    switch last?.event.data {
    case .promptShown(let showing): return showing.kind
    case .buttonChosen(let answer):
      let visible = state(before: events.count - 1).visible
      return visible?.prompt == answer.prompt ? visible?.kind : nil
    default: return nil
    }
  }

  /// The failed fetches since the last that did not fail.
  var failed: [NaiveEvent] {
    let after = events.lastIndex { if case .fetchSucceeded = $0.event.data { true } else { false } }
    return events[(after.map { $0 + 1 } ?? 0)...].filter {
      if case .fetchFailed = $0.event.data { true } else { false }
    }
  }

  /// A text or number of the last event's data, as it was written.
  func data(_ names: String...) -> String? {
    switch names.reduce(last?.data, { $0?[name: $1] })?.value {
    case .string(let text), .number(let text): text
    case .bool(let bool): bool ? "true" : "false"
    default: nil
    }
  }
}

/// A condition, and what it means for the first events of an installation.
struct NaiveCondition: CustomTestStringConvertible, Sendable {
  let text: String
  let holds: @Sendable (NaivePrefix) -> Bool
  /// True for a condition on verdicts, which are others behind a gap.
  var isOnAudit = false

  var testDescription: String { text }

  init(_ text: String, isOnAudit: Bool = false, _ holds: @escaping @Sendable (NaivePrefix) -> Bool) {
    (self.text, self.isOnAudit, self.holds) = (text, isOnAudit, holds)
  }

  private static let digest = Digest.of(RandomFleet.documents[0]).string
  private static let digits = String(digest.dropFirst("sha256:".count).prefix(8))
  private static let noon = Timestamp(milliseconds: 1_772_438_400_000 + 3_600_000 * 24)

  static let all: [NaiveCondition] = [
    NaiveCondition("zone == 330") { $0.zone == 330 },
    NaiveCondition("zone < 0 or not zone == 0") { ($0.zone ?? 0) < 0 || $0.zone != 0 },
    NaiveCondition("gaps > 0") { $0.gaps > 0 },
    NaiveCondition("gaps >= 2 and user") { $0.gaps >= 2 && $0.state().user != nil },
    NaiveCondition("not user") { $0.state().user == nil },
    NaiveCondition("user ~ Z") { ["zoe", "Zoë"].contains($0.state().user) },
    NaiveCondition("user ~ ZOË") { $0.state().user == "Zoë" },
    NaiveCondition("source ~ phone/1") { $0.source == "/Phone/1" },
    NaiveCondition("event.type == button.chosen") { $0.last?.event.type == "button.chosen" },
    NaiveCondition("event.type == x.other and event.data.deep.n > 2") {
      $0.last?.event.type == "x.other" && ($0.data("deep", "n").flatMap { Int($0) } ?? 0) > 2
    },
    NaiveCondition("event.data.deep.on == true") { $0.data("deep", "on") == "true" },
    NaiveCondition("event.data.operation == 5") { $0.data("operation") == "5" },
    NaiveCondition("event.data.button ~ DISM") { $0.data("button") == "dismiss" },
    NaiveCondition("event.trigger == schedule") {
      $0.last?.event.data.decisionTrigger?.trigger.rawValue == "schedule"
    },
    NaiveCondition("event.trigger == operation or event.trigger == foreground") {
      ["operation", "foreground"].contains($0.last?.event.data.decisionTrigger?.trigger.rawValue)
    },
    NaiveCondition("not event.time") { $0.last?.event.time.isMissing ?? true },
    NaiveCondition("firstTime < \(noon)") { $0.firstTime.map { $0 < noon } ?? false },
    NaiveCondition("lastTime >= \(noon)") { $0.lastTime.map { $0 >= noon } ?? false },
    NaiveCondition(#"records["update:1"].unanswered >= 2"#) { ($0.unanswered("update:1") ?? 0) >= 2 },
    NaiveCondition(#"records["update:2"].unanswered == 0"#) { $0.unanswered("update:2") == 0 },
    NaiveCondition(#"records["message:1"].unanswered == null"#) { $0.unanswered("message:1") == nil },
    NaiveCondition("policy == \(digits)") { $0.state().policy?.digest.string == digest },
    NaiveCondition("policy != \(digits) and policy") {
      let policy = $0.state().policy
      return policy != nil && policy?.digest.string != digest
    },
    NaiveCondition("policy.digest == \"\(digest)\"") { $0.state().policy?.digest.string == digest },
    NaiveCondition("refused.reason == rollback or refused.reason == invalidJSON") { $0.state().refused != nil },
    NaiveCondition("decision.reason == shown") { $0.lastDecision?.reason == .shown },
    NaiveCondition("audit.unjustified > 0", isOnAudit: true) { ($0.verdicts[.unjustified] ?? 0) > 0 },
    NaiveCondition("audit.missed >= 2", isOnAudit: true) { ($0.verdicts[.missed] ?? 0) >= 2 },
    NaiveCondition("audit.justified == 1", isOnAudit: true) { $0.verdicts[.justified] == 1 },
    NaiveCondition("audit.open == 1", isOnAudit: true) { $0.verdicts[.open] == 1 },
    NaiveCondition("event.kind == force and event.type == button.chosen") {
      $0.kind == .force && $0.last?.event.type == "button.chosen"
    },
    NaiveCondition("event.kind != null") { $0.kind != nil },
    NaiveCondition("event.day == 20260303") { naive in
      naive.last.map { !$0.event.time.isMissing && "\($0.event.time)".hasPrefix("2026-03-03") } ?? false
    },
    NaiveCondition("failing.reason == offline and failing.status == null") { !$0.failed.isEmpty },
    NaiveCondition("failing.since < \(noon)") { naive in
      naive.failed.first.map { $0.event.time.moment < noon } ?? false
    },
    NaiveCondition("failing.reason == offline and event.kind == force") { $0.kind == .force && !$0.failed.isEmpty },
    NaiveCondition(#"failing.reason == offline and records["update:1"].unanswered > 0"#) {
      !$0.failed.isEmpty && ($0.unanswered("update:1") ?? 0) > 0
    },
    NaiveCondition("refusedLines == 0 and forked == 0") { _ in true },
  ]
}
