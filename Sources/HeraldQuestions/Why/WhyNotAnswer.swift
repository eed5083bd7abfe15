import Herald
import HeraldFormats

/// Explains as JSON why a rule was not shown.
package struct WhyNotAnswer: DecisionAnswer {
  package let found: DecisionFinder.Found
  let whyNot: WhyNot
  private let leftOutRules: LeftOutRules

  init(_ found: DecisionFinder.Found, rule: ExactString) {
    self.found = found
    whyNot = WhyNot(rule, found.decision.question, in: found.step.state)
    leftOutRules = LeftOutRules(in: found)
  }

  /// The ids of the rules in force, in the order of the document.
  var ids: [ExactString] { found.step.state.policy?.rules.map(\.id) ?? [] }

  /// The findings for which reading the document left the rule out; if the document has no such rule, the findings
  /// about other rules.
  var leftOut: [Diagnostic] {
    let own = leftOutRules.findings(of: whyNot.rule)
    return own.isEmpty ? leftOutRules.findings : own
  }

  /// The rule that was probably meant: a rule with the same number, or with a similar id.
  var meant: ExactString? {
    guard leftOutRules.findings(of: whyNot.rule).isEmpty else { return nil }
    let rule = whyNot.rule.string
    func number(_ id: String) -> Substring { id.split(separator: ":").last ?? "" }
    func letters(_ id: String) -> String { id.filter { !$0.isNumber } }
    let ids = ids.map(\.string)
    let misspelt = Spelling.nearest(to: rule, among: Set(ids.filter { letters($0) != letters(rule) }))
    return (ids.first { number($0) == number(rule) } ?? misspelt).map { ExactString($0) }
  }

  package var json: String {
    var output = JSONWriter()
    output.line {
      whyNot.decision.writeHead(into: &$0)
      $0.member("not", whyNot.rule)
      $0.member("obstacles", whyNot.obstacles) { write($1, into: &$0) }
      $0.member("smallest") { $0.object { writeSmallest(into: &$0) } }
      $0.member("due", optional: whyNot.due) { output, due in
        output.object {
          $0.member("from", due.from)
          $0.member("waitMilliseconds", Int(due.from.milliseconds - whyNot.decision.question.now.moment.milliseconds))
          $0.member("trigger", word: due.trigger)
          if let operation = due.operation { $0.member("operation", operation) }
          $0.member("shown", due.isShown)
        }
      }
      found.writeApp(into: &$0)
    }
    return output.string
  }

  /// The fewest changes with which the rule would have been shown.
  private func writeSmallest(into output: inout JSONWriter) {
    let smallest = whyNot.smallest
    output.member("sets", smallest.sets) { output, set in
      output.array(set) { ChangeWords($1, in: found).write(into: &$0) }
    }
    output.member("limit", smallest.limits.changes)
    output.member("decisions", smallest.decisions)
    output.member("cutShort", smallest.isCutShort)
  }

  private func write(_ obstacle: Obstacle, into output: inout JSONWriter) {
    output.object {
      $0.member("obstacle", obstacle.code)
      writeDetails(of: obstacle, into: &$0)
    }
  }

  private func writeDetails(of obstacle: Obstacle, into output: inout JSONWriter) {
    switch obstacle {
    case .ended, .latchWaits, .noLatch: break
    case .latchedPush:
      if let event = found.causes.latch {
        output.event(revision: event.revision, id: event.id, type: event.type)
      }
    case .earlierRule(let earlier), .closingRule(let earlier):
      output.member("rule", earlier.rule.id)
      output.member("kind", word: earlier.kind)
      output.member("place") { $0.place(earlier.rule.source.place) }
    case .failedTest(let test):
      guard let rule = whyNot.explained?.rule else { break }
      output.member("compared", test.comparisons) { found.write($1, of: rule, into: &$0) }
    case .notInPolicy: writeRules(into: &output)
    }
  }

  private func writeRules(into output: inout JSONWriter) {
    output.member("rules", ids) { $0.string($1) }
    output.member("meant", meant)
    output.member("leftOut", leftOut) { output, finding in
      output.object {
        $0.member("code", finding.code.name)
        $0.member("what", finding.what)
        $0.member("place") { $0.place(finding.place) }
      }
    }
  }
}
