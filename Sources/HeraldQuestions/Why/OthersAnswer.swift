import Herald
import HeraldLog

/// The other installations of the log that meet the same test on the same value, and the reach of each edit.
package struct OthersAnswer {
  private let outcome: SameOutcome
  private let others: OthersVisitor
  private let edits: [[Change]]
  private let found: DecisionFinder.Found

  /// The most installations that are named in words.
  private static let shownAtMost = 8

  /// Replays the whole log once more.
  ///
  /// - Parameter rule: the rule that the question is about; nil for the rule that is shown, else the first rule that
  ///   was looked at.
  /// - Returns: nil where the policy in force has no such rule.
  init?(_ found: DecisionFinder.Found, rule: ExactString?, in events: LoggedEvents) throws {
    let decision = found.decision
    let subject = rule ?? decision.prompt?.rule ?? decision.considered.first?.rule.id
    guard let subject, let outcome = SameOutcome(of: subject, decision.question, in: found.step.state) else {
      return nil
    }
    let sets = rule.map { WhyNot($0, decision.question, in: found.step.state).smallest.sets } ?? []
    edits = sets.filter { set in set.allSatisfy { $0.scope == .policy } }
    var visitor = OthersVisitor(outcome, besides: found.step.event.source, edits: edits)
    try events.replay(.all, inAnyOrder: true, visitor: &visitor)
    others = visitor
    self.outcome = outcome
    self.found = found
  }

  package func words(_ style: Style) -> String {
    let all = max(0, others.installations - 1)
    let count = others.alike.count
    var lines = ["", style.bold("Others")]
    lines.append(
      "  \(count.grouped) of \(all.of("other installation", "other installations")), asked the same at the end of the log, "
        + (count == 1 ? "\(outcomeWords(isOne: true))" : "\(outcomeWords(isOne: false))"))
    lines += others.alike.prefix(Self.shownAtMost).map { "    \($0.string.shown)" }
    if count > Self.shownAtMost { lines.append("    and \((count - Self.shownAtMost).grouped) more: --format json") }
    for (edit, reached) in zip(edits, others.reached) {
      let words = edit.map { ChangeWords($0, in: found).words }.joined(separator: " and ")
      lines.append("  if \(words): shown to \(reached.of("other installation", "other installations")) too")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func outcomeWords(isOne: Bool) -> String {
    let name = outcome.rule.string.shown
    guard let test = outcome.test else { return "\(isOne ? "passes" : "pass") all tests of \(name) as this one does" }
    let value = outcome.subject.map { ": \($0.shown) \(outcome.found?.shown ?? "missing")" } ?? ""
    return "\(isOne ? "fails" : "fail") the same test of \(name) on the same value (\(test.rawValue)\(value))"
  }

  /// Appends a line `{"others":{…}}`.
  package var json: String {
    var output = JSONWriter()
    output.line {
      $0.member("others") {
        $0.object {
          $0.member("rule", outcome.rule)
          $0.member("test", word: outcome.test)
          $0.member("property", outcome.subject)
          $0.member("value", outcome.found)
          $0.member("installations", others.installations)
          $0.member("alike", others.alike.count)
          $0.member("sources", others.alike) { $0.string($1) }
          $0.member("edits", Array(zip(edits, others.reached))) { output, edit in
            output.object {
              $0.member("set", edit.0) { ChangeWords($1, in: found).write(into: &$0) }
              $0.member("reached", edit.1)
            }
          }
        }
      }
    }
    return output.string
  }
}
