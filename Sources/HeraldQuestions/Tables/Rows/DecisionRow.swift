package import Herald

/// One decision, with the policy and the device's properties at that moment.
package struct DecisionRow: Sendable {
  package let decision: Decision
  /// The policy in force; nil where there was none.
  package let policy: Policy?
  package let profile: Profile
  package let lookedAt: ConsideredRules

  /// - Parameters:
  ///   - state: the state at the decision.
  ///   - lookedAt: the rules that it tested.
  init(_ decision: Decision, in state: InstallationState, lookedAt: ConsideredRules) {
    self.decision = decision
    self.lookedAt = lookedAt
    policy = state.policy
    profile = state.profile
  }
}

extension DecisionRow: TableRow {
  package static let table = AnalysisTable.decisions
  package var device: Profile? { profile }

  package static let columns: [Column<DecisionRow>] = [
    .text("source", "The installation.") { $0.decision.question.source },
    .integer("revision", "The revision of the event that asked.") { $0.decision.revision },
    .timestamp("time", "The device's clock at that event.") { $0.decision.question.now.moment },
    .integer("zone_minutes", "How far the device's clock was ahead of UTC.", unit: "min") {
      $0.decision.question.now.offsetMinutes
    },
    .word("trigger", "What asked: launch, login, schedule, heartbeat, manual, foreground or operation.") {
      $0.decision.question.trigger
    },
    .word("reason", "`shown`, or why nothing was to be shown, such as `noRule`.") { $0.decision.reason },
    .optionalText("rule", "The rule to show, or `push`; null where nothing was to be shown.") {
      $0.decision.prompt?.rule
    },
    .optionalWord("kind", "The kind of the prompt: exit, force, optional or message.") { $0.decision.prompt?.kind },
    .optionalText("variant", "The variant of the texts; null for a rule without variants.") {
      $0.decision.prompt?.variant
    },
    .optionalText("language", "The language key whose texts are shown.") { $0.decision.prompt?.language },
    .optionalText("destination", "Where the prompt's button leads.") { $0.decision.prompt?.destination },
    .optionalText("digest", "Of the policy in force; null where there was none.") { $0.policy?.digest },
    .optionalInteger("policy_revision", "The revision that the policy's document gives itself.") {
      $0.policy?.revision
    },
    .optionalText("app_version", "The app's version at the last launch, as it was given.") {
      $0.profile[.appVersionName]
    },
    .optionalText("os_name", "The operating system.") { $0.profile[.deviceOsName] },
    .optionalText("os_version", "Its version.") { $0.profile[.deviceOsVersion] },
    .optionalText("device_language", "The device's language.") { $0.profile[.deviceLanguage] },
    .list("looked_at", "The rules that were looked at, in order, each with the test that it failed; null: shown.") {
      $0.lookedAt
    },
    .date("local_date", "The day that the device's clock showed at that event.") {
      CalendarDay($0.decision.question.now)
    },
  ]
}
