import Herald
import HeraldLog

/// The names in conditions that nothing checks when they are read, and the names that the events have.
///
/// A name that no event has is probably misspelt, and the condition is then silently about nothing. Once every asked name
/// was met nothing is collected any more.
struct NamesInLog: Sendable {
  /// True once the events have every asked name, so that further ones need not be recorded.
  private(set) var isSettled = false
  private var properties, rules, draws: Asked
  private var values: [AskedValues]
  /// Types of events that Herald does not know.
  private var types: Asked
  /// Remarks that need no event.
  private let impossibleWords: [ConditionRemark]
  /// The policies that were read. Kept, so that their identifiers stay their own.
  private var policies: [ObjectIdentifier: Policy] = [:]
  /// The rules that conditions want on the screen, and the rules that were found on a screen.
  private let wantedOnScreen: Set<ExactString>
  private var onScreen: Set<ExactString> = []

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

  /// Values of one property, or users, that conditions ask for with `==`.
  private struct AskedValues: Sendable {
    let path: FieldPath
    /// The property; nil for the user.
    let property: ExactString?
    var asked: Asked

    mutating func meet(_ profile: Profile, _ user: ExactString?) {
      guard !asked.isSettled else { return }
      let value = if let property { profile[property] } else { user }
      if let value { asked.meet(value) }
    }
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
    wantedOnScreen = Set(conditions.flatMap(\.rulesOnScreen))
    types = Asked(conditions.flatMap(\.comparedTypes))
    impossibleWords = conditions.flatMap(\.impossibleWords)
    let compared = conditions.flatMap(\.comparedValues)
    var seen: Set<FieldPath> = []
    values = compared.map(\.path).filter { seen.insert($0).inserted }.map { path in
      AskedValues(
        path: path, property: path.names.count > 1 ? path.names[1] : nil,
        asked: Asked(compared.filter { $0.path == path }.map(\.value)))
    }
    // No document has the rule of a push.
    rules.meet(Prompt.pushRule)
    for type in EventType.allCases { types.meet(ExactString(type.rawValue)) }
    settle()
  }

  private mutating func settle() {
    isSettled =
      properties.isSettled && rules.isSettled && draws.isSettled && types.isSettled
      && values.allSatisfy(\.asked.isSettled)
  }

  /// Takes note of a beginning that was kept in place of forgotten events.
  mutating func begin(in state: InstallationState) {
    meet(state.profile, state.draws)
    meetValues(state.profile, state.user)
    meetRules(of: state.accepted?.shared)
    meet(state.records)
    settle()
  }

  /// Takes note of an event, and of the parts of the state after it that may have new names.
  mutating func record(_ moment: inout ReplayMoment) {
    if isSettled { return }
    switch moment.data.type {
    case .appLaunched:
      meet(moment.state.profile, moment.state.draws)
      meetValues(moment.state.profile, moment.state.user)
    case .userChanged, .fetchFailed: meetValues(moment.state.profile, moment.state.user)
    case .fetchSucceeded:
      meetRules(of: moment.state.accepted?.shared)
      meetValues(moment.state.profile, moment.state.user)
    case .promptShown: meet(moment.state.records)
    case .appForegrounded, .appBackgrounded, .buttonChosen, .pushReceived, .operationAttempted: break
    case nil: meetType(of: moment)
    }
    settle()
  }

  /// Meets the event's type as its line names it, because an unknown type has a name nowhere else.
  ///
  /// An unreadable line is passed over here. The condition on types reads the same line and refuses it.
  private mutating func meetType(of moment: borrowing ReplayMoment) {
    if !types.isSettled, let type = try? moment.type() { types.meet(type) }
  }

  /// Takes note of an installation at the moment that is asked about.
  mutating func end(in state: InstallationState) {
    guard let rule = state.visible?.rule, wantedOnScreen.contains(rule) else { return }
    onScreen.insert(rule)
  }

  private mutating func meetValues(_ profile: Profile, _ user: ExactString?) {
    for index in values.indices { values[index].meet(profile, user) }
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
    all.types.meet(other.types)
    all.onScreen.formUnion(other.onScreen)
    // The same conditions ask for the same values, in the same order.
    for (index, part) in zip(all.values.indices, other.values) { all.values[index].asked.meet(part.asked) }
    all.settle()
  }

  /// Remarks on names that no event has, and on the first prompt that is asked for on the screen and is on none.
  ///
  /// - Parameter unmet: the conditions that held for nobody, asked at one moment alone.
  func remarks(on unmet: [Condition]) -> [ConditionRemark] {
    let unknown = unknown
    let rules = unmet.flatMap(\.rulesOnScreen).filter { rule in
      !onScreen.contains(rule) && !unknown.contains { $0.name == rule }
    }
    return unknown + rules.prefix(1).map { .nothingOnScreen($0) }
  }

  /// The asked names that no event has, each with a name that is near.
  var unknown: [ConditionRemark] {
    properties.missing.map { .unseenProperty($0, near: near($0), known: properties.known.sorted()) }
      + rules.missing.map {
        .unseenRule($0, near: Self.near(rule: $0, among: rules.known), known: rules.known.sorted())
      }
      + draws.missing.map {
        .unseenDraw($0, near: Self.near(rule: $0, among: draws.known), known: draws.known.sorted())
      } + unknownValues
      + types.missing.map {
        .unseenType($0, near: Self.near(value: $0, among: types.known), known: types.known.sorted())
      } + impossibleWords
  }

  /// The asked values that no event has, of properties that events have.
  private var unknownValues: [ConditionRemark] {
    let missing = Set(properties.missing)
    return values.filter { $0.property.map { !missing.contains($0) } ?? true }.flatMap { values in
      values.asked.missing.map {
        .unseenValue(
          $0, of: values.path, near: Self.near(value: $0, among: values.asked.known), known: values.asked.known.sorted()
        )
      }
    }
  }

  /// A value that has the text in any case, else one that is spelled nearly so; nil where only the length is alike.
  static func near(value: ExactString, among known: Set<ExactString>) -> ExactString? {
    if let longer = known.filter({ $0.containsInAnyCase(value) }).min() { return longer }
    guard let near = Spelling.nearest(to: value.string, among: Set(known.map(\.string))),
      let changes = Spelling.changes(from: value.string, to: near), changes < value.string.unicodeScalars.count
    else { return nil }
    return ExactString(near)
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

  /// The values of a property or of the user that the condition compares with `==`.
  fileprivate var comparedValues: [(path: FieldPath, value: ExactString)] {
    comparisons.compactMap { path, sign, operand in
      guard sign == .equal, path == Self.user || path.names.count == 2 && path.names[0] == "properties",
        // The beginning of a digest is equal to all of it.
        case .text(let value) = operand, !DigestBeginning.mayBe(value)
      else { return nil }
      return (path, value)
    }
  }

  private static let user = FieldPath(["user"])

  /// The rules that the condition wants on the screen: compared with `==`, and not denied.
  fileprivate var rulesOnScreen: [ExactString] {
    switch self {
    case .both(let left, let right), .either(let left, let right): left.rulesOnScreen + right.rulesOnScreen
    case .compared(let path, .equal, .text(let rule)): path == Self.visibleRule ? [rule] : []
    case .not, .present, .compared, .contains: []
    }
  }

  private static let visibleRule = FieldPath(["visible", "rule"])

  /// The comparisons in the order of the text.
  var comparisons: [(path: FieldPath, sign: ComparisonSign, operand: Operand)] {
    switch self {
    case .both(let left, let right), .either(let left, let right): left.comparisons + right.comparisons
    case .not(let condition): condition.comparisons
    case .compared(let path, let sign, let operand): [(path, sign, operand)]
    case .present, .contains: []
    }
  }
}
