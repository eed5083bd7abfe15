import Herald

/// Explains why a prompt came again, as JSON.
package struct WhyAgainAnswer: DecisionAnswer {
  package let found: DecisionFinder.Found
  let again: WhyAgain

  /// Nil where the decision shows nothing.
  init?(_ found: DecisionFinder.Found) {
    let explanation = Explanation(found.decision.question, in: found.step.state)
    guard let again = WhyAgain(explanation, after: found.showings) else { return nil }
    self.found = found
    self.again = again
  }

  package var json: String {
    var output = JSONWriter()
    output.line {
      again.explanation.decision.writeHead(into: &$0)
      $0.member("sentence", sentence)
      $0.member("unjustified", false)
      $0.member("showings", again.showings) { $1.write(into: &$0) }
      $0.member("passes", again.passes) { write($1, into: &$0) }
    }
    return output.string
  }

  private func write(_ pass: WhyAgain.Pass, into output: inout JSONWriter) {
    output.object {
      $0.member("test", word: pass.test)
      $0.member("reason", word: pass.reason)
      $0.member("compared") {
        if let comparison = pass.comparisons.first, let rule = again.explanation.rules.last?.rule {
          found.write(comparison, of: rule, into: &$0)
        } else {
          $0.null()
        }
      }
    }
  }
}
