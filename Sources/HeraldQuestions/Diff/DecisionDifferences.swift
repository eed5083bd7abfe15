public import Herald

/// The differences between two decisions: for each rule, the tests with different results.
///
/// ```swift
/// let differences = DecisionDifferences(Explanation(question, in: before), Explanation(question, in: after))
/// for rule in differences.rules { print(rule.rule, rule.tests.map(\.test)) }
/// ```
public struct DecisionDifferences: Sendable {
  /// The left decision with its tests.
  public let left: Explanation
  /// The right decision with its tests.
  public let right: Explanation
  /// The rules with different results: first the rules that end differently, then the rules with different tests only.
  public let rules: [RuleDifference]
  /// The ids of the rules with the same results on both sides.
  public let alike: [ExactString]

  /// Compares two decisions.
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

  /// True if the user sees the same on both sides.
  public var isSameAnswer: Bool { left.decision.showsTheSame(as: right.decision) }
}

/// The results of one rule in two decisions.
public struct RuleDifference: Sendable {
  /// The rule's id.
  public let rule: ExactString
  /// The rule in the left decision; nil where that decision did not test it.
  public let left: ExplainedRule?
  /// The rule in the right decision; nil where that decision did not test it.
  public let right: ExplainedRule?
  /// The tests with different results, the decisive tests first.
  public let tests: [TestDifference]

  init(_ left: ExplainedRule?, _ right: ExplainedRule?, id: ExactString) {
    rule = id
    self.left = left
    self.right = right
    guard let left, let right else {
      tests = []
      return
    }
    let differing = RuleTest.allCases.compactMap { test -> TestDifference? in
      let (own, other) = (left.result(of: test), right.result(of: test))
      guard own.passed != other.passed else { return nil }
      return TestDifference(own, other, isDecisive: [left.failed, right.failed].contains(test))
    }
    tests = differing.filter(\.isDecisive) + differing.filter { !$0.isDecisive }
  }

  /// True if only one side shows or tests the rule, or both sides fail it by different tests.
  public var endsDifferently: Bool { left == nil || right == nil || left?.failed != right?.failed }
}

extension ExplainedRule {
  /// The result of a test. A test that the policy does not request passes without a comparison.
  fileprivate func result(of test: RuleTest) -> ExplainedTest {
    tests.first { $0.test == test } ?? ExplainedTest(unasked: test)
  }
}

/// A test of a rule that passes on one side only.
public struct TestDifference: Sendable {
  /// The test.
  public let test: RuleTest
  /// The left result with its comparisons.
  public let left: ExplainedTest
  /// The right result with its comparisons.
  public let right: ExplainedTest
  /// True if it is the first test that the rule fails on a side.
  public let isDecisive: Bool

  /// The same comparison on both sides.
  public struct Pair: Hashable, Sendable {
    /// The left comparison; nil where the left rule does not make it.
    public let left: Comparison?
    /// The right comparison; nil where the right rule does not make it.
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

  /// The comparisons with different results, or on one side only.
  public var pairs: [Pair] {
    var rest = right.comparisons
    var pairs: [Pair] = []
    for own in left.comparisons { pairs.append(Pair(left: own, right: Self.take(own, from: &rest))) }
    for other in rest { pairs.append(Pair(left: nil, right: other)) }
    return pairs.filter(\.isDifferent)
  }

  /// Removes and returns the comparison of the same subject and key; nil without one.
  private static func take(_ own: Comparison, from others: inout [Comparison]) -> Comparison? {
    guard let place = others.firstIndex(where: { $0.subject == own.subject && $0.key == own.key }) else { return nil }
    return others.remove(at: place)
  }
}

/// Describes the difference for the users, in a sentence or two.
extension DiffAnswer {
  var sentence: String {
    guard let decisions else { return "No decision can be compared: \(unasked) was asked nothing so far." }
    let (own, other) = (decisions.left.decision, decisions.right.decision)
    if decisions.isSameAnswer {
      return own.prompt.map { "Both show \(Self.name($0))." } ?? "Neither shows anything: \(own.silence)."
    }
    if own.prompt == nil, other.prompt == nil {
      return "Neither shows anything: in A \(own.silence), in B \(other.silence)."
    }
    if let a = own.prompt, let b = other.prompt, a.rule == b.rule, a.kind == b.kind {
      return "Both show \(Self.name(a)), but not the same: \(Self.differences(a, b).joined(separator: "; "))."
    }
    return "A shows \(Self.answer(own)); B shows \(Self.answer(other)).\(turningPoint.map { " \($0)" } ?? "")"
  }

  private var unasked: String {
    left.found == nil ? right.found == nil ? "neither side" : "A" : "B"
  }

  private static func name(_ prompt: Prompt) -> String { "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))" }

  /// Returns the differences between two prompts of one rule and kind, each from A to B.
  private static func differences(_ a: Prompt, _ b: Prompt) -> [String] {
    let values: [(name: String, a: String?, b: String?)] = [
      ("language", a.shownLanguage, b.shownLanguage),
      ("text", a.message.firstLine, b.message.firstLine),
      ("destination", a.destination?.string, b.destination?.string),
      ("buttons", a.buttonWords, b.buttonWords),
    ]
    let differing = values.filter { $0.a.map { ExactString($0) } != $0.b.map { ExactString($0) } }
      .map { "\($0.name) in A \($0.a?.shown ?? "none"), in B \($0.b?.shown ?? "none")" }
    return differing.isEmpty ? ["their texts differ"] : differing
  }

  private static func answer(_ decision: Decision) -> String {
    decision.prompt.map(name) ?? "nothing, \(decision.silence)"
  }

  /// The reason why the other side does not show the rule that one side shows: its policy lacks the rule, or the rule
  /// fails a test.
  private var turningPoint: String? {
    let shown = [left, right].compactMap { $0.explanation?.decision.prompt?.rule }
    for rule in decisions?.rules ?? [] where shown.contains(rule.rule) {
      if let missing = missing(rule.rule) { return "The policy of \(missing) has no \(rule.rule.string.shown)." }
      guard let test = rule.tests.first(where: \.isDecisive), let pair = test.pairs.first else { continue }
      let (failing, name) = test.left.passed ? (pair.right, "B") : (pair.left, "A")
      let (passing, otherName) = test.left.passed ? (pair.left, "A") : (pair.right, "B")
      guard let failing else { continue }
      let (side, failed) = test.left.passed ? (rule.right, test.right) : (rule.left, test.left)
      guard let side else { continue }
      var words = "In \(name), \(rule.rule.string.shown) \(failed.failure(of: side.rule))"
      if let passing {
        words += "; in \(otherName) \(passing.subject.shown) is \(passing.found?.shown ?? "missing")"
        if ExactString(passing.wanted) != ExactString(failing.wanted) { words += ", wanted \(passing.wanted.shown)" }
      } else {
        words += "; in \(otherName) that is not asked"
      }
      return words + "."
    }
    return nil
  }

  /// The name of the side whose policy lacks a rule; nil where no policy lacks it.
  private func missing(_ rule: ExactString) -> String? {
    guard rule != Prompt.pushRule else { return nil }
    return [("A", left), ("B", right)].first { _, point in
      point.found?.step.state.policy.map { $0.rule(rule) == nil } ?? false
    }?.0
  }
}

extension Prompt {
  /// The language of the shown texts: the document's key, or the language of Herald's own texts.
  fileprivate var shownLanguage: String { language?.string ?? "\(ownLanguage.rawValue), Herald's own texts" }

  fileprivate var buttonWords: String { buttons.map(\.rawValue).joined(separator: ", ") }
}
