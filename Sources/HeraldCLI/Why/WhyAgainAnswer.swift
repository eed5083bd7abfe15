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
    output.raw(",\"showings\":")
    output.array(again.showings) { write($1, into: &$0) }
    output.raw(",\"passes\":")
    output.array(again.passes) { write($1, into: &$0) }
    output.raw("}\n")
    return output.string
  }

  private func write(_ showing: PastShowing, into output: inout JSONWriter) {
    output.raw("{")
    output.event(revision: showing.event.revision, id: showing.event.id, type: showing.event.type)
    output.raw(",\"time\":")
    output.time(showing.time.moment)
    output.raw(",\"answer\":")
    if let answer = showing.answer {
      output.raw("{")
      output.event(revision: answer.event.revision, id: answer.event.id, type: answer.event.type)
      output.raw(",\"time\":")
      output.time(answer.time.moment)
      output.raw(",\"button\":")
      output.string(answer.button)
      output.raw("}")
    } else {
      output.raw("null")
    }
    output.raw("}")
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
