import HeraldFetch

/// Reads the lines of an answer's head more strictly than libcurl does (RFC 9112, sections 4 and 5).
struct HeadReader {
  /// The most bytes of all heads of an answer: early hints and the final one.
  static let sizeLimit = 80 << 10

  private var size = 0
  private var status: Int?
  private var headers: [(name: String, value: String)] = []

  /// Takes a line with its end; returns the final head with its last line.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> TransportHead? {
    size += bytes.count
    guard size <= Self.sizeLimit else { throw .headTooLarge }
    let line = Self.withoutEnd(bytes)
    guard !line.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) else {
      throw .notHTTP(why: "it cannot be read: a header has a control character")
    }
    guard let status else {
      self.status = try Self.status(of: line)
      return nil
    }
    if line.isEmpty { return end(status) }
    try readHeader(line)
    return nil
  }

  private static func withoutEnd(_ bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    var line = bytes[...]
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  /// The status of a line such as `HTTP/1.1 200 OK` or `HTTP/2 200`.
  private static func status(of line: Slice<UnsafeRawBufferPointer>) throws(TransportError) -> Int {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].starts(with: "HTTP/".utf8), parts[1].count == 3,
      parts[1].allSatisfy({ (48...57).contains($0) }),
      let status = Int(String(decoding: parts[1], as: UTF8.self)), status >= 100
    else {
      throw .notHTTP(why: "it cannot be read: its first line is `\(String(decoding: line.prefix(40), as: UTF8.self))`")
    }
    return status
  }

  private mutating func readHeader(_ line: Slice<UnsafeRawBufferPointer>) throws(TransportError) {
    if let first = line.first, first == 32 || first == 9, !headers.isEmpty {
      // An old server folds a long value (RFC 9112, section 5.2).
      headers[headers.count - 1].value += " " + Self.text(line)
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ $0 > 32 })
    else { throw .notHTTP(why: "it cannot be read: a header has no name") }
    headers.append((Self.text(line[..<colon]), Self.text(line[line.index(after: colon)...])))
  }

  /// The text without blanks around it.
  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else {
      return ""
    }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }

  private mutating func end(_ status: Int) -> TransportHead? {
    defer {
      self.status = nil
      headers = []
    }
    // Others below 200 are early hints. After 101 another protocol begins.
    return status >= 200 || status == 101 ? TransportHead(status: status, headers: headers) : nil
  }
}
