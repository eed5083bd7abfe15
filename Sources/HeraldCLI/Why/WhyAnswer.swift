import Herald

/// One decision explained, for machines.
struct WhyAnswer {
  let found: DecisionFinder.Found
  let explanation: Explanation
  let because: [Causes.Because]
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
    output.raw("{")
    explanation.decision.writeHead(into: &output)
    output.raw(",\"rules\":")
    output.array(explanation.rules) { write($1, into: &$0) }
    output.raw(",\"because\":")
    output.array(because) { output, cause in
      output.raw("{")
      output.event(revision: cause.event.revision, id: cause.event.id, type: cause.event.type)
      output.raw(",\"supplied\":")
      output.string(cause.supplied)
      output.raw("}")
    }
    output.raw(",\"until\":")
    output.time(explanation.until)
    output.raw("}\n")
    return output.string
  }

  private func write(_ rule: ExplainedRule, into output: inout JSONWriter) {
    output.raw("{\"rule\":")
    output.string(rule.rule.id)
    output.raw(",\"failed\":")
    output.string(rule.failed.map { ExactString($0.rawValue) })
    output.raw(",\"place\":")
    output.place(rule.rule.source.place)
    output.raw(",\"tests\":")
    output.array(rule.tests) { output, test in
      output.raw("{\"test\":")
      output.string(test.test.rawValue)
      output.raw(",\"passed\":")
      output.raw(test.passed ? "true" : "false")
      output.raw(",\"compared\":")
      output.array(test.comparisons) { found.write($1, of: rule.rule, into: &$0) }
      output.raw("}")
    }
    output.raw("}")
  }
}

extension JSONWriter {
  /// By what an event is found again, as members of an object.
  mutating func event(revision: Int, id: ExactString, type: ExactString) {
    raw("\"revision\":")
    integer(revision)
    raw(",\"id\":")
    string(id)
    raw(",\"type\":")
    string(type)
  }

  /// Line, column and pointer of a place in a document.
  mutating func place(_ place: DocumentPlace?) {
    guard let place else { return raw("null") }
    raw("{\"line\":")
    integer(place.line)
    raw(",\"column\":")
    integer(place.column)
    raw(",\"pointer\":")
    string(place.pointer)
    raw("}")
  }
}
