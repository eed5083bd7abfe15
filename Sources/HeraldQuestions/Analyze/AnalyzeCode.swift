package import Herald

/// Mistakes in a policy that an analysis of every device proves.
package enum AnalyzeCode: String, ExplainedCode {
  case neverShownRule, destinationNowhere, unendingForce

  package static let kind = "finding of `herald analyze`"

  package var explanation: CodeExplanation {
    switch self {
    case .neverShownRule:
      CodeExplanation(
        "No device ever sees a rule, whatever its properties, the time and what it saw before.",
        when:
          "No device meets all of its conditions at any moment, or other rules are shown in its place on every such "
          + "device.",
        fix: "Put it before the rules that the finding names, change the conditions that contradict, or leave it out.")
    case .destinationNowhere:
      CodeExplanation(
        "A force or an exit leads a device nowhere.",
        when: "It has no destination on the device's system, or its destination opens in another system's store alone.",
        fix: "Name a page for all systems with `targetWebsiteUrl`, or filter on `deviceOsName`.")
    case .unendingForce:
      CodeExplanation(
        "No version of the app ends a force or an exit.",
        when: "Its device sees it, or another force, with every version that is not lower than the installed one.",
        fix: "Filter on `appVersionName`, or set `targetVersion`, so that the update ends it.")
    }
  }
}

extension AnalyzeAnswer {
  /// The findings about the document: rules that are never shown, forces that lead nowhere, and forces that no version
  /// ends.
  package var findings: [Diagnostic] {
    rules.compactMap { answer in
      guard case .never(let reason) = answer.verdict else { return nil }
      return finding(
        .neverShownRule, answer.rule, what: "is never shown\(assumption.clause)", why: reason.words,
        fix: reason.fix)
    }
      + leadingNowhere.map { rule, witness in
        finding(
          .destinationNowhere, rule, what: "forces a device and leads nowhere that it can open",
          why: "a log shows it to \(witness.device)\(witness.likeness)", fix: "add `targetWebsiteUrl`")
      }
      + rules.filter(\.isUnending).map { answer in
        finding(
          .unendingForce, answer.rule, what: "lets nobody go: no version of the app ends it",
          why: answer.witness.map { "a log shows it to \($0.device)\($0.likeness)" } ?? "it is for every version",
          fix: "filter on `appVersionName`, or set `targetVersion`")
      }
  }

  private func finding(_ code: AnalyzeCode, _ rule: Rule, what: String, why: String, fix: String) -> Diagnostic {
    Diagnostic(
      code, .warning, what: "`\(rule.id.string.shown)` \(what).", place: rule.source.place, why: why, fix: fix)
  }
}

extension AnalyzeAnswer.Reason {
  fileprivate var fix: String {
    switch self {
    case .contradiction: "change the conditions that contradict each other, or leave the rule out"
    case .covered([]): "leave out `reviewVersions`, or the rule"
    case .covered(let rules): "put it before \(rules.map { "`\($0.string.shown)`" }.joined(separator: ", "))"
    }
  }
}
