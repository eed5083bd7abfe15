package import Herald

/// The end of a showing.
package enum ShowingOutcome: String, Hashable, Sendable, CaseIterable {
  /// A button of it was chosen.
  case answered
  /// The app's process died with the prompt on the screen: the next launch found it gone.
  case ended
  /// Another prompt was shown over it.
  case replaced
  /// The log ends before any of these.
  case open
}

/// One showing of a prompt.
package struct PromptRow: Sendable {
  package let source: ExactString
  package let showing: PromptShown
  package let revision: Int
  package let shownAt: DeviceTime
  package let verdict: AuditVerdict
  /// The trigger of the decision that the showing is judged by.
  package let trigger: Trigger?
  /// The digest of the policy in force; nil where there was none.
  package let digest: ExactString?
  /// The showing's number among the showings of this rule in this installation, from 1.
  package let number: Int
  /// Number of times that the user had chosen `later` for the version that the rule offers.
  package let deferrals: Int
  /// The device's clock at the rule's previous showing in this installation.
  package let lastShownAt: Timestamp?
  /// The device's properties at the last launch before the showing.
  package let profile: Profile
  /// The version that the prompt offers; nil where it offers none.
  package let offer: OfferedVersion?
  /// The format that the policy in force was read as; nil where there was none.
  package let offeredFormat: ExactString?
  /// The revision of the decision that the showing is judged by; nil where none was open.
  package let decisionRevision: Int?
  /// The user who was signed in.
  package let user: ExactString?
  /// The number of showings of the rule since its last answer, with this one.
  package let unanswered: Int
  package internal(set) var outcome = ShowingOutcome.open
  package internal(set) var answer: ExactString?
  package internal(set) var answeredAt: Timestamp?
  /// The version after the next change of version in the stream, and the time of its first launch.
  package internal(set) var nextVersion: ExactString?
  package internal(set) var updatedAt: Timestamp?
  /// The time of the first later launch that shows the offered version or a later one.
  package internal(set) var reachedAt: Timestamp?

  /// True if the user chose to update, or to open the page of a message.
  package var isAccepted: Bool { answer.map(Self.accepts) ?? false }

  /// True if a later launch shows the offered version or a later one; nil where none is offered that can be compared.
  package var isReached: Bool? { offer?.target == nil ? nil : reachedAt != nil }

  /// True if no later event of the installation changes the row.
  var isComplete: Bool { updatedAt != nil && isReached != false }

  static func accepts(_ button: ExactString) -> Bool {
    button.string == Button.update.rawValue || button.string == Button.open.rawValue
  }

  /// True if the rule was shown before, and came up again because the user came back to the app.
  package var isAgainAfterReturn: Bool { number > 1 && trigger == .foreground }
}

extension PromptRow: TableRow {
  package static let table = AnalysisTable.prompts
  package var device: Profile? { profile }

  package static let columns: [Column<PromptRow>] = former + added

  private static let former: [Column<PromptRow>] = [
    .text("source", "The installation.") { $0.source },
    .text("prompt", "The id of the showing.") { $0.showing.prompt },
    .integer("revision", "The revision of the event `prompt.shown`.") { $0.revision },
    .timestamp("shown_at", "The device's clock when the prompt appeared.") { $0.shownAt.moment },
    .integer("zone_minutes", "How far the device's clock was ahead of UTC.", unit: "min") {
      $0.shownAt.offsetMinutes
    },
    .text("rule", "The rule that was shown, or `push`.") { $0.showing.rule },
    .word("kind", "exit, force, optional or message.") { $0.showing.kind },
    .optionalText("language", "The language that was shown.") { $0.showing.language },
    .optionalText("variant", "The variant of the texts that was shown; null for a rule without variants.") {
      $0.showing.variant
    },
    .word("verdict", "`justified`, `unjustified` or `unknown`, as `herald audit` judges the showing.") { $0.verdict },
    .optionalWord("trigger", "What asked for the decision that the showing is judged by; null without one.") {
      $0.trigger
    },
    .optionalText("digest", "Of the policy in force; null where there was none.") { $0.digest },
    .integer("number", "Which showing of this rule in this installation, from 1.") { $0.number },
    .integer("deferrals", "How often `later` had been chosen for the version that the rule offers.") { $0.deferrals },
    .optionalReal(
      "hours_since_last", "Since this rule's showing before in this installation; null for the first.", unit: "h"
    ) { row in row.lastShownAt.map { row.shownAt.moment.hours(since: $0) } },
    .boolean("again_after_return", "Whether the rule was shown before and a return to the app brought it up again.") {
      $0.isAgainAfterReturn
    },
    .word("outcome", "answered, ended (the process died), replaced (by another prompt) or open (the log ends).") {
      $0.outcome
    },
    .optionalText("answer", "The button that was chosen; null unless answered.") { $0.answer },
    .optionalTimestamp("answered_at", "The device's clock at the answer.") { $0.answeredAt },
    .optionalReal(
      "answer_seconds", "From the showing to the answer; negative where the clock was set back between.", unit: "s"
    ) { row in row.answeredAt.map { $0.seconds(since: row.shownAt.moment) } },
    .boolean("accepted", "Whether the answer is `update` or `open`; false where nobody answered.") { $0.isAccepted },
    .optionalText("app_version", "The app's version at the showing, as it was given.") { $0.profile[.appVersionName] },
    .optionalText("app_version_next", "The version after the next change; null without one, or where it gives none.") {
      $0.nextVersion
    },
    .optionalTimestamp("updated_at", "The device's clock at the launch with that change.") { $0.updatedAt },
    .boolean("updated", "Whether the version changed after the showing, to one that is known.") {
      $0.nextVersion != nil
    },
    .optionalReal("days_to_update", "From the showing to that launch.", unit: "days") { row in
      row.updatedAt.map { $0.hours(since: row.shownAt.moment) / 24 }
    },
    .optionalText("os_name", "The operating system.") { $0.profile[.deviceOsName] },
    .optionalText("os_version", "Its version.") { $0.profile[.deviceOsVersion] },
    .optionalText("device_language", "The device's language.") { $0.profile[.deviceLanguage] },
  ]

  /// Columns that came later, which stand at the end.
  private static let added: [Column<PromptRow>] = [
    .date("local_date", "The day that the device's clock showed at the showing.") { CalendarDay($0.shownAt) },
    .optionalText(
      "target_version",
      "The version that the rule or the push offers, as it is written; null without one, or without the rule in force."
    ) { $0.offer?.text },
    .optionalInteger("target_version_code", "The version code that the rule offers; null as `target_version`.") {
      $0.offer?.code
    },
    .optionalBoolean(
      "reached_target",
      "Whether a later launch shows the target or a later version; null without a target of this app to compare."
    ) { $0.isReached },
    .optionalReal("days_to_target", "From the showing to the first such launch; null without one.", unit: "days") {
      row in row.reachedAt.map { $0.hours(since: row.shownAt.moment) / 24 }
    },
    .optionalText("offered_format", "With `digest` the key of `documents`; null without a policy in force.") {
      $0.offeredFormat
    },
    .optionalInteger(
      "decision_revision", "The decision that `verdict` is of, in `decisions`; null where none was open."
    ) { $0.decisionRevision },
    .optionalText("user", "Who was signed in.") { $0.user },
    .optionalText("device_model", "The device.") { $0.profile[.deviceModel] },
    .integer("unanswered", "Showings of this rule in this installation since its last answer, this one included.") {
      $0.unanswered
    },
  ]
}

extension Timestamp {
  func seconds(since earlier: Timestamp) -> Double { Double(milliseconds - earlier.milliseconds) / 1000 }
  package func hours(since earlier: Timestamp) -> Double { Double(milliseconds - earlier.milliseconds) / 3_600_000 }
}
