/// A decision with everything that was compared on the way to it.
///
/// ```swift
/// let explanation = Explanation(question, in: state)
/// for rule in explanation.rules {
///   for test in rule.tests where !test.passed { print(rule.rule.id, test.test, test.comparisons) }
/// }
/// ```
public struct Explanation: Sendable {
  /// The decision that is explained.
  public let decision: Decision
  /// The rules that the decision tested, each with every test, even the tests after the first that failed. Where only
  /// some were asked for, these alone, in the same order.
  public let rules: [ExplainedRule]
  /// The next instant at which time alone changes the answer; nil if it never does.
  public let until: Timestamp?
  /// The answer at that instant; nil if time alone never changes it.
  package let next: Decision?

  /// Explains the answer of ``Decider/decide(_:in:)``, with the same tests.
  public init(_ question: Question, in state: InstallationState) {
    var decider = Decider()
    self.init(of: decider.decide(question, in: state), in: state, by: &decider)
  }

  /// Explains some rules of an answer. What an explanation of all would say of them, this one says of them too.
  ///
  /// - Parameters:
  ///   - decision: the answer in the state.
  ///   - indices: the indices of the rules, ascending; nil for all.
  ///   - decider: knows the policy and the device of the answer already, where it gave it.
  package init(
    of decision: Decision, in state: InstallationState, rules indices: [Int]? = nil, by decider: inout Decider
  ) {
    self.decision = decision
    rules = Self.rules(of: decision, indices, in: state, &decider)
    next = Self.nextChange(of: decision, in: state, &decider)
    until = next?.question.now.moment
  }

  private static func rules(
    of decision: Decision, _ indices: [Int]?, in state: InstallationState, _ decider: inout Decider
  ) -> [ExplainedRule] {
    guard let policy = decision.policy else { return [] }
    let indices = indices ?? Array(decision.failures.indices)
    let verdicts = decider.findVerdicts(on: state, under: policy).explaining(indices.lazy.map { policy.rules[$0] })
    var situation = RuleContext(decision.question, in: state, verdicts)
    return indices.map { index in
      situation.turn(to: policy.rules[index], at: index)
      return ExplainedRule(policy.rules[index], failed: decision.failures[index], in: situation)
    }
  }

  /// Decides again at every instant at which a test may change, in order.
  private static func nextChange(
    of decision: Decision, in state: InstallationState, _ decider: inout Decider
  ) -> Decision? {
    guard let policy = state.policy else { return nil }
    let question = decision.question
    let rules = decider.findVerdicts(on: state, under: policy).rulesThatTimeChanges
    for instant in rules.instants(for: question, in: state) where instant > question.now.moment {
      var later = question
      later.now = DeviceTime(moment: instant, offsetMinutes: question.now.offsetMinutes)
      let next = decider.decide(later, in: state)
      if !next.showsTheSame(as: decision) { return next }
    }
    return nil
  }
}

extension DeviceVerdicts {
  /// The rules whose results time alone may change. A rule that fails a test of the device fails it at any time; one
  /// that closes the search may end it later all the same.
  fileprivate var rulesThatTimeChanges: [Rule] {
    zip(policy.rules, rules).lazy.filter { $0.closing != nil || $1.failed.isEmpty }.map(\.0)
  }
}

/// A rule with its tests.
public struct ExplainedRule: Sendable {
  /// The rule.
  public let rule: Rule
  /// The rule's kind at this moment.
  public let kind: PromptKind
  /// The reason for that kind; nil for a rule whose kind never changes.
  public let standing: EffectiveKind?
  /// The first test that failed; nil for the rule that is shown.
  public let failed: RuleTest?
  /// The tests in the order in which a decision runs them. Tests that only some policies request are left out where
  /// this policy does not.
  public let tests: [ExplainedTest]

  /// True if no later rule is tested, although this one is not shown.
  public var closes: Bool {
    guard failed != nil, let closing = rule.closing?.tests else { return false }
    return tests.allSatisfy { $0.passed || !closing.contains($0.test) }
  }

  /// Runs every test of a rule, even the tests after the first that failed.
  init(_ rule: Rule, failed: RuleTest?, in situation: borrowing RuleContext) {
    self.rule = rule
    self.failed = failed
    kind = situation.kind
    standing = rule.mayRise ? situation.standing(of: rule) : nil
    var tests: [ExplainedTest] = []
    for test in RuleTest.allCases where test.isNamed(of: rule, in: situation) {
      var witness = RecordingWitness()
      let passed = test.check.passes(rule, in: situation, &witness)
      tests.append(
        ExplainedTest(
          test: test, passed: passed, comparisons: witness.comparisons,
          silence: witness.comparisons.isEmpty ? TestSilence(of: test, for: rule, in: situation) : nil))
    }
    self.tests = tests
  }
}

/// A test with its comparisons.
public struct ExplainedTest: Sendable {
  /// The test.
  public let test: RuleTest
  /// True if the rule passes the test.
  public let passed: Bool
  /// The comparisons; empty if the rule does not set what is tested, or if the test passes without looking.
  public let comparisons: [Comparison]
  /// The reason why nothing was compared; nil where something was.
  package let silence: TestSilence?

  init(test: RuleTest, passed: Bool, comparisons: [Comparison], silence: TestSilence?) {
    (self.test, self.passed, self.comparisons, self.silence) = (test, passed, comparisons, silence)
  }

  /// A test that the policy does not request, which passes.
  package init(unasked test: RuleTest) { self.init(test: test, passed: true, comparisons: [], silence: .notSet) }
}

extension [Rule] {
  /// The instants at which time alone may change the result of a rule's test, or a rule's kind, in order.
  package func instants(for question: Question, in state: InstallationState) -> [Timestamp] {
    var instants = Set(flatMap { $0.instants(for: question, in: state) })
    let (now, offset) = (question.now.moment, question.now.offsetMinutes)
    func moments() -> [Timestamp] { [now] + instants.filter(Timestamp.range.contains) }
    let days = Set(compactMap(\.pacing.weekdays))
    if !days.isEmpty {
      let moments = moments()
      for days in days { instants.formUnion(Weekday.changes(of: days, after: moments, offsetMinutes: offset)) }
    }
    // After the days, because a day may begin within quiet hours.
    let quiet = Set(([first?.pacing.attention?.quietHours] + map(\.pacing.quietHours)).compactMap(\.self))
    if !quiet.isEmpty {
      let moments = moments()
      for hours in quiet { instants.formUnion(hours.instants(around: moments, offsetMinutes: offset)) }
    }
    return instants.filter(Timestamp.range.contains).sorted()
  }
}

extension Rule {
  fileprivate func instants(for question: Question, in state: InstallationState) -> [Timestamp] {
    RuleTests.inOrder.flatMap { $0.check.instants(of: self, for: question, in: state) }
      + kindInstants(for: question, in: state)
  }

  private func kindInstants(for question: Question, in state: InstallationState) -> [Timestamp] {
    guard mayRise, let deadline = pacing.deadline else { return [] }
    let index = state.records.index(of: id)
    return DeadlineStanding(deadline, of: self, state.records, index, at: question.now)
      .instants(of: deadline, lastShown: state.records[id]?.lastShown)
  }
}

extension RuleTest {
  /// True if an explanation of a rule names the test: an explanation is silent on tests that the policy does not
  /// request.
  func isNamed(of rule: Rule, in situation: borrowing RuleContext) -> Bool {
    self == .fresh ? situation.expires != nil : isAsked(by: rule)
  }

  /// True if a rule requests the test, and for every test that is not a ``OptionalTest``.
  package func isAsked(by rule: Rule) -> Bool { (check as? any OptionalTest.Type)?.isAsked(by: rule) ?? true }

}

/// The reason why a rule is not shown, for people.
extension ExplainedRule {
  /// The failed test as a sentence without its end, such as `update:7 has no text for de-DE (only en)`; nil for a rule
  /// that passes.
  package var failure: String? {
    guard let failed, let test = tests.first(where: { $0.test == failed }) else { return nil }
    return "\(rule.id.string.shown) \(test.failure(of: rule))"
  }
}

extension ExplainedTest {
  /// The meaning of the failed test, as the end of a sentence that begins with the rule.
  package func failure(of rule: Rule) -> String {
    guard let comparison = comparisons.first(where: { !$0.passed }) else { return "is not shown: \(test.shortFailure)" }
    return test.check.failure(comparison, of: rule)
  }
}

extension RuleTest {
  /// The meaning of the failed test, in two or three words.
  package var shortFailure: String { check.shortFailure }
}

extension Comparison {
  /// The remark on two versions after a semicolon; empty without one.
  var remarkWords: String { remark.map { "; \($0.words)" } ?? "" }

  /// The similar name that the device sends, after a semicolon; empty without one.
  var nearWords: String { near.map { "; \($0.words)" } ?? "" }

  /// The language that is named without a text, after a semicolon; empty without one.
  var silentLanguageWords: String { languageWithoutText.map { "; \(Self.words(withoutText: $0))" } ?? "" }

  private static func words(withoutText language: ExactString) -> String {
    "the entry `\(language.string.shown)` is there without a `message`"
  }

  /// What a reader must know of the two sides besides: that nothing was compared, how two versions compare, that the
  /// device sends the value under a similar name, or that its language is named without a text; nil where the values
  /// say it.
  package var remarks: String? {
    incomparable?.clause ?? remark?.words ?? near?.words ?? languageWithoutText.map(Self.words)
  }

  /// The value that was found, in quotes for code; `none` if it is missing.
  var foundWords: String { self.found.map { "`\($0.shown)`" } ?? "none" }
}

extension String? {
  /// The text for a sentence; `none` if it is missing.
  var shown: String { self?.shown ?? "none" }
}
