import Herald

/// Why a prompt came another time, for machines.
struct WhyAgainAnswer {
  let found: DecisionFinder.Found
  let again: WhyAgain

  /// Nil where the decision shows nothing.
  init?(_ found: DecisionFinder.Found) {
    let explanation = Explanation(found.decision.question, in: found.step.state)
    guard let again = WhyAgain(explanation, after: found.showings) else { return nil }
    self.found = found
    self.again = again
  }

  var json: String {
    var output = JSONWriter()
    output.raw("{")
    again.explanation.decision.writeHead(into: &output)
    output.raw(",\"sentence\":")
    output.string(sentence)
    output.raw(",\"unjustified\":false,\"showings\":")
    output.array(again.showings) { $1.write(into: &$0) }
    output.raw(",\"passes\":")
    output.array(again.passes) { write($1, into: &$0) }
    output.raw("}\n")
    return output.string
  }

  private func write(_ pass: WhyAgain.Pass, into output: inout JSONWriter) {
    output.raw("{\"test\":")
    output.string(pass.test.rawValue)
    output.raw(",\"reason\":")
    output.string(pass.reason.rawValue)
    output.raw(",\"compared\":")
    if let comparison = pass.comparison, let rule = again.explanation.rules.last?.rule {
      found.write(comparison, of: rule, into: &output)
    } else {
      output.raw("null")
    }
    output.raw("}")
  }
}
