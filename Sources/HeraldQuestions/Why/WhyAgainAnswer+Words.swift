import Herald

/// Explains in words why a prompt came again: one sentence, the earlier showings, and the tests that let it through.
extension WhyAgainAnswer {
  package func words(_ style: Style, _ level: WhyLevel = .all) -> String {
    let missing = found.missingWords.map { [$0] } ?? []
    if level == .sentence { return (missing + [sentence]).joined(separator: " ") + "\n" }
    var lines = [style.dim(found.title), ""] + missing.flatMap { [style.yellow($0), ""] } + [style.bold(sentence)]
    lines += again.showings.lines(style)
    if !again.passes.isEmpty { lines += ["", style.bold("What let it through")] }
    for pass in again.passes {
      lines.append("  \(style.green("✓")) \(pass.test.rawValue.padded(to: 9)) \(words(pass, style))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var rule: Rule? { again.explanation.rules.last?.rule }

  /// The most informative reason in one sentence.
  var sentence: String {
    let name = again.prompt.rule.string.shown
    guard !again.showings.isEmpty else { return "\(name) is shown for the first time: it was never shown before." }
    let times = "\(name) is shown for the \(again.showings.nextOrdinal) time: "
    if again.prompt.rule == Prompt.pushRule {
      return times + "a push that asks for an update comes back until the updated app is launched."
    }
    if again.prompt.kind.isBlocking {
      return times
        + "a prompt of kind \(again.prompt.kind.rawValue) is never skipped, counted or spaced, and comes back"
        + " at each check and at each return at which the user is not busy\(condition)."
    }
    return times + (manual ?? compared ?? "the rule sets no period between two showings\(unlimited).")
  }

  /// The condition under which the prompt comes back.
  private var condition: String {
    // The condition that an update changes is the most informative.
    let conditions = again.conditions
    guard let first = conditions.first(where: { $0.subject.hasPrefix("appVersion") }) ?? conditions.first else {
      return ", for as long as the policy has the rule"
    }
    let verb = first.key?.hasPrefix("/filters") == true ? "matches" : "is"
    return ", for as long as \(first.subject.shown) (\(first.found?.shown ?? "missing")) \(verb) \(first.wanted.shown)"
  }

  private var manual: String? {
    again.passes.contains { $0.reason == .manual }
      ? "the user asked for the check, which lifts skips, counts, periods and limits." : nil
  }

  /// The comparisons that passed, the period first, because it is the most informative.
  private var compared: String? {
    func found(_ test: RuleTest) -> Comparison? { again.passes.first { $0.test == test }?.comparisons.first }
    var parts: [String] = []
    if case .milliseconds(_, let period)? = found(.period)?.numbers, let elapsed = found(.period)?.found {
      parts.append("its period of \(LengthOfTime.words(period)) had ended (\(elapsed) since it was shown last)")
    }
    if let skipped = found(.skipped) {
      parts.append("the user skipped version \(skipped.found?.shown ?? "?"), and this is \(skipped.wanted.shown)")
    }
    if let most = rule?.maxDisplayCount, let count = found(.count)?.found {
      parts.append("it was shown \(count) of at most \(most) times")
    }
    for comparison in again.passes.filter({ $0.test == .caps || $0.test == .budget }).flatMap(\.comparisons) {
      guard case .count(let shown, let most)? = comparison.numbers else { continue }
      parts.append("\(shown) of at most \(most) \(comparison.subject.shown)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ") + "."
  }

  private var unlimited: String { rule?.maxDisplayCount == nil ? " and no limit to them" : "" }

  private func words(_ pass: WhyAgain.Pass, _ style: Style) -> String {
    switch pass.reason {
    case .blocking: style.dim(TestSilence.blocking(again.prompt.kind).words)
    case .notAsked: style.dim(pass.test == .skipped ? "only optional updates are skipped" : "the rule sets none")
    case .manual: TestSilence.manual.words
    case .nothingBefore: TestSilence.nothingBefore(pass.test).words
    case .compared:
      rule.map { rule in pass.comparisons.map { found.words($0, of: rule, style) }.joined(separator: "; ") } ?? ""
    }
  }
}
