/// A push notice arrived.
public struct PushReceived: Hashable, Sendable {
  /// The event's own id, which names the latch that it sets.
  public var event: ExactString
  /// The kind: ``forceUpdate``, or another word, which has no effect.
  public var kind: ExactString
  /// The address of the update; nil without one.
  public var url: ExactString?
  /// The version that fulfils the push; nil for any version other than the installed one.
  public var targetVersion: ExactString?
  /// The addressed user; nil for everybody.
  public var user: ExactString?

  /// The kind that asks for an update.
  public static let forceUpdate: ExactString = "forceUpdate"

  /// Makes the event's data.
  public init(
    event: ExactString, kind: ExactString, url: ExactString? = nil, targetVersion: ExactString? = nil,
    user: ExactString? = nil
  ) {
    self.event = event
    self.kind = kind
    self.url = url
    self.targetVersion = targetVersion
    self.user = user
  }
}

extension PushReceived: EventPayload {
  static var type: EventType { .pushReceived }
  static var meaning: String { "A push notice arrived." }
  static var code: Int { 8 }
  static var caching: PayloadCaching { .none }
  static var isCheck: Bool { false }

  static var meanings: [FieldMeaning] {
    [
      FieldMeaning(
        "kind", "What the push asks for; any other word has no effect.", example: #""forceUpdate""#,
        words: [forceUpdate.string]),
      FieldMeaning(
        "url", "The page of the update; a push without a page that a device can open has no effect.",
        example: #""https://example.com/app""#),
      FieldMeaning(
        "targetVersion", "The version that fulfils the push; without it any other version than the installed one does.",
        example: #""4.2""#),
      FieldMeaning("user", "The user whom the push is for; without it everybody.", example: #""u-17""#),
    ]
  }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    event = try reader.eventID()
    kind = try reader.text("kind")
    url = try reader.optionalText("url")
    targetVersion = try reader.optionalText("targetVersion")
    user = try reader.optionalText("user")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.eventID(event)
    writer.text("kind", kind, .word(among: { [Self.forceUpdate] }))
    writer.optionalText("url", url, .address)
    writer.optionalText("targetVersion", targetVersion, .version)
    writer.optionalText("user", user, .name(.user))
  }

  var decisionTrigger: Trigger? { nil }
  var screenChange: ScreenChange? { nil }
  var title: String { "push received" }
  var detail: String {
    ([kind] + [targetVersion, url].compactMap { $0 }).map(\.string).joined(separator: ", ")
  }
}
