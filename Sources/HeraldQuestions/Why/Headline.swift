import Herald

/// The first line of an answer: at most twelve words that name what decided.
package enum Headline {
  /// The most words, parted by blanks.
  package static let mostWords = 12

  /// The longest of some texts that has room, the fullest first; the last one is cut where none has.
  static func fitting(_ texts: [String]) -> String {
    if let text = texts.first(where: { count($0) <= mostWords }) { return text }
    return (texts.last ?? "").split(separator: " ").prefix(mostWords - 1).joined(separator: " ") + " …"
  }

  /// The number of words.
  package static func count(_ text: String) -> Int { text.split(separator: " ").count }

  /// A name and what is said of it, with figures in parentheses where they have room.
  ///
  /// - Parameter figures: the fullest first.
  static func of(_ name: String, _ words: String, _ figures: [String] = []) -> String {
    fitting(figures.map { "\(name): \(words) (\($0))" } + ["\(name): \(words)"])
  }

  /// The answer about a decision.
  ///
  /// - Parameter happens: the fate of the prompt, such as `is shown`.
  static func of(_ explanation: Explanation, _ happens: String) -> String {
    guard let prompt = explanation.decision.prompt else { return silence(explanation) }
    let name = "\(prompt.rule.string.shown) (\(prompt.kind.rawValue)) \(happens)"
    if prompt.rule == Prompt.pushRule { return fitting(["\(name): its update is not installed yet", name]) }
    guard let way = explanation.rules.last?.standing?.deadline?.due else {
      let change = explanation.rules.last?.standing?.change
      let first = explanation.rules.count == 1 ? "the first rule" : "the first rule that"
      return fitting(
        (change.map { ["\(name): the change of version is \($0.rawValue)"] } ?? [])
          + ["\(name): \(first) meets every condition", name])
    }
    return fitting(["\(name): its deadline has passed, by \(way.rawValue)", "\(name): its deadline has passed", name])
  }

  private static func silence(_ explanation: Explanation) -> String {
    let nothing = "Nothing is shown"
    guard explanation.decision.reason == .noRule, let first = explanation.rules.first else {
      return fitting(["\(nothing): \(explanation.decision.silence)", nothing])
    }
    if explanation.rules.count == 1, let failed = first.tests.first(where: { $0.test == first.failed }) {
      let (name, reason) = (first.rule.id.string.shown, failed.test.shortFailure)
      let fates = ["\(name) is not shown: \(reason)", "\(name) not shown: \(reason)"]
      return fitting(failed.figures.flatMap { figures in fates.map { "\($0) (\(figures))" } } + fates)
    }
    let none = "\(nothing): none of \(explanation.rules.count.grouped) rules applies"
    let groups = Dictionary(grouping: explanation.rules.compactMap(\.failed)) { $0 }
    let failures = RuleTest.allCases.compactMap { test in groups[test].map { (test, $0.count) } }
      .sorted { $0.1 > $1.1 }.map { "\($0.1.grouped) \($0.0.rawValue)" }
    return fitting(["\(none) (\(failures.joined(separator: ", ")))", none])
  }
}

extension ExplainedTest {
  /// The failed comparison in a few words, such as `6 of fewer than 5 in 7 d`, the fullest first; empty where there is
  /// none.
  var figures: [String] {
    guard let failed = comparisons.first(where: { !$0.passed }) else { return [] }
    let found = failed.found?.shown ?? "missing"
    if failed.incomparable != nil { return ["\(failed.subject.shown) \(found) cannot be compared"] }
    switch failed.numbers {
    case .count(let found, let wanted):
      guard let span = failed.span else { return ["\(found) of \(wanted)"] }
      let short = "\(found) of fewer than \(wanted)"
      return ["\(short) in \(LengthOfTime.words(span))", short]
    case .milliseconds(let found, let wanted):
      return ["\(LengthOfTime.brief(found)) of \(LengthOfTime.brief(wanted))"]
    case .share: return ["draw \(found), wanted \(failed.wanted.shown)", "draw \(found)"]
    case nil: break
    }
    switch test {
    // The subject is the clock, and the time itself is in the line below.
    case .quietHours, .window: return ["wanted \(failed.wanted.shown)"]
    case .fresh, .trigger, .filters, .segments, .version, .change, .age, .rollout, .holdout, .skipped, .count, .caps,
      .budget, .period, .installed, .text:
      return ["\(failed.subject.shown) \(found), wanted \(failed.wanted.shown)", "\(failed.subject.shown) \(found)"]
    }
  }
}

extension LengthOfTime {
  /// A length in its two largest units, such as `6 d 23 h`.
  static func brief(_ milliseconds: Int64) -> String {
    let parts = words(milliseconds).split(separator: " ")
    // A number and its unit are two words.
    return parts.count <= 4 ? words(milliseconds) : parts.prefix(4).joined(separator: " ")
  }
}
