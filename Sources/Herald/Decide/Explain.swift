/// A decision with all that was compared on the way to it.
public struct Explanation: Sendable {
  public let decision: Decision
  /// The rules that the decision looked at, each with every test, also those after the first that failed.
  public let rules: [ExplainedRule]
  /// The next instant at which time alone changes the answer; nil where it never does.
  public let until: Timestamp?

  /// Explains what ``Decider/decide(_:in:)`` answers, with the same tests.
  public init(_ question: Question, in state: InstallationState) {
    var decider = Decider()
    let decision = decider.decide(question, in: state)
    self.decision = decision
    rules = Self.rules(of: decision, question, state)
    until = Self.nextChange(of: decision, in: state)
  }

  private static func rules(
    of decision: Decision, _ question: Question, _ state: InstallationState
  ) -> [ExplainedRule] {
    guard let policy = decision.policy else { return [] }
    var situation = Situation(question, in: state, DeviceVerdicts(of: state, under: policy))
    return zip(policy.rules, decision.failures).enumerated().map { index, considered in
      situation.ruleIndex = index
      return ExplainedRule(considered.0, failed: considered.1, in: situation)
    }
  }

  /// Tries every instant at which a window opens or closes or a period ends, in order.
  private static func nextChange(of decision: Decision, in state: InstallationState) -> Timestamp? {
    let question = decision.question
    let instants = Set((state.policy?.rules ?? []).flatMap { $0.instants(for: question, in: state) })
    var decider = Decider()
    return instants.sorted().first { instant in
      guard instant > question.now.moment else { return false }
      var later = question
      later.now = DeviceTime(moment: instant, offsetMinutes: question.now.offsetMinutes)
      return !decider.decide(later, in: state).showsTheSame(as: decision)
    }
  }
}

/// A rule with its tests.
public struct ExplainedRule: Sendable {
  public let rule: Rule
  /// The first test that failed; nil for the rule that is shown.
  public let failed: RuleTest?
  public let tests: [ExplainedTest]

  /// Runs every test of a rule, also those after the first that failed.
  init(_ rule: Rule, failed: RuleTest?, in situation: borrowing Situation) {
    self.rule = rule
    self.failed = failed
    var tests: [ExplainedTest] = []
    for test in RuleTest.allCases {
      var witness = RecordingWitness()
      let passed = test.check.passes(rule, in: situation, &witness)
      tests.append(ExplainedTest(test: test, passed: passed, comparisons: witness.comparisons))
    }
    self.tests = tests
  }
}

/// A test with what it compared.
public struct ExplainedTest: Sendable {
  public let test: RuleTest
  public let passed: Bool
  /// Empty where the rule asks nothing of this kind.
  public let comparisons: [Comparison]
}

extension Rule {
  /// The instants at which time alone may change the result of a test.
  func instants(for question: Question, in state: InstallationState) -> [Timestamp] {
    RuleTests.inOrder.flatMap { $0.check.instants(of: self, for: question, in: state) }
      .filter(Timestamp.range.contains)
  }
}
