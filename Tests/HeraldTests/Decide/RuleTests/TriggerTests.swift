import Testing

@testable import Herald

@Suite("The test of the trigger")
struct TriggerTests {
  @Test(
    "The trigger test shows a kind at its triggers and at no other", arguments: PromptKind.allCases, Trigger.allCases)
  func kindIsShownAtItsTriggers(kind: PromptKind, trigger: Trigger) {
    let expected: Set<Trigger> =
      switch kind {
      case .exit, .force: [.launch, .login, .schedule, .heartbeat, .manual, .foreground, .operation]
      case .optional: [.launch, .login, .schedule, .manual]
      case .message: [.launch, .login, .schedule]
      }
    #expect(Trial(trigger: trigger).passes(.trigger, .make("r", kind)) == expected.contains(trigger))
  }

  @Test("The trigger test is explained with the event's trigger and those of the kind")
  func triggerTestIsExplained() throws {
    let message = try Trial(trigger: .manual).comparisons(.trigger, .make("r", .message))
    #expect(
      message == [
        Comparison("trigger", found: "manual", wanted: "launch, login, schedule", passed: false, basis: .question)
      ])
    let force = try Trial(trigger: .manual).comparisons(.trigger, .make("r", .force))
    #expect(force.map(\.wanted) == ["any: forced rules accept every trigger"])
  }
}
