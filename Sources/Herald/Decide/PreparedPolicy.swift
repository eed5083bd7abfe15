/// The parts of a policy that decisions and the verdicts on devices need, computed once for all of them.
///
/// Many rules name the same properties and segments, which were found again for each device. Bench row 2b: 4 % less work,
/// together with the parsed languages of ``PropertyCache``.
final class PreparedPolicy: Sendable {
  let policy: Policy
  /// The properties that are read of a device, each once.
  let properties: [ExactString]
  /// The segments that rules name, each once.
  let segments: [Segment]
  /// The limits that all rules share; nil where there are none.
  let attention: Attention?
  /// The installations that the policy holds out; nil for none, and where every rule has a deadline.
  let holdout: Holdout?
  /// The tests that a decision under the policy runs for each rule.
  let tests: RuleTests.OfPolicy

  init(_ policy: Policy) {
    self.policy = policy
    segments = policy.rules.flatMap(\.pacing.segments).map(\.segment).firstOfEach(by: ObjectIdentifier.init)
    let filters = policy.rules.flatMap(\.filters) + segments.flatMap(\.filters)
    properties = ([.appVersionName, .appVersionCode, .deviceOsName, .deviceLanguage] + filters.map(\.property))
      .firstOfEach(by: \.self)
    attention = policy.rules.first?.pacing.attention
    holdout = policy.rules.contains(where: HoldoutTest.isAsked) ? attention?.holdout : nil
    tests = RuleTests.OfPolicy(of: policy.rules)
  }
}

extension Array {
  /// The elements without repeated keys: the first of each key.
  fileprivate func firstOfEach<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}
