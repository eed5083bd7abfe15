/// One installation's life as it was logged, beside its life under another policy.
///
/// Feed it the facts of a stream in their order, then take its ``change``.
public struct TwoLives: Sendable {
  private let source: ExactString
  private var counterfactual: Counterfactual
  private var before = ShownPrompts()
  private var after = ShownPrompts()
  private var blockedBefore = Blocking()
  private var blockedAfter = Blocking()
  /// The last logged decision, as long as nothing was shown since.
  private var last: Decision?

  /// What one event brought in both lives.
  public struct Moment: Sendable {
    /// What the log says was shown.
    public let before: PromptShown?
    /// What was decided under the other policy; nil after an event that asks nothing.
    public let after: Counterfactual.Step?
  }

  public init(of source: ExactString, answers: LoggedAnswers) {
    self.source = source
    counterfactual = Counterfactual(of: source, answers: answers)
  }

  /// Takes the next fact in.
  ///
  /// - Parameters:
  ///   - fact: as it was logged.
  ///   - decision: what was decided on it under the logged policies; nil where it asks nothing.
  ///   - brought: what it says under the other policy: a successful fetch carries that one's reading.
  ///   - decider: may be shared by many installations.
  public mutating func note(
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
    if case .promptShown(let logged) = fact.data {
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
    // Where the app showed what was decided, the decision says where it led.
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

  /// What the device said of itself at the last launch: the same in both lives.
  public var profile: Profile { counterfactual.state.profile }

  /// How the lives differ so far.
  public var change: PolicyChange {
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
