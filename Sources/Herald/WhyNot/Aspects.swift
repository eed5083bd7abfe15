/// What the first obstacle of a decision reads: one of these has to change for another outcome.
extension Decision {
  func aspects(before target: ExactString, in hypothesis: Hypothesis) -> [Aspect] {
    let state = hypothesis.state
    switch reason {
    case .notLaunched: return [.launch]
    case .alreadyVisible: return [.screen]
    case .silent: return [.trigger]
    case .busy: return [.business, .trigger]
    case .underReview: return [.property(.appVersionName), .review]
    case .noPolicy: return target == Prompt.pushRule ? [.latch, .trigger] : []
    case .otherPackage:
      return target == Prompt.pushRule ? [.latch, .trigger] : [.property(.appPackageName), .packageName]
    case .shown, .noRule: break
    }
    if target == Prompt.pushRule { return [.trigger, .latch] }
    // A version that the push asks for satisfies it too.
    guard let policy, !failures.isEmpty else { return [.trigger, .latch, .property(.appVersionName)] }
    guard let place = policy.rules.firstIndex(where: { $0.id == target }) else { return [] }
    guard place < failures.count else { return policy.rules[failures.count - 1].aspects + [.order] }
    return failures[place].map { policy.rules[place].aspects(of: $0, in: state) } ?? []
  }
}

extension Rule {
  /// All that the rule's tests read.
  var aspects: [Aspect] {
    var seen: Set<Aspect> = []
    let all = RuleTest.allCases.flatMap { aspects(of: $0) } + [.rule(id)]
    return all.filter { seen.insert($0).inserted }
  }

  /// What a failed test reads: of filters the first that does not match, which has to match.
  func aspects(of test: RuleTest, in state: InstallationState) -> [Aspect] {
    guard test == .filters else { return aspects(of: test) }
    let failing = filters.first { !$0.verdict(on: PropertyValue(state.profile[$0.property])).matches }
    return failing.map { [.property($0.property)] } ?? []
  }

  /// What a test reads, the likeliest to be different first.
  func aspects(of test: RuleTest) -> [Aspect] {
    switch test {
    case .trigger: [.trigger]
    case .filters: filters.map { .property($0.property) }
    case .version:
      condition.properties.isEmpty
        ? []
        : condition.properties.map { .property($0) }
          + (targetPackageName == nil ? [] : [.property(.appPackageName)])
    case .rollout: [.rule(id)]
    case .window: displayAfter == nil && displayBefore == nil ? [] : [.time]
    case .skipped:
      kind != .optional
        ? [] : [.trigger, .record(id)] + (condition.target == nil ? [.property(.appVersionName)] : [])
    case .count: kind.isBlocking || maxDisplayCount == nil ? [] : [.trigger, .record(id)]
    case .period: kind.isBlocking || displayPeriod == 0 ? [] : [.time, .trigger, .record(id)]
    case .installed:
      targetPackageName.map { kind == .message ? [.property(ExactString("installed.\($0)"))] : [] } ?? []
    case .text: [.property(.deviceLanguage)]
    }
  }
}

extension VersionCondition {
  /// The properties that it reads.
  var properties: [ExactString] {
    switch self {
    case .none: []
    case .below(let target, let code):
      (target == nil ? [] : [.appVersionName]) + (code == nil ? [] : [.appVersionCode, .deviceOsName])
    case .older, .equal, .lower: [.appVersionName]
    case .bundleNumber: [.appVersionCode, .appVersionName]
    case .never: []
    }
  }
}
