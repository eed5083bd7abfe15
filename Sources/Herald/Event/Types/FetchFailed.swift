/// A fetch of the policy failed.
public struct FetchFailed: Hashable, Sendable {
  /// The cause of the fetch.
  public var trigger: FetchTrigger
  /// The policy's address.
  public var url: ExactString
  /// The reason: `offline`, `timeout`, `tls`, `http`, `tooLarge`, `cancelled`, or another word.
  public var reason: ExactString
  /// The HTTP status; nil where no answer came.
  public var status: Int?
  /// The change of the signed-in user that the fetch brings.
  public var user: UserChange

  /// The reasons that Herald gives.
  static let reasons: [ExactString] = ["offline", "timeout", "tls", "http", "tooLarge", "cancelled"]

  /// Makes the event's data.
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
  static var meaning: String { "A fetch of the policy failed." }
  static var code: Int { 5 }
  static var caching: PayloadCaching { .linesAndFacts }
  static var isCheck: Bool { true }

  static var meanings: [FieldMeaning] {
    [
      .fetchTrigger, .fetchURL,
      FieldMeaning(
        "reason", "Why no answer came.", example: #""offline""#, words: reasons.map(\.string)),
      FieldMeaning("status", "The HTTP status, where an answer came.", example: "503"), .fetchUser,
    ]
  }

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
    writer.text("reason", reason, .word(among: { Self.reasons }))
    // A number out of HTTP's range may be anything, so a redacted log leaves it out.
    writer.optionalInteger("status", status, within: 100...599)
    writer.userChange("user", user)
  }

  var decisionTrigger: Trigger? { Trigger(trigger) }
  var screenChange: ScreenChange? { nil }
  var title: String { "fetch failed (\(trigger.rawValue))" }
  var detail: String { reason.string + (status.map { " \($0)" } ?? "") }
}

/// The fields of both kinds of fetch.
extension FieldMeaning {
  static let fetchTrigger = FieldMeaning("trigger", "Why the app fetched the policy.", example: #""launch""#)
  static let fetchURL = FieldMeaning(
    "url", "Where the policy was fetched from.", example: #""https://example.com/policy.json""#)
  static let fetchUser = FieldMeaning("user", "Who is signed in, where the fetch says so.", example: #""u-17""#)
}
