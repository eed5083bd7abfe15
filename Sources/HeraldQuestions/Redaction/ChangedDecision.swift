import Herald

/// A decision on a redacted log that differs from the one on the original, with the states before both.
struct ChangedDecision {
  let original: Decision
  let redacted: Decision
  let before: InstallationState
  let after: InstallationState

  /// The changed inputs of the decision; never empty.
  var causes: [ChangeCause] {
    for (own, other) in zip(original.considered, redacted.considered) where own.failed != other.failed {
      // All tests before the first failed one passed on both sides.
      let failed = [own.failed, other.failed].compactMap { $0 }
      guard let test = RuleTest.allCases.first(where: failed.contains) else { continue }
      return subjects(of: test, own.rule).map { ChangeCause(rule: own.rule.id, test: test, subject: $0) }
    }
    return changed([.appPackageName, .appVersionName, .deviceLanguage, .deviceOsName]).map {
      ChangeCause(rule: nil, test: nil, subject: $0)
    }
  }

  private func subjects(of test: RuleTest, _ rule: Rule) -> [ChangeCause.Subject] {
    switch test.redactable(in: rule, from: before.profile, to: after.profile) {
    case .source: [.source]
    case .properties(let names): changed(names)
    case .time: original.question.now == redacted.question.now ? [.state] : [.time]
    case .state: [.state]
    }
  }

  /// The properties that differ; the state where none does.
  private func changed(_ properties: [ExactString]) -> [ChangeCause.Subject] {
    let changed = properties.filter { before.profile[$0] != after.profile[$0] }
    return changed.isEmpty ? [.state] : Set(changed).sorted().map { .property($0) }
  }
}
