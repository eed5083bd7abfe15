import Herald
import HeraldQuestions

// The samples of Herald's doc comments on decisions, so that they compile.

private func decides(_ state: InstallationState, at now: Timestamp) {
  var decider = Decider()
  let question = Question(trigger: .launch, now: DeviceTime(moment: now), source: "/installations/1")
  let decision = decider.decide(question, in: state)
  if let prompt = decision.prompt { print(prompt.title, prompt.message) }
}

private func listsRules(_ question: Question, _ state: InstallationState, _ decider: inout Decider) {
  let decision = decider.decide(question, in: state)
  print(decision.reason)
  for considered in decision.considered { print(considered.rule.id, considered.failed?.rawValue ?? "shown") }
}

private func asks(_ event: Event) -> Question {
  let question = Question(trigger: .launch, now: event.time, source: event.source)
  return question
}

private func explains(_ question: Question, _ state: InstallationState) {
  let explanation = Explanation(question, in: state)
  for rule in explanation.rules {
    for test in rule.tests where !test.passed { print(rule.rule.id, test.test, test.comparisons) }
  }
}

private func findsRollouts(_ question: Question, _ state: InstallationState) {
  for rule in Explanation(question, in: state).rules where rule.failed == .rollout { print(rule.rule.id) }
}

private func findsCauses(
  _ events: [Event], _ explanation: Explanation, _ event: Event, _ state: inout InstallationState
) -> [Provenance.Cause] {
  var causes = Provenance()
  for event in events {
    let before = state
    state.apply(event.fact)
    causes.record(event, before: before, after: state)
  }
  let supplied = causes.because(of: explanation, asking: event, in: state)
  return supplied
}

private func comparesDecisions(_ question: Question, _ before: InstallationState, _ after: InstallationState) {
  let differences = DecisionDifferences(Explanation(question, in: before), Explanation(question, in: after))
  for rule in differences.rules { print(rule.rule, rule.tests.map(\.test)) }
}

private struct Alert {
  let title: String
  let message: String
  func add(_ button: String) {}
}

private func presents(_ prompt: Prompt) {
  let alert = Alert(title: prompt.title, message: prompt.message)
  for button in prompt.buttons { alert.add(prompt.title(of: button)) }
}

private func asksWhyNot(_ question: Question, _ state: InstallationState) {
  let whyNot = WhyNot("update:7", question, in: state)
  print(whyNot.obstacles.map(\.code))
  print(whyNot.smallest.sets)
}

private func asksWhyAgain(_ question: Question, _ state: InstallationState, _ showings: PastShowings) {
  if let again = WhyAgain(Explanation(question, in: state), after: showings) {
    for pass in again.passes { print(pass.test, pass.reason) }
  }
}

private func countsReach(_ policy: Policy, _ fleet: [(ExactString, InstallationState)], _ now: DeviceTime) {
  var reach = PolicyReach(policy)
  for (source, state) in fleet { reach.record(state, of: source, at: now) }
  for rule in reach.rules { print(rule.rule.id, rule.reached, rule.shown) }
}

private func audits(_ facts: [(fact: Fact, decision: Decision?)]) -> [JudgedPrompt] {
  var audit = PromptAudit()
  var judged = facts.compactMap { audit.record($0.fact, decision: $0.decision) }
  if let last = audit.end() { judged.append(last) }
  return judged
}

private func comparesPolicies(
  _ logged: [(Fact, Decision?)], of source: ExactString, answers: LoggedAnswers, decider: inout Decider
) {
  var comparison = PolicyComparison(of: source, answers: answers)
  for (fact, decision) in logged {
    _ = comparison.record(fact, decision: decision, underBaseline: fact.data, underOther: fact.data, decider: &decider)
  }
  print(comparison.change.isBlocked)
}

private func printsIgnored(_ event: Event, _ stateBefore: InstallationState) {
  if let ignored = IgnoredEvent(event.data, in: stateBefore) { print(ignored.rawValue) }
}

private func findsAlike(
  _ states: [(source: ExactString, state: InstallationState)], _ question: Question, _ state: InstallationState
) -> Int {
  let outcome = SameOutcome(of: "update:7", question, in: state)
  let alike = states.filter { outcome?.isShared(by: $0.state, of: $0.source) ?? false }
  return alike.count
}
