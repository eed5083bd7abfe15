import Herald

/// Compares two points.
package struct DiffReport {
  let left: DiffPoint
  let right: DiffPoint
  /// The differences between the decisions; nil where a side has no decision.
  let decisions: DecisionDifferences?
  let states: StateDifferences
  let policies: PolicyDifferences

  init(_ left: DiffPoint, _ right: DiffPoint) {
    self.left = left
    self.right = right
    if let own = left.explanation, let other = right.explanation {
      decisions = DecisionDifferences(own, other)
    } else {
      decisions = nil
    }
    states = StateDifferences(left.state, right.state)
    policies = PolicyDifferences(left.state.policy, right.state.policy)
  }
}
