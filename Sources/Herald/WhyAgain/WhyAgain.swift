/// Why a prompt was shown another time: the showings before, and why none of the tests that keep a prompt from coming
/// again did so.
public struct WhyAgain: Sendable {
  public let explanation: Explanation
  /// What is shown again.
  public let prompt: Prompt
  /// The showings before, in the order of the stream; empty for the first time.
  public let showings: [PastShowing]
  /// The tests `skipped`, `count` and `period`; empty for a latched push, of which none is asked.
  public let passes: [Pass]
  /// What the rule compared of the device's version and properties: for as long as that stays so, it comes back.
  public let conditions: [Comparison]

  /// Nil where the decision shows nothing.
  public init?(_ explanation: Explanation, after showings: PastShowings) {
    guard let prompt = explanation.decision.prompt else { return nil }
    self.explanation = explanation
    self.prompt = prompt
    self.showings = showings[prompt.rule]
    let shown = explanation.rules.last
    passes =
      shown.map { shown in
        let isManual = explanation.decision.question.trigger == .manual
        return shown.tests.compactMap { Pass($0, of: shown.rule, isManual: isManual) }
      } ?? []
    let conditions = shown.map { shown in shown.tests.filter { $0.test.check.role(in: shown.rule) == .condition } }
    self.conditions = (conditions ?? []).sorted { $0.test == .version && $1.test != .version }
      .flatMap(\.comparisons).filter(\.passed)
  }

  /// Why a test let the prompt through.
  public struct Pass: Hashable, Sendable {
    public let test: RuleTest
    public let reason: Reason
    /// What was compared; nil where nothing was.
    public let comparison: Comparison?

    /// Nil for a test that doesn't keep a prompt from coming again.
    init?(_ explained: ExplainedTest, of rule: Rule, isManual: Bool) {
      guard case .limit(let isSet) = explained.test.check.role(in: rule) else { return nil }
      test = explained.test
      comparison = explained.comparisons.first
      reason =
        if rule.kind.isBlocking { .blocking } else if !isSet { .notAsked } else if isManual { .manual } else {
          comparison == nil ? .nothingBefore : .compared
        }
    }
  }

  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// What cannot be got past is never skipped, counted or spaced.
    case blocking
    /// The rule does not ask it.
    case notAsked
    /// The user asked for the check, which lifts skips, counts and periods.
    case manual
    /// Nothing had happened that it could compare: no skip, no showing.
    case nothingBefore
    /// What it compared was as the rule wants it.
    case compared
  }
}
