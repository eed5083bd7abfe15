package import Herald
package import HeraldLog

/// One event.
package struct EventRow: Sendable {
  package let event: Event
  /// Its place in the log or ledger, from 1.
  package let position: Int
  /// Its data as it was written; nil where it has none.
  package let data: String?
  /// Its arrival at a server; nil without one.
  package let reception: Reception?
  /// The device's properties after it; empty where no column asks for one.
  package let device: Profile?
  /// The values of its data by name.
  private let fields: EventFields

  package init(_ written: EventWithSource, device: Profile = .empty) {
    event = written.event
    position = written.position
    data = written.data
    reception = written.reception
    self.device = device
    fields = EventFields(event.data)
  }
}

extension EventRow: TableRow {
  package static let table = AnalysisTable.events

  package static let columns: [Column<EventRow>] = envelope + ofData + added

  private static let envelope: [Column<EventRow>] = [
    .integer("position", "The event's place in the log or ledger, from 1; events that came again are not counted.") {
      $0.position
    },
    .text("source", "The installation.") { $0.event.source },
    .integer("revision", "The event's place in its installation's stream, from 1.") { $0.event.revision },
    .text("id", "The event's id, unique in its source.") { $0.event.id },
    .text("type", "The event's type as it was written, such as `prompt.shown`.") { $0.event.type },
    .optionalTimestamp("time", "The device's clock at the event, which may be wrong; an unknown event may lack it.") {
      $0.event.time.isMissing ? nil : $0.event.time.moment
    },
    .integer("zone_minutes", "How far the device's clock was ahead of UTC.", unit: "min") {
      $0.event.time.offsetMinutes
    },
    .boolean("known", "Whether Herald knows the type and the version of its data.") { $0.event.data.type != nil },
  ]

  /// Columns of the event's data.
  private static let ofData: [Column<EventRow>] = [
    .optionalText("trigger", "What made a fetch happen: launch, login, schedule, heartbeat or manual.") {
      $0.fields["trigger"]?.text
    },
    .optionalText("url", "Where a fetch asked, or where a push leads.") { $0.fields["url"]?.text },
    .optionalText("format", "How the fetched document is read, such as `herald`.") {
      $0.fields["format"]?.text
    },
    .optionalInteger("status", "The HTTP status of a fetch.") { $0.fields["status"]?.integer },
    .optionalText("digest", "Of the fetched document's bytes, `sha256:` and 64 hex digits.") {
      $0.fields["digest"]?.text
    },
    .optionalText("failure", "Why a fetch failed, such as `offline`.") { $0.fields["reason"]?.text },
    .optionalText("user", "Who is signed in, as a launch, a fetch, a push or `user.changed` says it.") {
      $0.fields["user"]?.text
    },
    .optionalText("prompt", "The id of the showing that appeared or was answered.") {
      $0.fields["prompt"]?.text
    },
    .optionalText("rule", "The rule that was shown.") { $0.fields["rule"]?.text },
    .optionalText("kind", "The kind of the prompt that was shown, or of the push that arrived.") {
      $0.fields["kind"]?.text
    },
    .optionalText("language", "The language that was shown.") { $0.fields["language"]?.text },
    .optionalText("variant", "The variant of the texts that was shown.") { $0.fields["variant"]?.text },
    .optionalText("button", "The button that was chosen.") { $0.fields["button"]?.text },
    .optionalText("operation", "The app's name for the action that the user began.") {
      $0.fields["operation"]?.text
    },
    .optionalBoolean("busy", "Whether the user came back in the middle of something.") {
      $0.fields["busy"]?.flag
    },
    .optionalText("data", "The event's data in JSON, as it was written.") { $0.data.map { ExactString($0) } },
  ]

  /// Columns that came later, which stand at the end.
  private static let added: [Column<EventRow>] = [
    .optionalDate("local_date", "The day that the device's clock showed at the event; null without a time.") {
      $0.event.time.isMissing ? nil : CalendarDay($0.event.time)
    },
    .optionalTimestamp(
      "received_at", "When the server received the event, by its own clock; null where no server did, and in a log."
    ) {
      $0.reception?.received
    },
    .optionalReal(
      "clock_offset_s",
      "How far the device's clock was ahead of the server's when it sent the event; negative for a clock that is behind.",
      unit: "s"
    ) {
      $0.reception?.clockOffset
    },
  ]
}
