package import Herald

/// One installation after its last event.
package struct InstallationRow: Sendable {
  package let source: ExactString
  package let state: InstallationState
  package let totals: InstallationTotals
}

/// Counts that the state does not keep.
package struct InstallationTotals: Hashable, Sendable {
  package internal(set) var events = 0
  /// The times of the first and the last event of a known type, in the order of the stream.
  package internal(set) var firstEventAt: Timestamp?
  package internal(set) var lastEventAt: Timestamp?
  package internal(set) var showings = 0
  /// Decisions that showed something, and nothing was shown before the next one.
  package internal(set) var missed = 0
  /// Showings, and decisions without one, that cannot be judged, because revisions are missing; no column.
  package internal(set) var unknown = 0
  package internal(set) var answers = 0
  /// Answers that were `update` or `open`.
  package internal(set) var accepted = 0
  /// Changes of the app's version.
  package internal(set) var updates = 0
}

extension InstallationRow: TableRow {
  package static let table = AnalysisTable.installations

  package static let columns: [Column<InstallationRow>] = device + properties + comparable + user + policy + counts

  private static let device: [Column<InstallationRow>] = [
    .text("source", "The installation.") { $0.source },
    .integer("revision", "The revision of its last event; 0 where it has none up to `--until`.") { $0.state.revision },
    .integer("events", "How many events it has.") { $0.totals.events },
    .optionalTimestamp("first_event_at", "The device's clock at the first event of a known type.") {
      $0.totals.firstEventAt
    },
    .optionalTimestamp("last_event_at", "The device's clock at the last event of a known type.") {
      $0.totals.lastEventAt
    },
  ]

  private static let properties = ReadProperty.allCases.map { property in
    let (column, meaning) = column(of: property)
    return Column<InstallationRow>.optionalText(column, meaning) { $0.state[property.name] }
  }

  private static func column(of property: ReadProperty) -> (name: String, meaning: String) {
    switch property {
    case .appPackageName: ("app_package", "The app.")
    case .appVersionName: ("app_version", "Its version at the last launch, as it was given.")
    case .appVersionCode: ("app_version_code", "Its version code or build.")
    case .deviceOsName: ("os_name", "The operating system.")
    case .deviceOsVersion: ("os_version", "Its version.")
    case .deviceModel: ("device_model", "The device.")
    case .deviceIsTablet: ("device_tablet", "Whether it is a tablet, as it was given.")
    case .deviceLanguage: ("device_language", "The device's language.")
    case .deviceArchitecture: ("device_architecture", "The architecture of its processor.")
    }
  }

  private static let comparable: [Column<InstallationRow>] = [
    .optionalBoolean(
      "app_version_comparable", "Whether `app_version` is a version, so that it can be compared; null without one."
    ) { row in
      row.state[.appVersionName] == nil ? nil : row.state.incomparableVersion == nil
    }
  ]

  private static let user: [Column<InstallationRow>] = [
    .optionalText("user", "Who is signed in.") { $0.state.user }
  ]

  private static let policy: [Column<InstallationRow>] = [
    .optionalText("digest", "Of the policy in force.") { $0.state.policy?.digest },
    .optionalInteger("policy_revision", "The revision that the policy's document gives itself.") {
      $0.state.policy?.revision
    },
    .optionalText("format", "How the policy's document is read.") { $0.state.policy?.format },
    .optionalTimestamp(
      "policy_expires", "When the signature of the policy in force expires, where the app verifies it."
    ) {
      $0.state.expires
    },
    .optionalText("refused_digest", "Of the document that came last, where it was refused.") {
      $0.state.refused?.digest
    },
    .optionalWord("refused_reason", "Why it was refused, such as `rollback`.") { $0.state.refused?.reason },
    .optionalTimestamp("last_check", "When a policy was last asked for.") { $0.state.lastCheck },
    .optionalInteger("zone_minutes", "How far its clock was ahead of UTC at the last event.", unit: "min") {
      $0.state.zone
    },
    .integer("failures", "Failed fetches since the last successful one.") { $0.state.failures },
    .boolean("push_waiting", "Whether a push that asks for an update waits for its moment.") { $0.state.latch != nil },
    .optionalText("push_url", "Where that push leads.") { $0.state.latch?.url },
    .optionalText("visible_prompt", "The id of the showing on the screen.") { $0.state.visible?.prompt },
    .optionalText("visible_rule", "Its rule.") { $0.state.visible?.rule },
    .optionalWord("visible_kind", "Its kind.") { $0.state.visible?.kind },
  ]

  private static let counts: [Column<InstallationRow>] = [
    .integer("launches", "Launches.") { $0.state.counts.launches },
    .integer("returns", "Returns to the app.") { $0.state.counts.returns },
    .integer("operations", "Critical actions that the user began.") { $0.state.counts.operations },
    .integer("stray_buttons", "Buttons of a prompt that was not on the screen.") { $0.state.counts.strayButtons },
    .integer("ignored_pushes", "Pushes that asked for nothing, or of another user.") { $0.state.counts.ignoredPushes },
    .integer("clock_steps", "Events whose clock was behind the event before.") { $0.state.counts.clockSteps },
    .integer("unknown_events", "Events of a type, or a version of one, that Herald does not know.") {
      $0.state.counts.unknownEvents
    },
    .integer("showings", "Showings: its rows in `prompts`.") { $0.totals.showings },
    .integer("answers", "Those that were answered.") { $0.totals.answers },
    .integer("accepted", "Those that were answered `update` or `open`.") { $0.totals.accepted },
    .integer("updates", "Changes of the app's version: its rows in `updates`.") { $0.totals.updates },
    .text("properties", "All properties of the last launch, a JSON object of texts.") { row in
      var writer = JSONWriter()
      row.state.profile.write(into: &writer)
      return ExactString(writer.string)
    },
  ]
}
