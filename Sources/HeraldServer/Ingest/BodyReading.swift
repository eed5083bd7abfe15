import HeraldWire
import HTTPTypes
import Herald
import HeraldLog
import HeraldPacking
import Hummingbird
import NIOCore

/// Reads the body of a request, not more of it than a limit.
struct BodyReading {
  let limit: Int
  /// The problem of a body that is larger.
  private let tooLarge: Problem

  /// A body of events.
  init(limit: Int) {
    self.limit = limit
    tooLarge = .tooLarge(limit)
  }

  /// A body that is a document or a form.
  init(document limit: Int) {
    self.limit = limit
    tooLarge = Problem(
      .tooLarge, "The document is too large.", at: "body", why: "it has over \(limit) bytes",
      fix: "check that it is the one that was meant")
  }

  /// The bytes as they came, packed or not.
  ///
  /// - Throws: ``Problem`` for a body that is larger than the limit; it is not read to its end.
  func bytes(of request: Request) async throws -> [UInt8] {
    if let length = request.headers[.contentLength], OutsideNumber.read(length, in: 0...limit) == nil { throw tooLarge }
    var bytes: [UInt8] = []
    do {
      for try await piece in request.body {
        bytes += piece.readableBytesView
        if bytes.count > limit { throw tooLarge }
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.badBody, "The body ended before its end.", at: "body", why: "the connection was cut: \(error)")
    }
    return bytes
  }
}

/// The compression of a request's body.
enum BodyEncoding {
  case plain, gzip, zstd

  /// - Throws: ``Problem`` for another one.
  init(_ headers: HTTPFields) throws {
    switch headers[.contentEncoding]?.lowercased() {
    case nil, "", "identity": self = .plain
    case "gzip", "x-gzip": self = .gzip
    case "zstd": self = .zstd
    case let other?:
      throw Problem(
        .unsupportedEncoding, "The server cannot unpack `\(other)`.", at: "Content-Encoding",
        why: "it knows gzip and zstd, one of them at a time")
    }
  }

  /// Unpacks a body, and counts while it does.
  ///
  /// - Parameter memory: the memory of the request, which holds the unpacked bytes in place of the packed ones afterwards.
  /// - Throws: ``Problem`` for a body above the limit, for a damaged one, and while memory for it is lacking.
  func unpack(_ packed: [UInt8], atMost limit: Int, _ memory: RequestMemory?) throws -> [UInt8] {
    if case .plain = self { return packed }
    var start = 0
    let next = { (span: inout MutableRawSpan) in
      let count = min(span.byteCount, packed.count - start)
      span.withUnsafeMutableBytes { $0.copyBytes(from: packed[start..<start + count]) }
      start += count
      return count
    }
    do {
      let reader = try reader(next)
      var unpacked: [UInt8] = []
      var piece = HeraldLog.ByteBuffer(capacity: 1 << 16)
      while true {
        let count = try piece.write(0..<piece.capacity) { try reader(&$0) }
        if count == 0 {
          memory?.giveBack(packed.count)
          return unpacked
        }
        if unpacked.count + count > limit { throw Problem.tooLarge(limit) }
        try memory?.take(count)
        unpacked += piece.bytes(0..<count)
      }
    } catch let error as LogFileError {
      throw Problem(.badBody, "The body cannot be unpacked.", at: "body", why: error.diagnostic.why)
    }
  }

  private func reader(
    _ next: @escaping (inout MutableRawSpan) throws -> Int
  ) throws -> (inout MutableRawSpan) throws -> Int {
    if case .zstd = self {
      let stream = try ZstdStream("body", next: next)
      return { try stream.read(into: &$0) }
    }
    let stream = try GzipStream("body", next: next)
    return { try stream.read(into: &$0) }
  }
}

extension Problem {
  static func tooLarge(_ limit: Int) -> Problem {
    Problem(
      .tooLarge, "The body is too large.", at: "body",
      why: "it has over \(limit) bytes, unpacked (the setting `bodyBytes`)")
  }
}

/// The form of the events in a request.
enum BodyKind {
  /// A line for each event.
  case lines
  /// One event in CloudEvents' JSON form.
  case event
  /// An array of events in CloudEvents' JSON form (its JSON format, section 4).
  case batch

  private static let types: [String: BodyKind] = [
    "application/x-ndjson": .lines, "application/jsonl": .lines, "application/cloudevents+json": .event,
    "application/cloudevents-batch+json": .batch,
  ]

  /// - Throws: ``Problem`` for a body of another kind.
  init(_ headers: HTTPFields) throws {
    let type = headers[.contentType].map { $0.prefix { $0 != ";" }.trimming(" \t").lowercased() }
    if let kind = type.flatMap({ Self.types[$0] }) {
      self = kind
      return
    }
    let isBinary = headers.contains { $0.name.canonicalName.hasPrefix("ce-") }
    throw Problem(
      .unsupportedContent,
      type.map { "The server does not take `\($0)`." } ?? "The request does not say what its body is.",
      at: "Content-Type",
      why: isBinary
        ? "CloudEvents' binary mode splits an event into headers and a body, and an event is stored as the bytes of one line"
        : "events come as lines of JSON, or as CloudEvents in JSON")
  }
}

extension StringProtocol {
  /// The text without some characters at both ends.
  func trimming(_ characters: String) -> String {
    var text = Substring(self)
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}

/// Events in CloudEvents' JSON form, whose bytes become lines.
enum CloudEventsBody {
  /// The memory in bytes that a value takes while the body is read.
  private static let bytesOfAValue = 96

  /// Reads the one event of a body, or the elements of its array.
  ///
  /// A line break between two tokens becomes a blank, because a line has none; all other bytes stay.
  ///
  /// - Throws: ``Problem`` for a body that is not such JSON.
  static func lines(
    _ bytes: [UInt8], isArray: Bool, _ memory: RequestMemory?
  ) throws -> (bytes: [UInt8], lines: [Range<Int>]) {
    let values = bytes.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    let size = values * Self.bytesOfAValue
    try memory?.take(size)
    defer { memory?.giveBack(size) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.badBody, "The body is not UTF-8.", at: "body", why: "JSON is (RFC 8259, section 8.1)")
    }
    let root: JSONNode
    do { root = try JSONNode.read(text).node } catch {
      throw Problem(.badBody, "The body is not JSON.", at: "body", why: "at byte \(error.offset): \(error.reason)")
    }
    var nodes = [root]
    if isArray {
      guard case .array(let elements) = root.value else {
        throw Problem(
          .badBody, "The body is not an array.", at: "body",
          why: "`application/cloudevents-batch+json` is an array of events")
      }
      nodes = elements
    }
    let flat = bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    return (flat, nodes.map(\.place))
  }
}
