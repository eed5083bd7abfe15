import GRDB
import HTTPTypes
import HeraldWire
import Hummingbird

@testable import Herald
@testable import HeraldServer

/// A part of an address, a header or a form.
enum FuzzedQuery {
  static func read(_ form: UInt8, _ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    switch form % 9 {
    case 0: try search(text)
    case 1: try readTime(text)
    case 2: try readSenders(text)
    case 3: try readHeaders(text)
    case 4: try readForm(text)
    case 5: try readAddress(text)
    case 6: try readNumber(text)
    case 7: try readNames(text)
    default: try readTags(text)
    }
  }

  /// Tables like the search's, with an installation.
  private static let index: DatabaseQueue? = {
    guard let queue = try? DatabaseQueue(configuration: SearchIndex.configuration) else { return nil }
    try? queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE installations (
            source TEXT PRIMARY KEY, user TEXT, last INTEGER, revision INTEGER NOT NULL, properties TEXT NOT NULL,
            refused TEXT, visible TEXT
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE shown (rule TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (rule, source)) STRICT, WITHOUT ROWID;
          CREATE TABLE users (user TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (user, source)) STRICT, WITHOUT ROWID;
          INSERT INTO installations VALUES ('/i/1', 'ada', 1, 1, '{"deviceModel":"a"}', NULL, NULL);
          INSERT INTO users VALUES ('ada', '/i/1');
          """)
    }
    return queue
  }()

  private static func search(_ text: String) throws {
    guard let query = try? SearchQuery(text, users: nil), let index else { return }
    do {
      for after in [nil, ExactString("/a")] {
        let found = try index.read { try query.run(on: $0, after: after, atMost: 10) }
        if text.allSatisfy(\.isWhitespace) { try agree(found.count, 1, "installations for an empty query") }
      }
    } catch let error as DatabaseError {
      throw Disagreement("a search fails: \(error)")
    }
  }

  private static func readTime(_ text: String) throws {
    let bytes = Array(text.utf8)
    let any = bytes.withBorrowedBytes { DeviceTime(anyRFC3339: $0) }
    let usual = bytes.withBorrowedBytes { DeviceTime(canonicalRFC3339: $0) }
    if let usual { try agree(usual, any, "a time in its usual form, read in two ways") }
    guard let time = DeviceTime(rfc3339: text) else { return }
    try agree(time, any, "a time, read in two ways")
    let written = DeviceTime(rfc3339: "\(time)")
    try agree(written?.moment, time.moment, "a time, written and read")
    // A leap second may lead to a year of five digits on the clock alone.
    guard Timestamp.range.contains(Timestamp(milliseconds: time.wallClock)) else { return }
    try agree(written, time, "a time with its zone")
  }

  private static func readSenders(_ text: String) throws {
    guard let name = HTTPField.Name("x-forwarded-for") else { return }
    var settings = ServerSettings()
    settings.trustedProxies = "127.0.0.1, 10.0.0.0/8, fd00::/8"
    let proxies = TrustedProxies(settings)
    var headers = HTTPFields()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      headers.append(HTTPField(name: name, value: String(line)))
    }
    guard proxies.sender("127.0.0.1", headers) != nil else { throw Disagreement("a sender has no address: \(text)") }
    try agree(proxies.sender("192.0.2.1", headers), SenderAddress("192.0.2.1"), "a sender that is no proxy")
    // The client may write what it likes in front.
    headers.append(HTTPField(name: name, value: "198.51.100.7"))
    try agree(proxies.sender("127.0.0.1", headers), SenderAddress("198.51.100.7"), "the address that a proxy saw")
    if let range = NetworkRange(text), !text.contains("/") {
      try agree(range.contains(text), true, "an address in the range of itself")
      if SenderAddress(text) == nil { throw Disagreement("a range of one address is no sender: \(text)") }
    }
    _ = NetworkRange.list(text)
  }

  private static func readHeaders(_ text: String) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let names: [UploadHeaders.Name] = [.skipped, .sent, .streamToken, .source]
    let values = Dictionary(zip(names, lines), uniquingKeysWith: { first, _ in first })
    if let headers = try? UploadHeaders(reading: { values[$0] }) {
      let sent = Dictionary(headers.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      try agree(try? UploadHeaders(reading: { sent[$0.rawValue] }), headers, "headers, written and read")
      if headers.skipped.contains(where: { $0 < 1 }) { throw Disagreement("a revision below 1: \(headers.skipped)") }
      let digits = (values[.skipped] ?? "").utf8.allSatisfy { (48...57).contains($0) || ", \t".utf8.contains($0) }
      if !digits { throw Disagreement("revisions with other signs than digits: \(headers.skipped)") }
    }
    let fields: HTTPFields = [
      .contentType: lines.first ?? "", .contentEncoding: lines.last ?? "", .acceptEncoding: text, .cookie: text,
    ]
    _ = try? BodyKind(fields)
    _ = try? BodyEncoding(fields)
    _ = fields.acceptsGzip
    _ = AccessToken.parts(of: text)
  }

  private static func readForm(_ text: String) throws {
    let form = Parameters.ofForm(text)
    for name in ["draft", "query", "to", "reason"] as [Substring] { _ = form[name] }
    // A value comes back as it was written.
    let written = PercentEncoding.component(text)
    try agree(Parameters.ofForm("q=\(written)")["q"].map(String.init), text, "a value, written and read")
  }

  private static func readAddress(_ text: String) throws {
    let request = Request(
      head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/v1/live?until=\(text)"),
      body: RequestBody(buffer: .init()))
    _ = request.query("until")
    _ = request.typed("until")
    for limit in ["until", "from"] as [Substring] { _ = try? request.limit(limit) }
    if let number = try? request.number("until", in: 1...100), !(1...100).contains(number) {
      throw Disagreement("a number out of its range: \(number)")
    }
  }

  private static func readNumber(_ text: String) throws {
    guard let number = OutsideNumber.read(text, in: 0...(.max)) else { return }
    let digits = text.drop { $0 == "0" }
    try agree("\(number)", digits.isEmpty ? "0" : String(digits), "a number and its digits")
  }

  private static func readNames(_ text: String) throws {
    guard PackageName.isValid(text) else { return }
    let isPlain = text.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || ".-_".utf8.contains($0)
    }
    if !isPlain || text.hasPrefix(".") { throw Disagreement("an app's name with other signs: \(text)") }
    try agree(PackageName.isFile(text), true, "an app's name as a file's")
  }

  private static func readTags(_ text: String) throws {
    let tags = EntityTags(text)
    let own = "\"sha256:ab\""
    if tags.has(own), !text.contains(own), !text.contains("*") {
      throw Disagreement("a tag that is not there: \(text)")
    }
    try agree(EntityTags("\(own), \(text)").has(own), true, "a tag at the start of a list")
    _ = PublishLimit.list(text)
  }
}
