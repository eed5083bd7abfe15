import HTTPTypes
import HeraldLog
import HeraldPacking
import Hummingbird

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
  /// - Throws: ``Problem`` for a body that is larger than the limit, or damaged.
  func unpack(_ packed: [UInt8], atMost limit: Int) throws -> [UInt8] {
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
        if count == 0 { return unpacked }
        unpacked += piece.bytes(0..<count)
        if unpacked.count > limit { throw Problem.tooLarge(limit) }
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
