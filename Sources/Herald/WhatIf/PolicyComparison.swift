/// Compares what one installation was shown with what another policy would have shown it.
///
/// ```swift
/// var comparison = PolicyComparison(of: source, answers: answers)
/// for (fact, decision) in logged {
///   _ = comparison.note(fact, decision: decision, underOther: fact.data, decider: &decider)
/// }
/// print(comparison.change.isBlocked)
/// ```
package struct PolicyComparison: Sendable {
  private let source: ExactString
  private var counterfactual: Counterfactual
  private var before = ShownPrompts()
  private var after = ShownPrompts()
  private var blockedBefore = Blocking()
  private var blockedAfter = Blocking()
  /// The last logged decision; nil if something was shown since.
  private var last: Decision?

  /// The effects of one event under both policies.
  package struct Moment: Sendable {
    /// The showing in the log; nil without one.
    package let before: PromptShown?
    /// The decision under the other policy; nil for an event that asks for none.
    package let after: Counterfactual.Step?
  }

  /// Makes a comparison at the beginning of a stream.
  ///
  /// - Parameter answers: the user's answers in the whole log.
  package init(of source: ExactString, answers: LoggedAnswers) {
    self.source = source
    counterfactual = Counterfactual(of: source, answers: answers)
  }

  /// Takes note of the stream's next fact.
  ///
  /// - Parameters:
  ///   - fact: as it was logged.
  ///   - decision: the decision on it under the logged policies; nil if it asks for none.
  ///   - brought: its data under the other policy: a successful fetch carries that policy's reading.
  ///   - decider: can be shared by many installations.
  package mutating func note(
    _ fact: Fact, decision: Decision?, underOther brought: EventData, decider: inout Decider
  ) -> Moment {
    if case .appLaunched(let launch) = fact.data {
      blockedBefore.launched(launch.profile)
      blockedAfter.launched(launch.profile)
    }
    if let decision {
      last = decision
      blockedBefore.decided(decision)
    }
    var showing: PromptShown?
    if case .shown(let logged) = fact.data.screenChange {
      showing = logged
      noteLogged(logged, at: fact.revision)
    }
    let other = Fact(revision: fact.revision, time: fact.time, data: brought)
    let step = counterfactual.note(other, decider: &decider)
    if let step { noteOther(step.decision) }
    return Moment(before: showing, after: step)
  }

  private mutating func noteLogged(_ showing: PromptShown, at revision: Int) {
    before.add(showing.rule, showing.kind, at: revision)
    // Only the decision contains the destination, if the app showed its prompt.
    let prompt = last?.prompt.flatMap { $0.rule == showing.rule && $0.kind == showing.kind ? $0 : nil }
    let leadsNowhere = prompt?.leadsNowhere(on: counterfactual.state.profile) ?? false
    blockedBefore.shown(showing.rule, showing.kind, leadsNowhere: leadsNowhere)
    last = nil
  }

  private mutating func noteOther(_ decision: Decision) {
    blockedAfter.decided(decision)
    guard let prompt = decision.prompt else { return }
    after.add(prompt.rule, prompt.kind, at: decision.revision)
    let leadsNowhere = prompt.leadsNowhere(on: counterfactual.state.profile)
    blockedAfter.shown(prompt.rule, prompt.kind, leadsNowhere: leadsNowhere)
  }

  /// The properties of the last launch, the same under both policies.
  package var profile: Profile { counterfactual.state.profile }

  /// The changes under the other policy so far.
  package var change: PolicyChange {
    var rules = after.entries.map {
      RuleChange(
        rule: $0.rule, kind: $0.kind, before: before[$0.rule, $0.kind]?.count ?? 0, after: $0.count,
        revision: $0.first)
    }
    for entry in before.entries where after[entry.rule, entry.kind] == nil {
      rules.append(
        RuleChange(rule: entry.rule, kind: entry.kind, before: entry.count, after: 0, revision: entry.first))
    }
    return PolicyChange(
      source: source, profile: profile, rules: rules, blockedBefore: blockedBefore.prompt,
      blockedAfter: blockedAfter.prompt, refused: counterfactual.state.refused?.reason)
  }
}
