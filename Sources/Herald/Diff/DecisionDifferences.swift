/// Where two decisions part: for each rule the tests that one side passes and the other does not.
public struct DecisionDifferences: Sendable {
  public let left: Explanation
  public let right: Explanation
  /// The rules that both or one of the decisions looked at and that did not end alike, those that decided first.
  public let rules: [RuleDifference]
  /// The rules that ended alike on both sides.
  public let alike: [ExactString]

  public init(_ left: Explanation, _ right: Explanation) {
    self.left = left
    self.right = right
    let ids = left.rules.map(\.rule.id)
    let known = Set(ids)
    let all = (ids + right.rules.map(\.rule.id).filter { !known.contains($0) }).map { id in
      RuleDifference(left.rules.first { $0.rule.id == id }, right.rules.first { $0.rule.id == id }, id: id)
    }
    rules = all.filter { $0.endsDifferently } + all.filter { !$0.endsDifferently && !$0.tests.isEmpty }
    alike = all.filter { !$0.endsDifferently && $0.tests.isEmpty }.map(\.rule)
  }

  /// Whether both sides say the same to the user.
  public var isSameAnswer: Bool { left.decision.showsTheSame(as: right.decision) }
}

/// One rule at two decisions.
public struct RuleDifference: Sendable {
  public let rule: ExactString
  /// Nil where the side's decision did not look at the rule.
  public let left: ExplainedRule?
  public let right: ExplainedRule?
  /// The tests that one side passes and the other does not, the one that decided first.
  public let tests: [TestDifference]

  init(_ left: ExplainedRule?, _ right: ExplainedRule?, id: ExactString) {
    rule = id
    self.left = left
    self.right = right
    guard let left, let right else {
      tests = []
      return
    }
    let differing = zip(left.tests, right.tests).filter { $0.passed != $1.passed }
      .map { TestDifference($0, $1, isDecisive: [left.failed, right.failed].contains($0.test)) }
    tests = differing.filter(\.isDecisive) + differing.filter { !$0.isDecisive }
  }

  /// Whether one side shows the rule, or fails it by another test, or does not come to it.
  public var endsDifferently: Bool { left == nil || right == nil || left?.failed != right?.failed }
}

/// One test of a rule that passes on one side alone.
public struct TestDifference: Sendable {
  public let test: RuleTest
  public let left: ExplainedTest
  public let right: ExplainedTest
  /// Whether it is the first test that a side fails.
  public let isDecisive: Bool

  /// What was compared on each side, side by side: nil where the side's rule does not ask it.
  public struct Pair: Hashable, Sendable {
    public let left: Comparison?
    public let right: Comparison?

    fileprivate var isDifferent: Bool {
      guard let left, let right else { return true }
      return left.passed != right.passed
    }
  }

  init(_ left: ExplainedTest, _ right: ExplainedTest, isDecisive: Bool) {
    test = left.test
    self.left = left
    self.right = right
    self.isDecisive = isDecisive
  }

  /// The comparisons that do not end alike, or that one side alone makes.
  public var pairs: [Pair] {
    var rest = right.comparisons
    var pairs: [Pair] = []
    for own in left.comparisons { pairs.append(Pair(left: own, right: Self.take(own, from: &rest))) }
    for other in rest { pairs.append(Pair(left: nil, right: other)) }
    return pairs.filter(\.isDifferent)
  }

  /// Takes out what compares the same as a comparison; nil where there is none.
  private static func take(_ own: Comparison, from others: inout [Comparison]) -> Comparison? {
    guard let place = others.firstIndex(where: { $0.subject == own.subject && $0.key == own.key }) else { return nil }
    return others.remove(at: place)
  }
}
