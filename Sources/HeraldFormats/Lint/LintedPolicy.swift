import Herald

/// A document for checks: the policy, and the JSON tree that it was read from.
struct LintedPolicy: Sendable {
  let policy: Policy
  let root: JSONNode
  /// The policy's rules, in their order.
  let rules: [LintedRule]
  /// Every filter: `reviewVersions` first, then those of the rules.
  let filters: [LintedFilter]
  /// The rules that are compared with each other: all, unless the document has hundreds.
  let comparedRules: ArraySlice<LintedRule>
  /// Each forced rule that an earlier optional one hides, always or sometimes.
  let hiddenForces: [(later: LintedRule, earlier: LintedRule, hiding: Hiding)]

  init(_ policy: Policy, root: JSONNode, at now: Timestamp?) {
    self.policy = policy
    self.root = root
    rules = policy.rules.compactMap { rule in
      guard let pointer = rule.source.place?.pointer else { return nil }
      return LintedRule(rule, node: root.node(at: pointer), pointer: pointer, packageName: policy.packageName, now: now)
    }
    var filters = rules.flatMap(\.filters)
    if case .matching(let review) = policy.reviewVersions {
      filters.insert(
        LintedFilter(filter: review, pointer: "/reviewVersions", packageName: nil, isOfRule: false), at: 0)
    }
    self.filters = filters
    comparedRules = Self.comparable(rules)
    hiddenForces = Hiding.forces(in: comparedRules)
  }

  /// The first rules, limited because the time grows with the square of their parts.
  private static func comparable(_ rules: [LintedRule]) -> ArraySlice<LintedRule> {
    var parts = 0
    return rules.prefix(200).prefix { rule in
      parts += rule.rule.filters.reduce(0) { $0 + $1.parts.count }
      return parts <= 600
    }
  }
}
