import Herald

/// One decision explained, for people: one sentence, then rule by rule, then what it rests on.
extension WhyAnswer {
  func words(_ style: Style) -> String {
    var lines = [style.dim(found.title), "", style.bold(explanation.sentence), ""]
    for rule in explanation.rules { lines += words(rule, style) + [""] }
    lines.append(style.bold("It rests on"))
    for cause in because {
      let place = "revision \(cause.event.revision)".padded(to: 14)
      lines.append(
        "  \(place)\(cause.event.type.string.shown.padded(to: 21))\(cause.supplied.shown) \(style.dim(cause.event.id.string.shown))"
      )
    }
    if let refused = refusedDocument { lines += ["", "Not in force: the document \(refused)."] }
    if let until = explanation.until {
      lines += ["", "It holds until \(until): then time alone changes the answer."]
    } else {
      lines += ["", "Time alone never changes the answer."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The last document where it was refused and the decision would have asked it.
  private var refusedDocument: String? {
    let asksThePolicy: Set<DecisionReason> = [.noPolicy, .otherPackage, .underReview, .noRule]
    guard let refused = found.step.state.refused,
      asksThePolicy.contains(explanation.decision.reason) || !explanation.rules.isEmpty
    else { return nil }
    return
      "\(refused.digest.shortDigest) that came last is refused: \(refused.reason.rawValue), \(refused.reason.words)"
  }

  private func words(_ rule: ExplainedRule, _ style: Style) -> [String] {
    let place = rule.rule.source.place.map { place in
      ["line \(place.line)", "column \(place.column)", place.pointer].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    let verdict = rule.failed.map { style.red("fails \($0.rawValue)") } ?? style.green("shown")
    var lines = [
      "\(style.bold(rule.rule.id.string.shown)) (\(rule.rule.kind.rawValue)) \(verdict)  \(style.dim((place ?? "").shown))"
    ]
    for test in rule.tests {
      let isFirst = test.test == rule.failed
      let mark = test.passed ? style.green("✓") : style.red("✗")
      let name = test.test.rawValue.padded(to: 10)
      guard !test.comparisons.isEmpty else {
        lines.append("  \(mark) \(style.dim(name + "asks nothing"))")
        continue
      }
      for (index, comparison) in test.comparisons.enumerated() {
        let head =
          index == 0 ? "\(mark) \(isFirst ? style.bold(name) : name)" : "  " + String(repeating: " ", count: 10)
        lines.append("  \(head)\(found.words(comparison, of: rule.rule, style))")
      }
    }
    return lines
  }
}
