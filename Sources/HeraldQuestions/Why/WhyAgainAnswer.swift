import Herald

/// Explains why a prompt came again, as JSON.
package struct WhyAgainAnswer: DecisionAnswer {
  package let found: DecisionFinder.Found
  let again: WhyAgain

  /// Nil where the decision shows nothing.
  init?(_ found: DecisionFinder.Found) {
    let explanation = Explanation(found.decision.question, in: found.step.state)
    guard let again = WhyAgain(explanation, after: found.showings) else { return nil }
    self.found = found
    self.again = again
  }

  package var json: String {
    var output = JSONWriter()
    output.line {
      again.explanation.decision.writeHead(into: &$0)
      $0.member("headline", headline)
      $0.member("sentence", sentence)
      $0.member("unjustified", false)
      found.writeAhead(into: &$0)
      found.writeNamesakes(of: rule, into: &$0)
      $0.member("showings", again.showings) { $1.write(into: &$0) }
      $0.member("passes", again.passes) { write($1, into: &$0) }
    }
    return output.string
  }

  private func write(_ pass: WhyAgain.Pass, into output: inout JSONWriter) {
    output.object {
      $0.member("test", word: pass.test)
      $0.member("reason", word: pass.reason)
      $0.member("compared") {
        if let comparison = pass.comparisons.first, let rule = again.explanation.rules.last?.rule {
          found.write(comparison, of: rule, into: &$0)
        } else {
          $0.null()
        }
      }
    }
  }
}

/// Explains in words why a prompt came again: one sentence, the earlier showings, and the tests that let it through.
extension WhyAgainAnswer {
  package func words(_ style: Style, _ level: WhyLevel = .all) -> String {
    let prefaces = [found.missingWords, found.aheadWords].compactMap(\.self)
    let remarks = [inTruth].compactMap(\.self) + found.namesakeWords(of: rule)
    if level == .sentence { return (prefaces + [sentence] + remarks).joined(separator: " ") + "\n" }
    var lines =
      [style.dim(found.title), ""] + prefaces.flatMap { [style.yellow($0), ""] }
      + [style.bold(headline), "", sentence]
    for remark in remarks { lines += ["", remark] }
    lines += again.showings.lines(style)
    if !again.passes.isEmpty { lines += ["", style.bold("What let it through")] }
    for pass in again.passes {
      lines.append("  \(style.green("✓")) \(pass.test.rawValue.padded(to: 9)) \(words(pass, style))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var rule: Rule? { again.explanation.rules.last?.rule }

  /// The number of the showing, and the most informative reason.
  package var headline: String {
    let name = again.prompt.rule.string.shown
    guard !again.showings.isEmpty else {
      return Headline.fitting(
        found.showings.ofOtherNames(rule).isEmpty
          ? ["\(name) is shown for the first time"] : ["\(name) is shown for the first time under this id"])
    }
    let times = "\(name) is shown for the \(again.showings.nextOrdinal) time"
    if again.prompt.rule == Prompt.pushRule { return Headline.fitting(["\(times): not updated yet", times]) }
    if again.prompt.kind.isBlocking {
      return Headline.fitting(["\(times): no limit holds a \(again.prompt.kind.rawValue)", times])
    }
    if manual != nil { return Headline.fitting(["\(times): the user asked", times]) }
    if period != nil { return Headline.fitting(["\(times): its period had ended", times]) }
    return Headline.fitting(
      compared == nil ? ["\(times): no period set", times] : ["\(times): its limits allow it", times])
  }

  /// The period that had ended; nil where none counted.
  private var period: Comparison? { again.passes.first { $0.test == .period }?.comparisons.first }

  /// The most time that had passed in truth, where the clock was ahead; nil where the log does not say.
  private var inTruth: String? {
    guard let step = found.aheadStep, let last = again.showings.last, let most = step.mostTime(since: last),
      most < found.step.event.time.moment.milliseconds - last.time.moment.milliseconds
    else { return nil }
    return "In truth at most \(LengthOfTime.words(most)) had passed since it was shown last (revision "
      + "\(last.event.revision)): the clock was ahead."
  }

  /// The most informative reason in one sentence.
  var sentence: String {
    let name = again.prompt.rule.string.shown
    guard !again.showings.isEmpty else {
      return found.showings.ofOtherNames(rule).isEmpty
        ? "\(name) is shown for the first time: it was never shown before."
        : "\(name) is shown for the first time under this id."
    }
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

/// Explains a prompt that no decision of the log asked for: the app showed it by itself, or the decision is missing. Behind
/// missing revisions nobody knows which, and the answer accuses nobody.
package struct UnjustifiedAnswer: DecisionAnswer {
  package let found: DecisionFinder.Found
  let judged: JudgedPrompt

  private var showings: [PastShowing] { found.showings[rule] }
  private var rule: ExactString { judged.rule ?? found.decision.prompt?.rule ?? "" }

  var sentence: String {
    if judged.verdict == .unknown { return "Revision \(judged.revision): \(judged.words)." }
    return
      "\(rule.string.shown) is shown for the \(showings.nextOrdinal) time at revision \(judged.revision), and no decision "
      + "asks for it: the one before it, at revision \(found.decision.revision), \(decided)."
  }

  package var headline: String {
    let name = rule.string.shown
    if judged.verdict == .unknown {
      return Headline.fitting([
        "\(name), shown at revision \(judged.revision), cannot be judged: revisions are missing",
        "\(name) cannot be judged: revisions are missing",
      ])
    }
    return Headline.fitting(["\(name) is shown at revision \(judged.revision), and no decision asks for it"])
  }

  /// The decision before the showing, in words.
  private var decided: String {
    guard judged.decision != nil else { return "had been shown already" }
    guard let prompt = found.decision.prompt else {
      return "shows nothing (\(found.decision.silence))"
    }
    return "shows \(prompt.rule.string.shown) (\(prompt.kind.rawValue))"
  }

  package func words(_ style: Style, _ level: WhyLevel = .all) -> String {
    if level == .sentence { return sentence + "\n" }
    let advice =
      "`herald why --not \(rule.string.shown) --revision \(found.decision.revision)` says what stopped it."
    return
      ([style.dim(found.title), "", style.bold(headline), "", sentence] + showings.lines(style)
      + ["", style.dim(advice)])
      .joined(separator: "\n") + "\n"
  }

  package var json: String {
    var output = JSONWriter()
    output.line {
      found.decision.writeHead(into: &$0)
      $0.member("headline", headline)
      $0.member("sentence", sentence)
      $0.member("unjustified", judged.verdict == .unjustified)
      $0.member("showings", showings) { $1.write(into: &$0) }
      $0.member("passes") { $0.raw("[]") }
    }
    return output.string
  }
}
