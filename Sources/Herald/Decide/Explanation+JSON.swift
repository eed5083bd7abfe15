/// An explanation as one line of JSON, for `herald why --format json`.
extension Explanation {
  /// Appends the decision's object with every test, the events it rests on, and until when it holds.
  package func write(_ because: [Causes.Because], from causes: Causes, into output: inout JSONWriter) {
    output.raw("{")
    decision.writeHead(into: &output)
    output.raw(",\"rules\":")
    output.array(rules) { write($1, from: causes, into: &$0) }
    output.raw(",\"because\":")
    output.array(because) { $1.write(into: &$0) }
    output.raw(",\"until\":")
    output.time(until)
    output.raw("}")
  }

  private func write(_ rule: ExplainedRule, from causes: Causes, into output: inout JSONWriter) {
    output.raw("{\"rule\":")
    output.string(rule.rule.id)
    output.raw(",\"failed\":")
    output.word(rule.failed)
    output.raw(",\"place\":")
    output.place(rule.rule.source.place)
    output.raw(",\"tests\":")
    output.array(rule.tests) { $1.write(of: rule.rule, asked: decision.revision, from: causes, into: &$0) }
    output.raw("}")
  }
}

extension ExplainedTest {
  /// Appends the test's object.
  ///
  /// - Parameter asked: the revision of the event that asked.
  package func write(of rule: Rule, asked: Int, from causes: Causes, into output: inout JSONWriter) {
    output.raw("{\"test\":\"")
    output.raw(json: test.rawValue)
    output.raw(passed ? "\",\"passed\":true" : "\",\"passed\":false")
    output.raw(",\"compared\":")
    output.array(comparisons) { $1.write(of: rule, asked: asked, from: causes, into: &$0) }
    output.raw("}")
  }
}

extension Comparison {
  /// Appends the comparison's object, with the place and the event that each side came from.
  ///
  /// - Parameter asked: the revision of the event that asked.
  package func write(of rule: Rule, asked: Int, from causes: Causes, into output: inout JSONWriter) {
    output.raw("{\"property\":")
    output.string(subject)
    output.raw(",\"value\":")
    output.string(found.map { ExactString($0) })
    output.raw(",\"text\":")
    output.string(wanted)
    output.raw(",\"passed\":")
    output.raw(passed ? "true" : "false")
    output.raw(",\"part\":")
    output.string(decidedBy.map { ExactString($0) })
    if let diagnostic {
      output.raw(",\"diagnostic\":")
      output.string(diagnostic.name)
    }
    output.raw(",\"place\":")
    output.place(key.flatMap { rule.source.keys[$0] })
    output.raw(",\"from\":")
    if let event = causes.event(for: basis, rule: rule.id) {
      output.integer(event.revision)
    } else if basis == .question {
      output.integer(asked)
    } else {
      output.raw("null")
    }
    output.raw("}")
  }
}

extension Causes.Because {
  package func write(into output: inout JSONWriter) {
    output.raw("{")
    output.event(revision: event.revision, id: event.id, type: event.type)
    output.raw(",\"supplied\":")
    output.string(supplied)
    output.raw("}")
  }
}

extension JSONWriter {
  /// By what an event is found again, as members of an object.
  package mutating func event(revision: Int, id: ExactString, type: ExactString) {
    raw("\"revision\":")
    integer(revision)
    raw(",\"id\":")
    string(id)
    raw(",\"type\":")
    string(type)
  }

  /// Line, column and pointer of a place in a document.
  package mutating func place(_ place: DocumentPlace?) {
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
