import Herald
import HeraldLog

/// Gathers the features of each installation while a log is replayed.
struct SampleFold: SummedFold {
  /// An installation whose events have ended.
  struct Member {
    let source: ExactString
    let events: Int
    /// By their numbers.
    var features: Set<Int32>
    let lastTime: Timestamp?
    /// The policy that was accepted last, and when.
    let accepted: Accepted?
    /// The digests of the documents that came into force.
    let policies: Set<ExactString>
    /// False where the first events were forgotten, so that no log of its own begins as it did.
    let isWhole: Bool
    let hasGap: Bool
  }

  struct Accepted {
    let time: Timestamp
    let policy: Policy
  }

  /// One installation while its events are replayed.
  fileprivate struct Open {
    var trace = ProductionTrace()
    var audit = PromptAudit()
    var events = 0
    var accepted: Accepted?
    var policies: Set<ExactString> = []
    var isWhole = true
    var hasGap = false
  }

  private(set) var members: [Member] = []
  private(set) var features: [ProductionFeature] = []
  private var numbers: [ProductionFeature: Int32] = [:]
  private var open: [ExactString: Open] = [:]

  var makePart: @Sendable () -> Self { { Self() } }

  mutating func began(_ source: ExactString, in state: InstallationState) {
    var begun = Open()
    begun.isWhole = false
    begun.trace.begin()
    open[source] = begun
  }

  mutating func visit(_ moment: inout ReplayMoment) {
    let source = moment.source
    var installation = open.removeValue(forKey: source) ?? Open()
    installation.record(&moment)
    open[source] = installation
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    guard let ended = open.removeValue(forKey: source), ended.events > 0 else { return }
    members.append(
      Member(
        source: source, events: ended.events, features: Set(ended.trace.features.map { number($0) }),
        lastTime: state.lastTime, accepted: ended.accepted, policies: ended.policies, isWhole: ended.isWhole,
        hasGap: ended.hasGap))
  }

  private mutating func number(_ feature: ProductionFeature) -> Int32 {
    if let known = numbers[feature] { return known }
    let number = Int32(features.count)
    numbers[feature] = number
    features.append(feature)
    return number
  }

  static func += (all: inout Self, other: Self) {
    let numbers = other.features.map { all.number($0) }
    for var member in other.members {
      member.features = Set(member.features.map { numbers[Int($0)] })
      all.members.append(member)
    }
  }
}

extension SampleFold.Open {
  fileprivate mutating func record(_ moment: inout ReplayMoment) {
    events += 1
    let (fact, previous) = (moment.fact, moment.before.revision)
    if fact.revision > previous + 1 {
      hasGap = true
      trace.noteGap()
    }
    trace.meet(fact.data, in: moment.before)
    let decision = moment.decision
    let judged = audit.record(fact, after: previous, decision: decision)
    trace.take(fact.data, in: moment.state, decision, judged)
    guard case .fetchSucceeded(let fetch) = fact.data, fetch.status == 200, moment.state.refused == nil,
      let policy = moment.state.accepted
    else { return }
    policies.insert(policy.digest)
    accepted = SampleFold.Accepted(time: fact.time.moment, policy: policy)
  }
}

extension SampleFold {
  /// The policy of the latest accepted fetch, among the installations whose clock is not off; nil where none was accepted.
  ///
  /// One phone whose clock stands in the year 2100 would bring the latest one otherwise.
  var latestPolicy: Policy? {
    let lasts = members.compactMap { member in member.lastTime.map { (source: member.source, time: $0) } }
    guard let end = EndOfLog(lasts) else { return nil }
    let accepted = members.compactMap { member in
      member.accepted.map { (isOff: end.isOff(member.source, last: member.lastTime ?? $0.time), accepted: $0) }
    }
    let right = accepted.contains { !$0.isOff } ? accepted.filter { !$0.isOff } : accepted
    return right.map(\.accepted).max { ($0.time, $0.policy.digest) < ($1.time, $1.policy.digest) }?.policy
  }
}
