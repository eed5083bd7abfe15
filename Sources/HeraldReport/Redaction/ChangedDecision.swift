import Herald

/// A decision on a redacted log that is not the one on the original, with the states on which they were taken.
struct ChangedDecision {
  let original: Decision
  let redacted: Decision
  let before: InstallationState
  let after: InstallationState

  /// What the decision rests on that was changed; never empty.
  var causes: [ChangeCause] {
    for (own, other) in zip(original.considered, redacted.considered) where own.failed != other.failed {
      // All tests before the first that failed have passed, on both sides.
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

  /// Those of some properties that are not the same; where all are, it was the state.
  private func changed(_ properties: [ExactString]) -> [ChangeCause.Subject] {
    let changed = properties.filter { before.profile[$0] != after.profile[$0] }
    return changed.isEmpty ? [.state] : Set(changed).sorted().map { .property($0) }
  }
}
