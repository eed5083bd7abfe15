import Herald
import HeraldFormats

extension AnalyzeAnswer {
  /// A line for each rule, pair and finding, then the summary.
  public var json: String {
    var output = JSONWriter()
    for rule in rules { output.line { write(rule, into: &$0) } }
    for pair in pairs {
      output.line {
        $0.member("file", file)
        $0.member("both", [pair.wins.id, pair.loses.id]) { $0.string($1) }
        $0.member("wins", pair.wins.id)
        $0.member("witness") { pair.witness.write(into: &$0) }
      }
    }
    for (rule, witness) in withoutText { output.finding("noText", rule, witness, in: file) }
    for (rule, witness) in leadingNowhere { output.finding("nowhere", rule, witness, in: file) }
    for answer in rules where answer.isUnending {
      if let witness = answer.witness { output.finding("unending", answer.rule, witness, in: file) }
    }
    output.line {
      $0.member("file", file)
      $0.member("summary") { output in
        output.object {
          $0.member("rules", rules.count)
          $0.member("shown", counts.shown)
          $0.member("never", counts.never)
          $0.member("notDecided", counts.notDecided)
          if let assumption { $0.member("assume", assumption.name) }
          if let limit { $0.member("limit", limit) }
        }
      }
    }
    return output.string
  }

  private func write(_ answer: RuleAnswer, into output: inout JSONWriter) {
    var (because, coveredBy, limit) = (nil as String?, [] as [ExactString], nil as String?)
    let verdict: String
    switch answer.verdict {
    case .shown: verdict = "shown"
    // Where all versions of a rule are under review, no other rule is in its way.
    case .never(.covered([])): (verdict, because) = ("never", "contradiction")
    case .never(.contradiction): (verdict, because) = ("never", "contradiction")
    case .never(.covered(let rules)): (verdict, because, coveredBy) = ("never", "covered", rules)
    case .notDecided(let met): (verdict, limit) = ("notDecided", met)
    }
    output.member("file", file)
    output.member("rule", answer.rule.id)
    output.member("kind", word: answer.rule.kind)
    output.member("verdict", verdict)
    output.member("because", because)
    output.member("coveredBy", coveredBy) { $0.string($1) }
    output.member("limit", limit)
    output.member("endedBy", answer.endedBy)
    output.member("place", optional: answer.rule.source.place) { output, place in
      output.object {
        $0.member("line", place.line)
        $0.member("column", place.column)
        $0.member("pointer", place.pointer)
      }
    }
    output.member("witness", optional: answer.witness) { $1.write(into: &$0) }
  }
}

extension JSONWriter {
  fileprivate mutating func finding(_ name: StaticString, _ rule: Rule, _ witness: AnalyzeWitness, in file: String) {
    line {
      $0.member("file", file)
      $0.member(name, rule.id)
      $0.member("witness") { witness.write(into: &$0) }
    }
  }
}

extension AnalyzeWitness {
  /// Appends `{"source":…,"revision":…,"log":[…]}`, and `like` where a log was compared with.
  func write(into output: inout JSONWriter) {
    output.object {
      $0.member("source", source)
      $0.member("revision", revision)
      $0.member("log", events) { $0.raw(json: $1.line) }
      if let like {
        $0.member("like") { output in
          output.object {
            $0.member("installations", like.installations)
            $0.member("of", like.of)
          }
        }
      }
    }
  }
}
