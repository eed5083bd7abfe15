import Herald

/// A document as checks look at it: the policy that was read, and the tree that it was read from.
struct LintedPolicy: Sendable {
  let policy: Policy
  let root: JSONNode
  /// The rules that were read, in the policy's order.
  let rules: [LintedRule]
  /// Every filter of the document: `reviewVersions`, then those of the rules.
  let filters: [LintedFilter]
  /// The rules that are compared with each other: all, unless a machine wrote hundreds of them.
  let comparedRules: ArraySlice<LintedRule>
  /// Each forced rule behind an optional one that is shown instead of it, always or sometimes.
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

  /// As many rules as can be compared soon: time grows with the square of their parts.
  private static func comparable(_ rules: [LintedRule]) -> ArraySlice<LintedRule> {
    var parts = 0
    return rules.prefix(200).prefix { rule in
      parts += rule.rule.filters.reduce(0) { $0 + $1.parts.count }
      return parts <= 600
    }
  }
}
