extension Decision {
  /// True if a rule, or the latched push, is shown.
  package func shows(_ rule: ExactString) -> Bool {
    guard reason == .shown else { return false }
    return rule == Prompt.pushRule ? failures.isEmpty : policy?.rules[failures.count - 1].id == rule
  }

  /// The inputs of the first obstacle. At least one of them has to change for another result.
  ///
  /// - Parameters:
  ///   - target: the id of the rule that should be shown.
  ///   - hypothesis: the question and the state that were decided.
  package func inputs(before target: ExactString, in hypothesis: Hypothesis) -> [Input] {
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
    // The version that the push asks for satisfies the latch too.
    guard let policy, !failures.isEmpty else { return [.trigger, .latch, .property(.appVersionName)] }
    guard let place = policy.rules.firstIndex(where: { $0.id == target }) else { return [] }
    guard place < failures.count else { return policy.rules[failures.count - 1].inputs + [.order] }
    let rule = policy.rules[place]
    return (failures[place]?.check.failedInputs(of: rule, in: state) ?? []) + rule.kindInputs
  }
}

extension Rule {
  /// All inputs of the rule's tests, and the rule itself.
  var inputs: [Input] {
    var seen: Set<Input> = []
    let all = RuleTests.inOrder.flatMap { $0.check.inputs(of: self) } + kindInputs + [.rule(id)]
    return all.filter { seen.insert($0).inserted }
  }
}
