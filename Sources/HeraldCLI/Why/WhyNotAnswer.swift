import Herald
import HeraldFormats

/// Why a rule was not shown at a decision, for machines.
struct WhyNotAnswer {
  let found: DecisionFinder.Found
  let whyNot: WhyNot
  private let leftOutRules: LeftOutRules

  init(_ found: DecisionFinder.Found, rule: ExactString) {
    self.found = found
    whyNot = WhyNot(rule, found.decision.question, in: found.step.state)
    leftOutRules = LeftOutRules(in: found)
  }

  /// The ids of the rules in force, in the order of the document.
  var ids: [ExactString] { found.step.state.policy?.rules.map(\.id) ?? [] }

  /// Why the rule was left out of the document in force; where the document does not have it, why others were.
  var leftOut: [Diagnostic] {
    let own = leftOutRules.findings(of: whyNot.rule)
    return own.isEmpty ? leftOutRules.findings : own
  }

  /// The rule that was probably meant: with the same number, or nearly the same letters.
  var meant: ExactString? {
    guard leftOutRules.findings(of: whyNot.rule).isEmpty else { return nil }
    let rule = whyNot.rule.string
    func number(_ id: String) -> Substring { id.split(separator: ":").last ?? "" }
    func letters(_ id: String) -> String { id.filter { !$0.isNumber } }
    let ids = ids.map(\.string)
    let misspelt = Spelling.nearest(to: rule, among: Set(ids.filter { letters($0) != letters(rule) }))
    return (ids.first { number($0) == number(rule) } ?? misspelt).map { ExactString($0) }
  }

  var json: String {
    var output = JSONWriter()
    output.raw("{")
    whyNot.decision.writeHead(into: &output)
    output.raw(",\"not\":")
    output.string(whyNot.rule)
    output.raw(",\"obstacles\":")
    output.array(whyNot.obstacles) { write($1, into: &$0) }
    output.raw(",\"smallest\":{\"sets\":")
    output.array(whyNot.smallest.sets) { output, set in
      output.array(set) { ChangeWords($1, in: found).write(into: &$0) }
    }
    output.raw(",\"limit\":")
    output.integer(whyNot.smallest.limits.changes)
    output.raw(",\"decisions\":")
    output.integer(whyNot.smallest.decisions)
    output.raw(",\"cutShort\":")
    output.raw(whyNot.smallest.isCutShort ? "true" : "false")
    output.raw("}}\n")
    return output.string
  }

  private func write(_ obstacle: Obstacle, into output: inout JSONWriter) {
    output.raw("{\"obstacle\":")
    output.string(obstacle.code)
    switch obstacle {
    case .ended, .latchWaits, .noLatch: break
    case .latchedPush:
      if let event = found.causes.latch {
        output.event(revision: event.revision, id: event.id, type: event.type)
      }
    case .earlierRule(let earlier):
      output.raw(",\"rule\":")
      output.string(earlier.rule.id)
      output.raw(",\"kind\":")
      output.string(earlier.rule.kind.rawValue)
      output.raw(",\"place\":")
      output.place(earlier.rule.source.place)
    case .failedTest(let test):
      guard let rule = whyNot.explained?.rule else { break }
      output.raw(",\"compared\":")
      output.array(test.comparisons) { found.write($1, of: rule, into: &$0) }
    case .notInPolicy: writeRules(into: &output)
    }
    output.raw("}")
  }

  private func writeRules(into output: inout JSONWriter) {
    output.raw(",\"rules\":")
    output.array(ids) { $0.string($1) }
    output.raw(",\"meant\":")
    output.string(meant)
    output.raw(",\"leftOut\":")
    output.array(leftOut) { output, finding in
      output.raw("{\"code\":")
      output.string(finding.code)
      output.raw(",\"what\":")
      output.string(finding.what)
      output.raw(",\"place\":")
      output.place(finding.place)
      output.raw("}")
    }
  }
}
