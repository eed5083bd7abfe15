/// The user left the app; the event has no data.
struct AppBackgrounded: EventPayload {
  static var type: EventType { .appBackgrounded }
  static var meaning: String { "The user left the app." }
  static var code: Int { 3 }
  static var caching: PayloadCaching { .lines }
  static var isCheck: Bool { false }

  init() {}
  static var meanings: [FieldMeaning] { [] }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {}
  func write<Writer: FieldWriter>(to writer: inout Writer) {}

  var decisionTrigger: Trigger? { nil }
  var screenChange: ScreenChange? { nil }
  var title: String { "left" }
  var detail: String { "" }
}
