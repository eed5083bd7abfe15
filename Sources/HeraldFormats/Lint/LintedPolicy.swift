import Herald

/// A document for checks: the policy, and the JSON tree that it was read from.
struct LintedPolicy: Sendable {
  let policy: Policy
  let root: JSONNode
  /// The policy's rules, in their order.
  let rules: [LintedRule]
  /// Every filter: `reviewVersions` first, then the filters of the segments and of the rules.
  let filters: [LintedFilter]
  /// The rules that are compared with each other: all, unless the document has hundreds.
  let comparedRules: ComparedRules
  /// Each forced rule that an earlier optional one hides, always or sometimes.
  let hiddenForces: [(later: LintedRule, earlier: LintedRule, hiding: Shadowing)]

  init(_ policy: Policy, root: JSONNode, at now: Timestamp?) {
    self.policy = policy
    self.root = root
    let nodes = Self.ruleNodes(in: root)
    var demandsLeft = Self.mostSharedFilters
    rules = policy.rules.compactMap { rule in
      guard let pointer = rule.source.place?.pointer else { return nil }
      let shared = rule.pacing.segments.reduce(0) { $0 + $1.segment.filters.count }
      demandsLeft -= shared
      return LintedRule(
        rule, node: nodes[pointer] ?? root.node(at: pointer), pointer: pointer, packageName: policy.packageName,
        now: now, hasDemands: shared == 0 || demandsLeft >= 0)
    }
    let review: [LintedFilter] =
      if case .matching(let filter) = policy.reviewVersions {
        [LintedFilter(filter: filter, pointer: "/reviewVersions", packageName: nil, owner: .reviewVersions)]
      } else { [] }
    filters =
      review + Self.filtersOfSegments(in: root, packageName: policy.packageName) + rules.flatMap(\.filters)
    comparedRules = ComparedRules(
      Array(Self.comparable(rules)), packageName: policy.packageName, reviewed: policy.reviewedDevices)
    hiddenForces = Shadowing.forces(in: comparedRules)
  }

  /// The filters of segments that all rules together examine as conditions, because many rules may name one segment.
  private static let mostSharedFilters = 50_000

  /// The rules' JSON by pointer, found in one pass.
  private static func ruleNodes(in root: JSONNode) -> [String: JSONNode] {
    var nodes: [String: JSONNode] = [:]
    for key in [RootKey.updates, .messages] {
      guard let node = root[key] else { continue }
      nodes[key.pointer] = node
      guard case .array(let elements) = node.value else { continue }
      for (index, element) in elements.enumerated() { nodes["\(key.pointer)/\(index)"] = element }
    }
    return nodes
  }

  /// The filters of all segments, named by a rule or not.
  private static func filtersOfSegments(in root: JSONNode, packageName: ExactString?) -> [LintedFilter] {
    (root[RootKey.segments]?.members ?? []).flatMap { segment in
      (segment.node.members ?? []).filter { !$0.node.isNull }.compactMap { member in
        FilterKey.read(member).map {
          LintedFilter(
            filter: $0,
            pointer: "\(RootKey.segments.pointer)/\(JSONPointer.token(segment.name))/\(JSONPointer.token(member.name))",
            packageName: packageName, owner: .segment)
        }
      }
    }
  }

  /// The first rules, limited because the time grows with the square of their parts.
  private static func comparable(_ rules: [LintedRule]) -> ArraySlice<LintedRule> {
    var parts = 0
    return rules.prefix(200).prefix { linted in
      guard linted.demands != nil else { return false }
      let shared = linted.rule.pacing.segments.flatMap(\.segment.filters)
      // A filter without parts takes time too.
      parts += (linted.rule.filters + shared).reduce(0) { $0 + max(1, $1.parts.count) }
      return parts <= 600
    }
  }
}
