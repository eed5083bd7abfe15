import Herald

/// One installation's replay under one policy: the prompts that it is shown, and the prompt that blocks it at the end.

struct PolicyLife: Sendable {
  private var counterfactual: Counterfactual
  private(set) var shown = ShownPrompts()
  private(set) var blocking = Blocking()
  private(set) var busiest = BusiestDay()
  private(set) var firstForce: FirstForce?

  init(of source: ExactString, answers: LoggedAnswers) {
    counterfactual = Counterfactual(of: source, answers: answers)
  }

  /// Begins behind events that were forgotten; see ``Counterfactual/begin(in:fetched:)``.
  mutating func begin(in start: InstallationState, fetched: EventData?) {
    counterfactual.begin(in: start, fetched: fetched)
    blocking.launched(start.profile)
  }

  /// Takes note of the next fact; see ``Counterfactual/note(_:decider:)``.
  mutating func note(_ fact: Fact, decider: inout Decider) -> Counterfactual.Step? {
    if case .appLaunched(let launch) = fact.data { blocking.launched(launch.profile) }
    guard let step = counterfactual.note(fact, decider: &decider) else { return nil }
    blocking.decided(step.decision)
    guard let prompt = step.decision.prompt else { return step }
    let (revision, time) = (step.decision.revision, step.decision.question.now)
    shown.add(prompt.rule, prompt.kind, at: revision)
    busiest.show(at: time)
    if firstForce == nil, prompt.kind.isBlocking {
      firstForce = FirstForce(rule: prompt.rule, kind: prompt.kind, time: time, revision: revision)
    }
    blocking.shown(prompt.rule, prompt.kind, leadsNowhere: prompt.leadsNowhere(on: profile))
    return step
  }

  /// Searches the rules in force for phased rules. The state is lent: a property that returned it would copy it.
  func look(for phased: inout PhasedDraws, of source: ExactString) {
    phased.look(at: counterfactual.state, of: source)
  }

  /// The properties of the last launch.
  var profile: Profile { counterfactual.state.profile }

  /// The reason why the last document is not in force; nil if it is.
  var refused: RefusalReason? { counterfactual.state.refused?.reason }
}
