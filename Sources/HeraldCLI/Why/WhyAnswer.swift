import Herald

/// One decision explained, for machines.
struct WhyAnswer {
  let found: DecisionFinder.Found
  let explanation: Explanation
  let because: [Causes.Cause]
  /// Why rules of the document in force are not among the policy's, where the decision asked them.
  let leftOut: [Diagnostic]

  init(_ found: DecisionFinder.Found) {
    self.found = found
    explanation = Explanation(found.decision.question, in: found.step.state)
    because = found.causes.because(of: explanation, asking: found.step.event, in: found.step.state)
    let asksRules = explanation.decision.reason == .noRule || !explanation.rules.isEmpty
    leftOut = asksRules ? LeftOutRules(in: found).findings : []
  }

  /// The decision's line with every test, the events it rests on, and until when it holds.
  var json: String {
    var output = JSONWriter()
    explanation.write(because, from: found.causes, into: &output)
    output.raw("\n")
    return output.string
  }
}
