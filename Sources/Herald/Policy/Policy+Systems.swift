/// The rules of a document that has a list of its own for each operating system.
public struct SystemRules: Sendable {
  /// The normalized values of `deviceOsName` that the rules are for.
  public let systems: Set<ExactString>
  /// The rules in the order in which they are tested.
  public let rules: [Rule]

  /// Names the systems of some rules.
  public init(systems: Set<ExactString>, rules: [Rule]) {
    self.systems = systems
    self.rules = rules
  }
}

/// The policies of a document for each operating system, and for all others.
struct SystemPolicies: Sendable {
  let bySystem: [(systems: Set<ExactString>, policy: Policy)]
  /// Has no rules.
  let other: Policy

  func map(_ change: (Policy) -> Policy) -> SystemPolicies {
    SystemPolicies(bySystem: bySystem.map { ($0.systems, change($0.policy)) }, other: change(other))
  }
}

extension Policy {
  /// Makes the policy of a document that has rules for each operating system.
  ///
  /// Its ``rules`` are the rules of all systems. Several may have one id, because each device has the rules of its
  /// system only.
  public convenience init(of document: Document, bySystem: [SystemRules]) {
    let policies = SystemPolicies(
      bySystem: bySystem.map { ($0.systems, Policy(of: document, rules: $0.rules)) },
      other: Policy(of: document, rules: []))
    self.init(of: document, rules: bySystem.flatMap(\.rules), bySystem: policies)
  }

  /// The policy with every rule replaced.
  package func mapRules(_ change: (Rule) -> Rule) -> Policy {
    variant(
      packageName: packageName, reviewVersions: reviewVersions, rules: rules.map(change),
      bySystem: bySystem?.map { $0.mapRules(change) })
  }
}
