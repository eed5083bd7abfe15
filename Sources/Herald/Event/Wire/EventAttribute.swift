/// The attributes of an event's line: the attributes of CloudEvents 1.0 that Herald reads, and its own `revision`,
/// `dataversion` and `salt`. All others are kept.
package enum EventAttribute: String, CaseIterable, Sendable {
  case specversion, id, source, type, time, revision, data, dataversion, datacontenttype, salt

  /// The reference of the attribute.
  package var reference: KeyReference {
    switch self {
    case .specversion:
      attribute(.words(["1.0"]), .required, "The version of CloudEvents.", #""1.0""#)
    case .id:
      attribute(
        .form(.nonEmptyText), .required,
        "The event's name, unique in its source; the same line twice counts once.", #""e-1""#)
    case .source:
      attribute(
        .form(.nonEmptyText), .required, "The installation: one app on one device.", #""/installations/7f3a""#)
    case .type:
      attribute(
        .either(
          [.words(EventType.allCases.map(\.rawValue)), .form(.nonEmptyText)],
          name: "one of the types below, or another one"),
        .required, "What happened; an event of another type is kept, and changes nothing.", #""app.launched""#)
    case .time:
      attribute(
        .form(.time), .requiredIf("of the types below"),
        "When it happened by the device's clock, with the device's offset from UTC.",
        #""2026-03-02T08:00:00.000+01:00""#)
    case .revision:
      attribute(
        .integer(1...DecimalNumber.largestInteger),
        .optional(default: "the place of the line among those of its source"),
        "The event's place among those of its source: 1, 2, 3 and so on, on all of its lines or on none.", "1")
    case .data:
      attribute(
        .either([], name: "an object, as the type says below"), .optional(default: "{}"), "What is known of it.",
        #"{"busy": true}"#, isReadByConstraint: true)
    case .dataversion:
      attribute(
        .integer(1...DecimalNumber.largestInteger), .optional(default: "1"),
        "The version of the shape of `data`; an event of a newer one than Herald knows changes nothing.", "1")
    case .datacontenttype:
      attribute(
        .form(.jsonContentType), .optional(default: "application/json"), "The media type of `data`.",
        #""application/json""#, isReadByConstraint: true)
    case .salt:
      attribute(
        .form(.nonEmptyText), .optional(default: "none"),
        "Random text that keeps the line from being guessed by its digest; it means nothing else.",
        #""q83vEjRWeJCrze8SNFZ4kA""#, fault: .countsAsAbsent)
    }
  }

  private func attribute(
    _ shape: ValueShape, _ presence: KeyReference.Presence, _ meaning: String, _ example: String,
    fault: KeyReference.Fault = .refusesLine, isReadByConstraint: Bool = false
  ) -> KeyReference {
    KeyReference(
      rawValue, shape, presence, meaning, example: example, fault: fault, isReadByConstraint: isReadByConstraint)
  }
}
