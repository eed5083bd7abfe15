/// A policy was asked for and none came.
public struct FetchFailed: Hashable, Sendable {
  public var trigger: FetchTrigger
  public var url: ExactString
  /// `offline`, `timeout`, `tls`, `http`, `tooLarge`, `cancelled`, or another word.
  public var reason: ExactString
  /// The HTTP status, where there was one.
  public var status: Int?
  public var user: UserChange

  public init(
    trigger: FetchTrigger, url: ExactString, reason: ExactString, status: Int? = nil, user: UserChange = .unchanged
  ) {
    self.trigger = trigger
    self.url = url
    self.reason = reason
    self.status = status
    self.user = user
  }
}

extension FetchFailed: EventPayload {
  static var type: EventType { .fetchFailed }
  static var code: Int { 5 }
  static var caching: PayloadCaching { .linesAndFacts }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    trigger = try reader.word("trigger")
    url = try reader.text("url")
    reason = try reader.text("reason")
    status = try reader.optionalInteger("status")
    user = try reader.userChange("user")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.word("trigger", trigger)
    writer.text("url", url, .address)
    writer.text("reason", reason, .failure)
    // A status that no HTTP server sends may be anything.
    writer.optionalInteger("status", status, within: 100...599)
    writer.userChange("user", user)
  }

  var decisionTrigger: Trigger? { Trigger(trigger) }
  var title: String { "fetch failed (\(trigger.rawValue))" }
  var detail: String { reason.string + (status.map { " \($0)" } ?? "") }
}
