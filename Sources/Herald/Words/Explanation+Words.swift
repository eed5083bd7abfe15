/// An explanation in one sentence, for people.
extension Explanation {
  /// The answer in one sentence.
  package var sentence: String {
    guard let prompt = decision.prompt else { return "Nothing is shown: \(obstacles)." }
    let name = "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))"
    if prompt.rule == Prompt.pushRule {
      return "The latched push is shown: an update was asked for and is not there yet."
    }
    let before = rules.count - 1
    let others =
      before == 0
      ? "it is the first rule, and"
      : "the \(before == 1 ? "rule" : "\(before) rules") before \(before == 1 ? "fails" : "fail"), and it"
    return "\(name) is shown: \(others) passes every test."
  }

  /// Why nothing is shown: each rule's first failing comparison, or the reason that ended the decision before the
  /// rules.
  private var obstacles: String {
    guard decision.reason == .noRule, !rules.isEmpty else { return decision.silence }
    let all = rules.map { rule in
      let test = rule.tests.first { $0.test == rule.failed }
      let comparison = test?.comparisons.first { !$0.passed }
      let why = comparison.map {
        "\($0.subject.shown) is \($0.found.map { $0.shown } ?? "missing"), wanted \($0.wanted.shown)"
      }
      return "\(rule.rule.id.string.shown) fails \(rule.failed?.rawValue ?? "nothing")" + (why.map { " (\($0))" } ?? "")
    }
    return all.prefix(3).joined(separator: "; ") + (all.count > 3 ? "; and \(all.count - 3) more fail" : "")
  }
}
