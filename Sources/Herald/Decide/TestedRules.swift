/// The rules that a decision tested and their results, to find decisions that tested the same with the same results.
package struct TestedRules: Sendable {
  private let policy: Policy?
  private let failures: Failures

  fileprivate init(_ decision: Decision) {
    policy = decision.policy?.shared
    failures = decision.failures
  }
}

extension TestedRules: Hashable {
  /// True if both tested the rules of one policy in memory, with the same results.
  package static func == (left: TestedRules, right: TestedRules) -> Bool {
    left.policy === right.policy && left.failures == right.failures
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(policy.map { ObjectIdentifier($0) })
    hasher.combine(failures)
  }
}

extension Decision {
  /// The policy and the results from which ``considered`` follows.
  package var testedRules: TestedRules { TestedRules(self) }
}
