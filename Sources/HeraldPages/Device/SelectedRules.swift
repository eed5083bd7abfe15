package import Herald

/// The rules of a decision that a page tells of, and how many others failed each test.
///
/// A policy may have thousands of rules, and each decision looks at all of them. A page that told of each at each
/// decision would grow by their product.
package struct SelectedRules {
  /// The most rules of a decision on a page.
  package static let limit = 40

  package struct Selected {
    package let rule: ExactString
    /// The test that the rule failed; nil for the rule that is shown.
    package let failed: RuleTest?
  }

  /// The indices of the rules in the policy, ascending.
  package let indices: [Int]
  package let rules: [Selected]
  /// The number of the other rules, by the test that they failed, in the order of the tests.
  package let others: [(failed: RuleTest, count: Int)]

  package init(of decision: Decision, in state: InstallationState) {
    // Rules by the test that they failed: 0 for the rule that is shown, otherwise the test's index plus one.
    var byCode = Array(repeating: [Int](), count: RuleTest.allCases.count + 1)
    var count = 0
    decision.forEachConsidered { index, failed in
      byCode[failed.map { $0 + 1 } ?? 0].append(index)
      count += 1
    }
    indices =
      count <= Self.limit ? Array(0..<count) : Self.telling(byCode, of: count, state.policy?.rules ?? [], state.records)
    let selected = Set(indices)
    let policy = state.policy?.rules ?? []
    var failures: [Int: RuleTest] = [:]
    var others: [(failed: RuleTest, count: Int)] = []
    for (code, test) in RuleTest.allCases.enumerated() {
      var left = 0
      for index in byCode[code + 1] {
        if selected.contains(index) { failures[index] = test } else { left += 1 }
      }
      if left > 0 { others.append((test, left)) }
    }
    self.others = others
    rules = indices.map { Selected(rule: policy[$0].id, failed: failures[$0]) }
  }

  /// The rule that is shown, the first rules, which the sentence names, those that were shown before, and those that
  /// came farthest in the order of the tests.
  private static func telling(
    _ byCode: [[Int]], of count: Int, _ policy: [Rule], _ records: ShowingRecords
  ) -> [Int] {
    var chosen = Set(byCode[0]).union(0..<3)
    func add(_ indices: some Sequence<Int>) {
      for index in indices where chosen.count < limit { chosen.insert(index) }
    }
    let shown = Set(records.entries.lazy.filter { $0.record.shown > 0 }.map(\.rule))
    if !shown.isEmpty { add((0..<count).lazy.filter { shown.contains(policy[$0].id) }) }
    for indices in byCode.dropFirst().reversed() { add(indices) }
    return chosen.sorted()
  }
}
