import Herald

/// The checks of a decision before its rules, each with its result. They are derived from the decision's reason, so
/// that they cannot contradict it.
extension WhyAnswer {
  private struct Step {
    let reason: DecisionReason
    let passes: String
    let fails: String
    var event: Causes.EventName?
  }

  private var all: [Step] {
    let trigger = explanation.decision.question.trigger.rawValue
    let state = found.step.state
    let visible = state.visible.map { "\($0.rule.string.shown) is on the screen" } ?? "a prompt is on the screen"
    return [
      Step(reason: .notLaunched, passes: "the app was launched", fails: "the app was not launched yet"),
      Step(
        reason: .alreadyVisible, passes: "no prompt is on the screen", fails: visible, event: found.causes.visible),
      Step(reason: .silent, passes: "trigger \(trigger) may interrupt", fails: "a heartbeat never interrupts"),
      Step(reason: .busy, passes: "the user is not busy", fails: "the user came back in the middle of something"),
      Step(
        reason: .underReview, passes: "this version is not under review", fails: "this version is under review",
        event: found.causes.policy),
      Step(reason: .noPolicy, passes: "a policy is in force", fails: "no policy is in force"),
      Step(
        reason: .otherPackage, passes: "the policy is this app's", fails: "the policy is another app's",
        event: found.causes.policy),
    ]
  }

  func steps(_ style: Style) -> [String] {
    var lines = [style.bold("Checked before the rules")]
    let decision = explanation.decision
    let isPush = decision.prompt?.rule == Prompt.pushRule
    for step in all {
      let name = step.reason.rawValue.padded(to: 15)
      if isPush, step.reason == .noPolicy { break }
      let isEnd = step.reason == decision.reason
      let place = isEnd ? step.event.map { style.dim("  (revision \($0.revision))") } ?? "" : ""
      let mark = isEnd ? style.red("✗") : style.green("✓")
      lines.append("  \(mark) \(isEnd ? style.bold(name) : name) \(isEnd ? step.fails : step.passes)\(place)")
      if isEnd { return lines + ["  \(style.dim("nothing after it was checked"))"] }
    }
    if isPush {
      let place = found.causes.latch.map { style.dim("  (revision \($0.revision))") } ?? ""
      lines.append(
        "  \(style.green("✓")) \("push".padded(to: 15)) a push asked for an update, which comes before any rule\(place)"
      )
    }
    return lines
  }
}
