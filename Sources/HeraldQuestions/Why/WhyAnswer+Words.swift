import Herald

/// Explains one decision in words: one sentence, then each rule, then the events that the decision rests on.
extension WhyAnswer {
  package func words(_ style: Style, _ level: WhyLevel = .all) -> String {
    let isPlain = found.deviation == nil && found.withoutEffect == nil
    let answer = isPlain ? sentence : "Decided at revision \(found.decision.revision): \(sentence)"
    if level == .sentence { return (found.prefaces + [answer]).joined(separator: " ") + "\n" }
    var lines = [style.dim(found.title)] + (found.introduction.map { [style.dim($0)] } ?? []) + [""]
    lines += found.prefaces.flatMap { [style.yellow($0), ""] }
    lines += [style.bold(answer), ""]
    for rule in explanation.rules { lines += words(rule, style, level) + (level == .all ? [""] : []) }
    if level == .path, !explanation.rules.isEmpty { lines.append("") }
    if level == .all { lines += steps(style) + [""] }
    lines.append(style.bold("Based on"))
    for cause in because {
      let place = "revision \(cause.event.revision)".padded(to: 14)
      lines.append(
        "  \(place)\(cause.event.type.string.shown.padded(to: 21))\(cause.supplied.shown) \(style.dim(cause.event.id.string.shown))"
      )
    }
    for remark in remarks { lines += ["", remark] }
    lines += leftOutWords(style)
    lines += ["", validity ?? explanation.waitingWords]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Until when the answer holds, and what is shown then; nil where time alone never changes it.
  package var validity: String? {
    guard let until = explanation.until, let next = explanation.nextWords else { return nil }
    return "Valid until \(found.clock(until)); after that it changes without any new event: \(next)."
  }

  /// The rules that were left out of the policy in force, and why each could not be read.
  private func leftOutWords(_ style: Style) -> [String] {
    guard !leftOut.isEmpty else { return [] }
    let most = 5
    let rules = leftOut.prefix(most).map { "  \($0.location.shown)  \($0.what.shown)" }
    let rest = leftOut.count > most ? ["  and \(leftOut.count - most) more: `herald lint` lists them"] : []
    return ["", style.bold("Left out of the policy, because they are invalid")] + rules + rest
  }

  private var isMissed: Bool { found.judged?.verdict == .missed }

  /// The answer in one sentence.
  package var sentence: String {
    guard explanation.rules.isEmpty, explanation.decision.reason == .noRule, !leftOut.isEmpty else {
      return explanation.sentence(isMissed ? "should be shown" : "is shown")
    }
    let count = LeftOutRules.count(leftOut)
    let number = count == 1 ? "one was" : "\(count) were"
    return "Nothing is shown: \(explanation.decision.silence): \(number) left out as invalid."
  }

  private func words(_ rule: ExplainedRule, _ style: Style, _ level: WhyLevel) -> [String] {
    let place = rule.rule.source.place.map { place in
      ["line \(place.line)", "column \(place.column)", place.pointer].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    let verdict =
      rule.failed.map { style.red("does not apply: \($0.shortFailure)") } ?? style.green(isMissed ? "decided" : "shown")
    var lines = [
      "\(style.bold(rule.rule.id.string.shown)) (\(rule.kind.rawValue)) \(verdict)  \(style.dim((place ?? "").shown))"
    ]
    if let kind = rule.kindWords({ found.clock($0) }) { lines.append("  · \("kind".padded(to: 9)) \(kind.shown)") }
    for test in rule.tests where level == .all || test.test == rule.failed {
      let isFirst = test.test == rule.failed
      let mark = test.passed ? style.green("✓") : style.red("✗")
      let name = test.test.rawValue.padded(to: 9) + " "
      guard !test.comparisons.isEmpty else {
        lines.append("  \(mark) \(style.dim(name + (test.silence ?? .notSet).words))")
        continue
      }
      // The path through a failed test consists of its failed comparisons.
      let compared = level == .all ? test.comparisons : test.comparisons.filter { !$0.passed }
      for (index, comparison) in compared.enumerated() {
        let head =
          index == 0 ? "\(mark) \(isFirst ? style.bold(name) : name)" : "  " + String(repeating: " ", count: 10)
        lines.append("  \(head)\(found.words(comparison, of: rule.rule, style))")
      }
    }
    return lines
  }
}
