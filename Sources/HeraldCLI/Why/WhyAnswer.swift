import Herald

/// Explains one decision as JSON.
struct WhyAnswer {
  let found: DecisionFinder.Found
  let explanation: Explanation
  let because: [Causes.Cause]
  /// The findings about rules that were left out of the policy in force; empty where the decision tested no rules.
  let leftOut: [Diagnostic]

  init(_ found: DecisionFinder.Found) {
    self.found = found
    explanation = Explanation(found.decision.question, in: found.step.state)
    because = found.causes.because(of: explanation, asking: found.step.event, in: found.step.state)
    let asksRules = explanation.decision.reason == .noRule || !explanation.rules.isEmpty
    leftOut = asksRules ? LeftOutRules(in: found).findings : []
  }

  /// The decision's line with every test, the events that it rests on, and the time until which it holds.
  var json: String {
    var output = JSONWriter()
    explanation.write(because, from: found.causes, into: &output) { found.writeApp(into: &$0) }
    output.raw("\n")
    return output.string
  }
}
