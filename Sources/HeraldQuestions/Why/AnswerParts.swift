package import Herald

/// The parts of an answer about a decision that a page draws: rules with their tests, events, showings, changes. Each
/// stands in the answer's words too.
package struct AnswerParts: Sendable {
  /// The rules that the answer rests on, each with its tests, in the order of the document.
  package var rules: [ExplainedRule] = []
  /// The texts of the prompt; nil where the answer is about none that is shown.
  package var text: ShownText?
  /// The events that the answer rests on, in the order of the stream.
  package var because: [Provenance.Cause] = []
  /// The earlier showings, oldest first; empty where the answer is not about them.
  package var showings: [PastShowing] = []
  /// The smallest sets of changes with which the rule would have been shown, in words.
  package var changes: [[String]] = []
  /// The number of times that it was decided again to find the changes.
  package var decisions = 0
}

extension WhyDecisionAnswer {
  /// All rules that the decision tested, the texts of its prompt, and the events behind it.
  package var parts: AnswerParts { AnswerParts(rules: explanation.rules, text: shownText, because: because) }
}

extension WhyNotAnswer {
  /// The rule with its tests, behind the first rules that stand in its way, and the changes that would show it. The
  /// sentence says how many more stand there.
  package var parts: AnswerParts {
    let before = whyNot.obstacles.compactMap { obstacle -> ExplainedRule? in
      switch obstacle {
      case .earlierRule(let earlier), .closingRule(let earlier): earlier
      case .ended, .failedTest, .latchWaits, .latchedPush, .noLatch, .notInPolicy: nil
      }
    }
    let isKnown = !whyNot.obstacles.contains { if case .notInPolicy = $0 { true } else { false } }
    return AnswerParts(
      rules: before.prefix(3) + [whyNot.explained].compactMap(\.self),
      changes: isKnown ? whyNot.smallest.sets.map { $0.map { ChangeWords($0, in: found).words } } : [],
      decisions: whyNot.smallest.decisions)
  }
}

extension WhyAgainAnswer {
  /// The rule that let the prompt through, and the earlier showings.
  package var parts: AnswerParts {
    AnswerParts(rules: again.explanation.rules.suffix(1), showings: again.showings)
  }
}

extension UnjustifiedAnswer {
  /// The earlier showings: no rule asks for the prompt.
  package var parts: AnswerParts {
    AnswerParts(showings: found.showings[judged.rule ?? found.decision.prompt?.rule ?? ""])
  }
}

extension FoundDecision {
  /// The revision of the event that the found value of a comparison came from; nil for none.
  package func origin(of comparison: Comparison, in rule: Rule) -> Int? {
    comparison.origin(in: rule, asked: step.event.revision, from: causes)
  }
}
