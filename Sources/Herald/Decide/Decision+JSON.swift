/// A decision as one line of JSON, for `herald replay --decisions --format json` and for expectations.
extension Decision {
  /// Appends the decision's object; times are in UTC to the millisecond.
  package func write(into output: inout JSONWriter) {
    output.raw("{")
    writeHead(into: &output)
    output.raw(",\"rules\":")
    output.array(considered) { output, considered in
      output.raw("{\"rule\":")
      output.string(considered.rule.id)
      output.raw(",\"failed\":")
      output.word(considered.failed)
      output.raw("}")
    }
    output.raw("}")
  }

  /// What comes before the rules, without the outer braces.
  package func writeHead(into output: inout JSONWriter) {
    output.raw("\"source\":")
    output.string(question.source)
    output.raw(",\"revision\":")
    output.integer(revision)
    output.raw(",\"time\":")
    output.time(question.now.moment)
    output.raw(",\"trigger\":\"")
    output.raw(json: question.trigger.rawValue)
    output.raw("\",\"reason\":\"")
    output.raw(json: reason.rawValue)
    output.raw("\",\"show\":")
    if let prompt { prompt.write(into: &output) } else { output.raw("null") }
  }
}

extension Prompt {
  package func write(into output: inout JSONWriter) {
    output.raw("{\"rule\":")
    output.string(rule)
    output.raw(",\"kind\":\"")
    output.raw(json: kind.rawValue)
    output.raw("\",\"language\":")
    output.string(language)
    output.raw(",\"destination\":")
    output.string(destination)
    output.raw(",\"buttons\":")
    output.array(buttons) { $0.string($1.rawValue) }
    output.raw("}")
  }
}
