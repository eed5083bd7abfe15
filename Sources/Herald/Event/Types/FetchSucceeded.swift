/// A policy was asked for and the server answered: with a document (200), or that the last one still holds (304).
public struct FetchSucceeded: Sendable {
  public var trigger: FetchTrigger
  public var url: ExactString
  /// How the document is read, such as `herald`.
  public var format: ExactString
  /// 200 or 304.
  public var status: Int
  public var etag: ExactString?
  /// The store page, for formats whose documents have no destination.
  public var storeURL: ExactString?
  public var user: UserChange
  /// Of the body's bytes; nil in a 304.
  public var digest: ExactString?
  /// The body, where the event brought it.
  public var document: String?
  /// The result of reading the document. What loads events adds it, so that folding needs only values.
  public var reading: Reading?

  public init(
    trigger: FetchTrigger, url: ExactString, format: ExactString, status: Int = 200, etag: ExactString? = nil,
    storeURL: ExactString? = nil, user: UserChange = .unchanged, digest: ExactString? = nil, document: String? = nil,
    reading: Reading? = nil
  ) {
    self.trigger = trigger
    self.url = url
    self.format = format
    self.status = status
    self.etag = etag
    self.storeURL = storeURL
    self.user = user
    self.digest = digest
    self.document = document
    self.reading = reading
  }
}

extension FetchSucceeded: EventPayload {
  static var type: EventType { .fetchSucceeded }
  static var code: Int { 4 }
  static var caching: PayloadCaching { .linesAndFacts }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    trigger = try reader.word("trigger")
    url = try reader.text("url")
    format = try reader.text("format")
    status = try reader.integer("status", among: [200, 304])
    etag = try reader.optionalText("etag")
    storeURL = try reader.optionalText("storeUrl")
    user = try reader.userChange("user")
    // In a 304 neither digest nor document is read.
    digest = status == 200 ? try reader.digest("digest") : nil
    document = status == 200 ? try reader.document("document") : nil
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.word("trigger", trigger)
    writer.text("url", url, .address)
    writer.text("format", format, .format)
    writer.integer("status", status)
    writer.optionalText("etag", etag, .entityTag)
    writer.optionalText("storeUrl", storeURL, .address)
    writer.userChange("user", user)
    if let digest { writer.digest("digest", digest) }
    writer.document("document", document)
  }

  var decisionTrigger: Trigger? { Trigger(trigger) }
  var title: String { "fetched (\(trigger.rawValue))" }
  var detail: String {
    guard let digest else { return "304, the last document still holds" }
    return "200, \(format) \(digest.shortDigest)"
  }
}
