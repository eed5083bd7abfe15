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
  private var open = OpenStreams<GroupTrace>()
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
    let place = open.place(of: moment.stream) ?? begin(moment.source, moment.stream)
    let begins = try open[place].record(&moment, asking: groups, &numbers, &bounds)
    names.record(&moment)
    guard begins, groups.isEver else { return }
    let frozen = open[place].features.features(
      in: moment.state, ever: false, refusals: refusals?[moment.source], &numbers)
    open[place].frozen = frozen
    open[place].draws = moment.state.draws
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    begun[source] = nil
    guard var trace = open.end(source) else { return }
    installations += 1
    names.end(in: state)
    let isEver = groups.isEver
    let isFirst = isEver ? trace.isFirst : trace.meets(groups.first, in: state)
    let isSecond = groups.second.map { isEver ? trace.isSecond : trace.meets($0, in: state) } ?? !isFirst
    if isFirst, isSecond { both += 1 }
    guard isFirst != isSecond else { return }
    let own = trace.features
    let hasChanged = trace.beginning.map { $0.changed(to: FeatureTrace.circumstances(in: state)) } ?? false
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

  private mutating func begin(_ source: ExactString, _ number: Int) -> Int {
    let (needs, refusals, state) = (groups.needs, refusals, begun.removeValue(forKey: source))
    return open.begin(source, number) {
      var trace = GroupTrace(
        facts: StreamFacts(of: source, for: needs, refusals: refusals.map { $0[source] ?? LineRefusals() }))
      if let state { trace.begin(in: state) }
      return trace
    }
  }
}

/// The two groups of a question. An object, because it is passed with each event.
final class Groups: Sendable {
  let first: PreparedCondition
  /// Nil for all others.
  let second: PreparedCondition?
  let conditions: [Condition]
  /// True if it counts who ever met a condition; false if it has to hold at the end.
  let isEver: Bool
  /// The parts of a replay that the conditions read beside the state.
  let needs: ConditionNeeds

  init(_ first: Condition, against second: Condition?, ever isEver: Bool) {
    self.first = PreparedCondition(first)
    self.second = second.map { PreparedCondition($0) }
    conditions = [first] + [second].compactMap(\.self)
    self.isEver = isEver
    needs = first.needs.union(second?.needs ?? [])
  }
}

/// One installation while its events are replayed.
private struct GroupTrace {
  // What every event reads lies together: the end of the features, these, and the beginning of the facts.
  var features = FeatureTrace()
  /// True if the conditions held after an event.
  var isFirst = false
  var isSecond = false
  /// True once no later event can change ``isFirst`` and ``isSecond``.
  var isDecided = false
  /// The values that conditions read and no state has.
  var facts: StreamFacts
  /// The last decision, where a condition reads decisions.
  var decision: Decision?
  /// What was so after the first event at which the first condition held.
  var beginning: FeatureTrace.Circumstances?
  /// The features and draws after that event, where nothing later counts.
  var frozen: [Int32] = []
  var draws: Draws?

  init(facts: StreamFacts) { self.facts = facts }

  /// Begins with what is kept of a stream whose first events were forgotten.
  mutating func begin(in state: InstallationState) {
    features.begin(in: state)
    facts.began(in: state)
  }

  /// Takes note of the next event, and asks the conditions after it until it is known whether they ever held.
  ///
  /// - Returns: true where the first one holds for the first time.
  mutating func record(
    _ moment: inout ReplayMoment, asking groups: Groups, _ numbers: inout FeatureNumbers, _ bounds: inout DrawBounds
  ) throws -> Bool {
    // Both read the state before the event, so they come before everything that reads the state after it. The features
    // that count are the values at the first event at which the first condition held, where nothing later does.
    if !groups.isEver || !isFirst { try features.record(moment, &numbers) }
    if groups.isEver, isDecided { facts.pass(moment) } else { try facts.record(&moment, into: &decision) }
    moment.withState { features.record(&$0, after: &$1, &numbers, &bounds) }
    return ask(groups, &moment)
  }

  private mutating func ask(_ groups: Groups, _ moment: inout ReplayMoment) -> Bool {
    if isDecided { return false }
    let begins = !isFirst && meets(groups.first, &moment)
    if begins {
      isFirst = true
      beginning = FeatureTrace.circumstances(in: moment.state)
    }
    if groups.isEver, let second = groups.second {
      if !isSecond { isSecond = meets(second, &moment) }
      isDecided = isFirst && isSecond
    } else {
      isDecided = isFirst
    }
    return begins
  }

  private mutating func meets(_ condition: PreparedCondition, _ moment: inout ReplayMoment) -> Bool {
    moment.withState { condition.holds(in: &$1, decision: &decision, facts: &facts) }
  }

  mutating func meets(_ condition: PreparedCondition, in state: InstallationState) -> Bool {
    var state = state
    return condition.holds(in: &state, decision: &decision, facts: &facts)
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
