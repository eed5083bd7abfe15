import Herald
import HeraldLog

/// Finds, while a log is replayed, in which group each installation is and which features it has.
struct GroupsFold: SummedFold {
  private let groups: Groups
  /// The lines that were refused, by installation; nil where nobody knows.
  private let refusals: [ExactString: LineRefusals]?
  private(set) var numbers = FeatureNumbers()
  private(set) var bounds = DrawBounds()
  /// The installations whose events were read, and those in a group among them.
  private(set) var installations = 0
  private(set) var both = 0
  private(set) var members: [GroupMember] = []
  /// The names in the conditions that may be misspelt.
  private var names: NamesInLog
  private var traces: [ExactString: GroupTrace] = [:]
  private var last: (source: ExactString, trace: GroupTrace)?
  /// What was kept of the installations whose first events were forgotten.
  private var begun: [ExactString: InstallationState] = [:]

  /// - Parameter refusals: the lines that were refused, by installation; nil where nobody knows.
  init(_ groups: Groups, refusals: [ExactString: LineRefusals]? = nil) {
    self.groups = groups
    self.refusals = refusals
    names = NamesInLog(in: groups.conditions)
  }

  /// Remarks on names in the conditions that no event has, and on prompts that are asked for on the screen.
  var remarks: [ConditionRemark] {
    let isEmpty = [!members.contains { $0.isFirst }, !members.contains { !$0.isFirst }]
    let unmet = zip(groups.conditions, isEmpty).filter { $1 }.map(\.0)
    return names.remarks(on: groups.isEver ? [] : unmet)
  }

  var makePart: @Sendable () -> Self {
    let (groups, refusals) = (groups, refusals)
    return { Self(groups, refusals: refusals) }
  }

  mutating func began(_ source: ExactString, in state: InstallationState) throws {
    begun[source] = state
    names.begin(in: state)
    if let policy = state.accepted { bounds.add(policy) }
  }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let trace = trace(of: moment.source)
    // Both read the state before the event, so they come before everything that reads the state after it.
    try trace.features.record(moment, &numbers)
    if let decision = try trace.facts.record(&moment) { trace.decision = decision }
    if case .fetchSucceeded(let fetch) = moment.data {
      trace.features.record(fetch, in: moment.state, &numbers)
      if let policy = moment.state.accepted { bounds.add(policy) }
    }
    if !names.isSettled { names.record(moment.data, moment.state) }
    trace.features.record(moment.state)
    if !trace.isFirst, trace.meets(groups.first, in: moment.state) {
      trace.isFirst = true
      trace.beginning = trace.features.circumstances(in: moment.state)
      if groups.isEver {
        trace.frozen = trace.features.features(
          in: moment.state, ever: false, refusals: refusals?[moment.source], &numbers)
        trace.draws = moment.state.draws
      }
    }
    if groups.isEver, !trace.isSecond, let second = groups.second {
      trace.isSecond = trace.meets(second, in: moment.state)
    }
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    begun[source] = nil
    last = nil
    guard let trace = traces.removeValue(forKey: source) else { return }
    installations += 1
    names.end(in: state)
    let isEver = groups.isEver
    let isFirst = isEver ? trace.isFirst : trace.meets(groups.first, in: state)
    let isSecond = groups.second.map { isEver ? trace.isSecond : trace.meets($0, in: state) } ?? !isFirst
    if isFirst, isSecond { both += 1 }
    guard isFirst != isSecond else { return }
    let own = trace.features
    let hasChanged = trace.beginning.map { $0.changed(to: own.circumstances(in: state)) } ?? false
    members.append(
      GroupMember(
        source: source, isFirst: isFirst,
        features: isFirst && isEver
          ? trace.frozen : own.features(in: state, ever: isEver, refusals: refusals?[source], &numbers),
        draws: isFirst && isEver ? trace.draws : state.draws, firstDay: trace.facts.firstTime.map(Self.day),
        lastDay: trace.facts.lastTime.map(Self.day),
        hasChanged: isFirst && hasChanged))
  }

  private static func day(_ time: Timestamp) -> Int { Int(DeviceTime(moment: time).dayInUTC) }

  static func += (all: inout Self, other: Self) {
    let numbers = all.numbers.add(other.numbers)
    all.members += other.members.map { member in
      var member = member
      member.features = member.features.map { numbers[Int($0)] }
      return member
    }
    all.bounds += other.bounds
    all.installations += other.installations
    all.both += other.both
    all.names += other.names
  }

  private mutating func trace(of source: ExactString) -> GroupTrace {
    if let last, last.source == source { return last.trace }
    let trace =
      traces[source]
      ?? GroupTrace(
        StreamFacts(of: source, for: groups.needs, refusals: refusals.map { $0[source] ?? LineRefusals() }))
    if let state = begun.removeValue(forKey: source) {
      trace.features.begin(in: state)
      trace.facts.began(in: state)
    }
    traces[source] = trace
    last = (source, trace)
    return trace
  }
}

/// The two groups of a question.
struct Groups: Sendable {
  let first: Condition
  /// Nil for all others.
  let second: Condition?
  /// True if it counts who ever met a condition; false if it has to hold at the end.
  let isEver: Bool
  /// The parts of a replay that the conditions read beside the state.
  let needs: ConditionNeeds

  var conditions: [Condition] { [first] + [second].compactMap(\.self) }

  init(_ first: Condition, against second: Condition?, ever isEver: Bool) {
    self.first = first
    self.second = second
    self.isEver = isEver
    needs = first.needs.union(second?.needs ?? [])
  }
}

/// One installation while its events are replayed.
private final class GroupTrace {
  let features = FeatureTrace()
  /// The values that conditions read and no state has.
  var facts: StreamFacts
  /// The last decision, where a condition reads decisions.
  var decision: Decision?
  /// True if the conditions held after an event.
  var isFirst = false
  var isSecond = false
  /// What was so after the first event at which the first condition held.
  var beginning: FeatureTrace.Circumstances?
  /// The features and draws after that event, where nothing later counts.
  var frozen: [Int32] = []
  var draws: Draws?

  init(_ facts: StreamFacts) { self.facts = facts }

  func meets(_ condition: Condition, in state: InstallationState) -> Bool {
    condition.holds(in: state, decision: decision, facts: facts)
  }
}

/// An installation of one of the two groups.
struct GroupMember {
  let source: ExactString
  /// True in the first group.
  let isFirst: Bool
  /// By their numbers.
  var features: [Int32]
  let draws: Draws?
  /// Days since 1970-01-01 in UTC; nil where no event is of a known type. Behind a beginning that was forgotten nobody
  /// knows the first one.
  let firstDay: Int?
  let lastDay: Int?
  /// True if another version, policy or zone is there than when the condition first held.
  let hasChanged: Bool
}
