/// The server answered a fetch of the policy: with a document (200), or that the last one is still current (304).
public struct FetchSucceeded: Sendable {
  /// The cause of the fetch.
  public var trigger: FetchTrigger
  /// The policy's address.
  public var url: ExactString
  /// The name of the document's format, such as `herald`.
  public var format: ExactString
  /// The HTTP status: 200 or 304.
  public var status: Int
  /// The answer's entity tag (RFC 9110, section 8.8.3); nil without one.
  public var etag: ExactString?
  /// The answer's `Last-Modified` (RFC 9110, section 8.8.2), as it was sent; nil without one.
  public var lastModified: ExactString?
  /// The store page, for formats whose documents have no destination.
  public var storeURL: ExactString?
  /// The change of the signed-in user that the fetch brings.
  public var user: UserChange
  /// The app's configuration for the rules of the document; nil for none.
  public var houseRules: HouseRules?
  /// The signature file that came with the answer, with the document where that is known; nil where none came.
  package var receivedSignature: ReceivedSignature?
  /// The digest of the document's bytes; nil in a 304.
  public var digest: ExactString?
  /// The document; nil where another event of the log contains it.
  public var document: String?
  /// The result of reading the document. The reader of the log adds it, so that folding needs only values.
  public var reading: Reading?

  /// Makes the event's data.
  public init(
    trigger: FetchTrigger, url: ExactString, format: ExactString, status: Int = 200, etag: ExactString? = nil,
    lastModified: ExactString? = nil, storeURL: ExactString? = nil, user: UserChange = .unchanged,
    houseRules: HouseRules? = nil, signature: ExactString? = nil, digest: ExactString? = nil, document: String? = nil,
    reading: Reading? = nil
  ) {
    self.trigger = trigger
    self.url = url
    self.format = format
    self.status = status
    self.etag = etag
    self.lastModified = lastModified
    self.storeURL = storeURL
    self.user = user
    self.houseRules = houseRules
    receivedSignature = signature.map { ReceivedSignature($0, body: document.map { DocumentBody($0) }) }
    self.digest = digest
    self.document = document
    self.reading = reading
  }
}

extension FetchSucceeded: EventPayload {
  static var type: EventType { .fetchSucceeded }
  static var meaning: String { "The server answered a fetch of the policy." }
  static var code: Int { 4 }
  static var caching: PayloadCaching { .linesAndFacts }
  static var isCheck: Bool { true }

  static var meanings: [FieldMeaning] {
    [
      .fetchTrigger, .fetchURL,
      FieldMeaning(
        "format", "How the document is read, such as `herald`; `herald help policy` lists the formats.",
        example: #""herald""#),
      FieldMeaning(
        "status", "The HTTP status: 200 brought a document, 304 says that the last one still holds.", example: "200"),
      FieldMeaning("etag", "The answer's `ETag`.", example: ##""\"7\"""##),
      FieldMeaning(
        "lastModified", "The answer's `Last-Modified`, as it was sent.",
        example: #""Mon, 02 Mar 2026 08:00:00 GMT""#),
      FieldMeaning(
        "storeUrl", "The app's page in its store, for documents that name no page.",
        example: #""https://apps.apple.com/app/id123""#),
      .fetchUser,
      FieldMeaning(
        "houseRules", "What the app has configured for the rules of a store's document; `herald help policy` lists it.",
        example: #"{"displayPeriodInHours": 24, "skippable": true}"#),
      FieldMeaning(
        "signature", "The text of the signature file that lay beside the document, in minisign's form.",
        example: #""untrusted comment: …\nRWQf6LRCGA9i53…\ntrusted comment: herald revision:7\nVbSsUxHm…\n""#),
      FieldMeaning(
        "digest", "The SHA-256 of the document's UTF-8 bytes.",
        example: "\"sha256:\(String(repeating: "0a", count: 32))\"",
        presence: .requiredIf("where `status` is 200"), isReadByConstraint: true),
      FieldMeaning(
        "document", "The document itself, as a text.", example: #""{\"packageName\": \"com.example.shop\"}""#,
        presence: .requiredIf("where no earlier event has a document with this digest"), isReadByConstraint: true),
    ]
  }

  static var constraints: [ObjectReference.Constraint] {
    func texts(_ more: [(name: String, node: JSONNode)]) -> JSONNode { .object([("type", .text("string"))] + more) }
    let document = JSONNode.object(["type": .list([.text("string"), .text("null")])])
    return [
      ObjectReference.Constraint(
        "A 304 brings no document: `digest` and `document` are read where `status` is 200.",
        .object([
          "if": .object(["properties": .object(["status": .object(["const": .number(200)])])]),
          "then": .object([
            "required": .texts(["digest"]),
            "properties": .object([
              "digest": texts([("pattern", .text(TextForm.digest.pattern))]), "document": document,
            ]),
          ]),
        ]))
    ]
  }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    trigger = try reader.word("trigger")
    url = try reader.text("url")
    format = try reader.text("format")
    status = try reader.integer("status", among: [200, 304])
    etag = try reader.optionalText("etag")
    lastModified = try reader.optionalText("lastModified")
    storeURL = try reader.optionalText("storeUrl")
    user = try reader.userChange("user")
    houseRules = try reader.optionalObject("houseRules").map { HouseRules(canonical: $0) }
    receivedSignature = try reader.lenientText("signature").map { ReceivedSignature($0) }
    // A 304 has neither digest nor document.
    digest = status == 200 ? try reader.digest("digest") : nil
    document = status == 200 ? try reader.document("document") : nil
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.word("trigger", trigger)
    writer.text("url", url, .address)
    writer.text("format", format, .format)
    writer.integer("status", status)
    writer.optionalText("etag", etag, .name(.entityTag))
    writer.optionalText("lastModified", lastModified, .name(.entityTag))
    writer.optionalText("storeUrl", storeURL, .address)
    writer.userChange("user", user)
    writer.optionalObject("houseRules", houseRules?.json)
    writer.optionalText("signature", signature, .signature)
    if let digest { writer.digest("digest", digest) }
    writer.document("document", document)
  }

  var decisionTrigger: Trigger? { Trigger(trigger) }
  var screenChange: ScreenChange? { nil }
  var title: String { "fetched (\(trigger.rawValue)\(trigger == .manual ? ", by the user" : ""))" }
  var detail: String {
    guard let digest else { return "304, the last document still holds" }
    return "200, \(format) \(digest.shortDigest)"
  }
}
