/// A decision as one line of JSON, for `herald replay --decisions --format json` and for expectations.
extension Decision {
  /// Appends the decision's object; times are in UTC to the millisecond.
  package func write(into output: inout JSONWriter) {
    output.object { output in
      writeHead(into: &output)
      output.member("rules", considered) { output, considered in
        output.object {
          $0.member("rule", considered.rule.id)
          $0.member("failed", word: considered.failed)
        }
      }
    }
  }

  /// Appends the members that come before the rules, to an object that the caller has begun.
  package func writeHead(into output: inout JSONWriter) {
    output.member("source", question.source)
    output.member("revision", revision)
    output.member("time", question.now.moment)
    output.member("trigger", word: question.trigger)
    output.member("reason", word: reason)
    output.member("show") { output in
      if let prompt { prompt.write(into: &output) } else { output.null() }
    }
  }
}

extension Prompt {
  /// Appends the prompt's object, without its texts.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("rule", rule)
      $0.member("kind", word: kind)
      if let variant { $0.member("variant", variant) }
      $0.member("language", language)
      $0.member("destination", destination)
      $0.member("buttons", buttons) { $0.word($1) }
    }
  }
}
