import Herald

/// One installation's decisions under both policies, event by event.
extension WhatIfReport {
  /// Tells the effects of an event under both policies, for the only installation of the report.
  func lived(_ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString) throws {
    try sink.send(json: json(moment, fact, source), words: words(moment, fact))
  }

  /// Nil for an event after which nothing is decided and nothing else was done.
  private func words(_ moment: PolicyComparison.Moment, _ fact: Fact) -> String? {
    var lines: [String] = []
    if let after = moment.after {
      let place = "\(String(fact.revision).leftPadded(to: 5))  \(fact.time.words)"
      lines.append("\(style.dim(place))  \(after.decision.question.trigger.rawValue)")
      let (old, new) = (moment.before.map(words) ?? "", words(after))
      let isSame = ExactString(old) == ExactString(new)
      lines += isSame ? ["       both    \(new)"] : ["       before  \(old)", "       after   \(new)"]
    }
    if let deviation = moment.deviation {
      lines.append("       \(style.yellow("app")) at revision \(deviation.revision): \(deviation.words)")
    }
    return lines.isEmpty ? nil : lines.map { $0 + "\n" }.joined()
  }

  private func words(_ step: Counterfactual.Step) -> String {
    DecisionWords(step.decision, style).line + (step.answer.map { ", answered \($0.rawValue)" } ?? "")
  }

  /// A line for what the app did otherwise, and one for the decisions under both policies: the other policy's as
  /// `decision` with its `answer`, and the log's own as `baseline`.
  private func json(_ moment: PolicyComparison.Moment, _ fact: Fact, _ source: ExactString) -> [UInt8] {
    var output = JSONWriter()
    if let deviation = moment.deviation {
      output.line {
        $0.member("deviation") {
          $0.object {
            $0.moment(of: source, revision: deviation.revision, time: deviation.time)
            $0.member("verdict", word: deviation.verdict)
            $0.member("rule", deviation.rule)
            $0.member("kind", word: deviation.kind)
          }
        }
      }
    }
    if let step = moment.after {
      output.line {
        $0.member("decision") { step.decision.write(into: &$0) }
        $0.member("answer", word: step.answer)
        $0.member("baseline", optional: moment.before) { output, before in
          output.object {
            $0.member("decision") { before.decision.write(into: &$0) }
            $0.member("answer", word: before.answer)
          }
        }
      }
    }
    return output.bytes
  }
}
