import Herald
import HeraldLines

/// Holds every moment of a log against the laws of folding and deciding, which need no expectation.
struct Laws: ReplayVisitor {
  private let shelf: DocumentShelf
  /// The state of each stream, written and read after every event.
  private var restored: [Int: InstallationState] = [:]
  private(set) var broken: String?

  init(_ shelf: DocumentShelf) { self.shelf = shelf }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    if broken != nil { return }
    let (fact, source, before) = (moment.fact, moment.source, moment.before)
    let (decision, question) = (moment.decision, moment.question)
    let state = moment.state
    broken =
      Self.broken(by: fact, from: before, to: state)
      ?? Self.broken(by: decision, on: question, after: fact, of: source, in: state)
    if broken == nil { broken = try brokenSnapshot(of: state, after: fact, stream: moment.stream) }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if broken == nil { broken = try brokenAnchor(of: state) }
  }

  // MARK: Folding

  private static func broken(
    by fact: Fact, from before: InstallationState, to state: InstallationState
  ) -> String? {
    let ignored = (state.ignored - before.ignored, IgnoredEvent(fact.data, in: before) == nil ? 0 : 1)
    if ignored.0 != ignored.1 { return "an event is counted as ignored where there is a reason" }
    let shown = if case .promptShown = fact.data { 1 } else { 0 }
    if state.showings - before.showings != shown - (before.isOnScreen(fact.data) ? 1 : 0) {
      return "a showing counts, unless it is on the screen already"
    }
    if case .fetchSucceeded(let fetch) = fact.data {
      if state.keepsSurpassed(by: fetch, at: fact.time.moment) {
        return "an accepted document takes the place of all that refuse no more"
      }
      if fetch.status == 304, let known = before.policy?.signature, let signature = state.policy?.signature,
        signature.keys == known.keys, signature.promises == known.promises, signature != known
      {
        return "a signature that is in force already renews nothing"
      }
    }
    return nil
  }

  private mutating func brokenSnapshot(
    of state: InstallationState, after fact: Fact, stream: Int
  ) throws -> String? {
    var other = restored[stream] ?? InstallationState()
    other.apply(fact)
    // Texts are compared: a state in memory has a little more than counts, such as the words of a signature's comment
    // that are ignored.
    let snapshot = state.snapshot
    guard let read = try InstallationState(snapshot: snapshot, policy: { try shelf.policy(named: $0) }) else {
      return "a state can be read again"
    }
    restored[stream] = read
    if read.snapshot != snapshot { return "a state that is written and read is the same" }
    return other.snapshot == snapshot ? nil : "a snapshot in between changes no later state"
  }

  /// A snapshot that lacks a field is ignored, and what was kept of forgotten events is read without it.
  private func brokenAnchor(of state: InstallationState) throws -> String? {
    guard let root = try? JSONNode.read(state.snapshot).node, let members = root[name: "state"]?.members else {
      return "a state is written as JSON"
    }
    for (index, member) in members.enumerated() where !Self.optional.contains(member.name) {
      var rest = members
      rest.remove(at: index)
      let lacking = Self.text(version: root[name: "snapshot"], rest)
      if try InstallationState(snapshot: lacking, policy: { try shelf.policy(named: $0) }) != nil {
        return "a snapshot that lacks \(member.name) is ignored"
      }
      guard let read = try InstallationState(anchor: lacking, policy: { try shelf.policy(named: $0) }) else {
        return "a kept state that lacks \(member.name) is read"
      }
      let new = try? JSONNode.read(InstallationState().snapshot).node[name: "state"]?[name: member.name]
      let kept = try? JSONNode.read(read.snapshot).node[name: "state"]
      for other in members where !Self.optional.contains(other.name) {
        let wanted = other.name == member.name ? new : other.node.isNull ? nil : other.node
        if kept?[name: other.name].map(Self.text) != wanted.map(Self.text) {
          return "a kept state that lacks \(member.name) has the same \(other.name)"
        }
      }
    }
    return nil
  }

  private static func text(version: JSONNode?, _ state: [JSONMember]) -> String {
    let parts = [
      JSONMember(name: "snapshot", node: version ?? JSONNode(.null, place: 0..<0)),
      JSONMember(name: "state", node: JSONNode(.object(state), place: 0..<0)),
    ]
    return text(JSONNode(.object(parts), place: 0..<0))
  }

  private static func text(_ node: JSONNode) -> String {
    var output = JSONWriter()
    CanonicalJSON.write(node, numbersAsWritten: true, into: &output)
    return output.string
  }

  /// The members that a state has only where there is something.
  private static let optional: Set<String> = ["draws", "trust"]

  // MARK: Deciding

  private static func broken(
    by decision: Decision?, on question: Question?, after fact: Fact, of source: ExactString,
    in state: InstallationState
  ) -> String? {
    var decider = Decider(capacity: 0)
    if decider.decide(after: fact.data, at: fact.time, of: source, in: state) != decision
      || Question(fact.data, at: fact.time, of: source) != question
    {
      return "a fresh decider decides the same"
    }
    guard let question, let decision else { return nil }
    for moment in [Timestamp(milliseconds: .min), question.now.moment, Timestamp(milliseconds: .max)] {
      let asked = Question(trigger: question.trigger, now: DeviceTime(moment: moment), source: source).now.moment
      if asked != min(max(moment, Timestamp.range.lowerBound), Timestamp.range.upperBound) {
        return "a question is asked at the nearest time that dates can be compared with"
      }
    }
    let explanation = Explanation(question, in: state)
    if explanation.decision != decision { return "an explanation ends as the decision does" }
    for rule in explanation.rules {
      if let law = rule.brokenLaw(at: question.now.moment, in: state) { return law }
    }
    let placeholders = decision.prompt.map { Placeholder.all(in: $0.title + $0.message) } ?? []
    return placeholders.isEmpty ? nil : "a text that is shown has no placeholder"
  }
}

extension InstallationState {
  fileprivate var ignored: Int { counts.ignoredPushes + counts.strayButtons }
  fileprivate var showings: Int { records.entries.reduce(0) { $0 + $1.record.shown } }

  /// True if something is kept that a document, accepted just now, surpasses.
  fileprivate func keepsSurpassed(by fetch: FetchSucceeded, at now: Timestamp) -> Bool {
    guard fetch.status == 200, refused == nil, let policy else { return false }
    let marks = policy.orders.flatMap { order in [order.mark] + (order.version.map { [.version($0)] } ?? []) }
    let families = policy.orders.map(\.family)
    return newest.indices.contains { place in
      let new = newest[place]
      return new.acceptedAt == now && families.contains(new.family) && marks.contains(new.mark)
        && newest.indices.contains { $0 != place && new.surpasses(newest[$0]) }
    }
  }
}

extension AcceptedOrder {
  /// True if this refuses every document that the other one refuses, for as long.
  fileprivate func surpasses(_ other: AcceptedOrder) -> Bool {
    guard family == other.family else { return false }
    return switch (mark, other.mark) {
    case (.revision(let own), .revision(let others)): own >= others
    case (.version(let own), .version(let others)): own.version >= others.version && acceptedAt >= other.acceptedAt
    case (.revision, .version), (.version, .revision): false
    }
  }
}
