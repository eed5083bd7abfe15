/// The user came back to the app.
public struct AppForegrounded: Hashable, Sendable {
  /// True if the user is in the middle of something, such as a call.
  public var isBusy: Bool
  /// Makes the event's data.
  public init(isBusy: Bool = false) { self.isBusy = isBusy }
}

extension AppForegrounded: EventPayload {
  static var type: EventType { .appForegrounded }
  static var meaning: String { "The user came back to the app." }
  static var code: Int { 2 }
  static var caching: PayloadCaching { .lines }
  static var isCheck: Bool { false }

  static var meanings: [FieldMeaning] {
    [
      FieldMeaning(
        "busy", "Whether the user is in the middle of something, such as a call; nothing is shown then.",
        example: "true")
    ]
  }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    isBusy = try reader.flag("busy")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.flag("busy", isBusy)
  }

  var decisionTrigger: Trigger? { .foreground }
  var screenChange: ScreenChange? { nil }
  var title: String { "came back" }
  var detail: String { isBusy ? "busy" : "" }
}
