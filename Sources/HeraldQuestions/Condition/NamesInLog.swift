import Herald
import HeraldLog

/// The names in conditions that nothing checks when they are read, and the names that the events have.
///
/// A name that no event has is probably misspelt, and the condition is then silently about nothing. Once every asked name
/// was met nothing is collected any more.
struct NamesInLog: Sendable {
  private var properties, rules, draws: Asked
  /// The policies that were read. Kept, so that their identifiers stay their own.
  private var policies: [ObjectIdentifier: Policy] = [:]

  /// Names of one kind that conditions ask for.
  fileprivate struct Asked: Sendable {
    let names: [ExactString]
    private var left: Set<ExactString>
    /// The names of the events, as long as an asked one is missing.
    private(set) var known: Set<ExactString> = []

    init(_ names: [ExactString]) {
      var seen: Set<ExactString> = []
      self.names = names.filter { seen.insert($0).inserted }
      left = seen
    }

    var isSettled: Bool { left.isEmpty }

    mutating func meet(_ name: ExactString) {
      if known.insert(name).inserted { left.remove(name) }
    }

    mutating func meet(_ other: Self) { other.known.forEach { meet($0) } }

    /// The asked names that no event has.
    var missing: [ExactString] { names.filter { !known.contains($0) } }
  }

  /// Takes the names of some conditions.
  init(in conditions: [Condition]) {
    let paths = conditions.flatMap(\.paths)
    func below(_ parent: ExactString) -> [ExactString] {
      paths.filter { $0.names.count > 1 && $0.names[0] == parent }.map { $0.names[1] }
    }
    properties = Asked(below("properties"))
    draws = Asked(below("draws"))
    let decided = paths.filter { $0.names.count > 2 && $0.names[0] == "decision" && $0.names[1] == "rules" }
    rules = Asked(below("records") + decided.map { $0.names[2] } + conditions.flatMap(\.comparedRules))
    // No document has the rule of a push.
    rules.meet(Prompt.pushRule)
  }

  /// True once the events have every asked name, so that no more of them need to be recorded.
  var isSettled: Bool { properties.isSettled && rules.isSettled && draws.isSettled }

  /// Takes note of a beginning that was kept in place of forgotten events.
  mutating func begin(in state: InstallationState) {
    meet(state.profile, state.draws)
    meetRules(of: state.accepted)
    meet(state.records)
  }

  /// Takes note of an event, and of the parts of the state after it that may have new names.
  mutating func record(_ moment: inout ReplayMoment) {
    if isSettled { return }
    switch moment.data.type {
    case .appLaunched: meet(moment.state.profile, moment.state.draws)
    case .fetchSucceeded: meetRules(of: moment.state.accepted)
    case .promptShown: meet(moment.state.records)
    case .appForegrounded, .appBackgrounded, .userChanged, .fetchFailed, .buttonChosen, .pushReceived,
      .operationAttempted, nil:
      break
    }
  }

  private mutating func meet(_ profile: Profile, _ drawn: Draws?) {
    if !properties.isSettled { for property in profile.properties { properties.meet(property.name) } }
    if !draws.isSettled { drawn?.numbers.keys.forEach { draws.meet($0) } }
  }

  private mutating func meetRules(of accepted: Policy?) {
    guard !rules.isSettled || !draws.isSettled, let policy = accepted,
      policies.updateValue(policy, forKey: ObjectIdentifier(policy)) == nil
    else { return }
    for rule in policy.rules { rules.meet(rule.id) }
    for draw in policy.draws { draws.meet(draw.name) }
  }

  private mutating func meet(_ records: ShowingRecords) {
    if !rules.isSettled { for entry in records.entries { rules.meet(entry.rule) } }
  }

  static func += (all: inout Self, other: Self) {
    all.properties.meet(other.properties)
    all.rules.meet(other.rules)
    all.draws.meet(other.draws)
  }

  /// The asked names that no event has, each with a name that is near.
  var unknown: [ConditionRemark] {
    properties.missing.map { .unseenProperty($0, near: near($0), known: properties.known.sorted()) }
      + rules.missing.map {
        .unseenRule($0, near: Self.near(rule: $0, among: rules.known), known: rules.known.sorted())
      }
      + draws.missing.map {
        .unseenDraw($0, near: Self.near(rule: $0, among: draws.known), known: draws.known.sorted())
      }
  }

  private func near(_ property: ExactString) -> ExactString? {
    Spelling.variant(of: property, among: properties.known)
      ?? Spelling.nearest(to: property.string, among: Set(properties.known.map(\.string))).map { ExactString($0) }
  }

  /// The rule with the same id and another kind, or with a similar one.
  private static func near(rule: ExactString, among known: Set<ExactString>) -> ExactString? {
    func id(_ rule: ExactString) -> String { String(rule.string.split(separator: ":").last ?? "") }
    let same = known.filter { id($0).utf8.elementsEqual(id(rule).utf8) }.min()
    return same ?? Spelling.nearest(to: rule.string, among: Set(known.map(\.string))).map { ExactString($0) }
  }
}

extension Condition {
  /// The rules that the condition compares with `==` or `!=`.
  fileprivate var comparedRules: [ExactString] {
    comparisons.compactMap { path, sign, operand in
      guard !sign.asksForOrder, case .text(let rule) = operand,
        path == Self.visibleRule || path == FieldPath(["decision", "show", "rule"])
      else { return nil }
      return rule
    }
  }

  /// The rules that the condition wants on the screen: compared with `==`, and not denied.
  var rulesOnScreen: [ExactString] {
    switch self {
    case .both(let left, let right), .either(let left, let right): left.rulesOnScreen + right.rulesOnScreen
    case .compared(let path, .equal, .text(let rule)): path == Self.visibleRule ? [rule] : []
    case .not, .present, .compared, .contains: []
    }
  }

  private static let visibleRule = FieldPath(["visible", "rule"])

  /// The comparisons in the order of the text.
  private var comparisons: [(path: FieldPath, sign: ComparisonSign, operand: Operand)] {
    switch self {
    case .both(let left, let right), .either(let left, let right): left.comparisons + right.comparisons
    case .not(let condition): condition.comparisons
    case .compared(let path, let sign, let operand): [(path, sign, operand)]
    case .present, .contains: []
    }
  }
}
