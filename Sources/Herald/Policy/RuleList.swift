/// Rules of a document that devices of some operating systems have, and no other device.
package struct RuleList: Sendable {
  /// The systems of the devices.
  package enum Systems: Sendable {
    case all
    /// Systems as ``SystemName`` folds them.
    case only([ExactString])
    /// All systems but these, and devices that name none.
    case allBut([ExactString])
  }

  /// The places of the rules in ``Policy/rules``.
  package let rules: Range<Int>
  /// The systems of their devices.
  package let systems: Systems
}

extension Policy {
  /// The lists of the rules, in the order of ``rules``; one list for a document whose rules are for all systems.
  package var ruleLists: [RuleList] {
    guard let bySystem else { return [RuleList(rules: rules.indices, systems: .all)] }
    var (lists, begin, named): ([RuleList], Int, [ExactString]) = ([], 0, [])
    func count(_ policies: [Policy]) -> Int { policies.reduce(0) { $0 + $1.rules.count } }
    let all = bySystem.bySystem.flatMap { $0.systems.sorted { $0.string < $1.string } }
    let others: [(systems: Set<ExactString>?, policies: [Policy])] = [(nil, bySystem.others)]
    for (systems, policies) in others + bySystem.bySystem.map({ ($0.systems, $0.policies) }) {
      let rules = begin..<begin + count(policies)
      begin = rules.upperBound
      // Of two lists for one system the first counts.
      let own = systems.map { $0.subtracting(named).sorted { $0.string < $1.string } }
      named += own ?? []
      lists.append(RuleList(rules: rules, systems: own.map { .only($0) } ?? .allBut(all)))
    }
    return lists
  }

  /// True if a list has rules for several apps, so that a device has the rules of its own app alone.
  package var hasRulesOfApps: Bool {
    guard let bySystem else { return false }
    return bySystem.others.count > 1 || bySystem.bySystem.contains { $0.policies.count > 1 }
  }
}
