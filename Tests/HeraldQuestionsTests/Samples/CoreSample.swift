import Herald
import HeraldQuestions
import HeraldFormats

// The sample of the core in the documentation, so that it compiles.

private func decidesAlone(events: [Event], time: DeviceTime) -> (prompt: Prompt?, reason: DecisionReason) {
  var state = InstallationState()
  for event in events { state.apply(event.fact) }
  var decider = Decider()
  let decision = decider.decide(
    Question(trigger: .foreground, now: time, source: "/installations/7f3a"), in: state)
  let prompt = decision.prompt  // what to show, or nil: title, message, buttons and their titles, destination
  let reason = decision.reason  // why
  return (prompt, reason)
}
