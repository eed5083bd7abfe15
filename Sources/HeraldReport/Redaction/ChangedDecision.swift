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
    switch test {
    case .rollout: return [.source]
    case .filters:
      return changed(
        rule.filters.filter { matches($0, before) != matches($0, after) }.map(\.property))
    case .version: return changed([.appPackageName, .appVersionName, .appVersionCode, .deviceOsName])
    case .skipped: return changed([.appVersionName])
    case .installed: return changed([ExactString("installed.\(rule.targetPackageName?.string ?? "")")])
    case .text: return changed([.deviceLanguage])
    case .window, .period: return original.question.now == redacted.question.now ? [.state] : [.time]
    case .trigger, .count: return [.state]
    }
  }

  private func matches(_ filter: Filter, _ state: InstallationState) -> Bool {
    filter.verdict(on: PropertyValue(state.profile[filter.property])).matches
  }

  /// Those of some properties that are not the same; where all are, it was the state.
  private func changed(_ properties: [ExactString]) -> [ChangeCause.Subject] {
    let changed = properties.filter { before.profile[$0] != after.profile[$0] }
    return changed.isEmpty ? [.state] : Set(changed).sorted().map { .property($0) }
  }
}
