import HTTPTypes
import Herald
import Hummingbird

/// The headers of Herald's own in a request that brings events.
struct UploadHeaders {
  /// The token of the stream; nil for none.
  let stream: String?
  /// The revisions that the sender leaves out for good, because the server refused them.
  let skipped: Set<Int>
  /// The device's time at which it sent, as it wrote it; nil for none.
  let sent: String?

  private static let mostSkipped = 1000

  /// - Throws: ``Problem`` for a header that cannot be read.
  init(_ headers: HTTPFields) throws {
    stream = headers.value(of: "herald-stream")
    let revisions = (headers.value(of: "herald-skip") ?? "").split(separator: ",").map { Int($0.trimming(" \t")) }
    guard revisions.count <= Self.mostSkipped, revisions.allSatisfy({ ($0 ?? 0) > 0 }) else {
      throw Problem(
        .badHeader, "`Herald-Skip` cannot be read.", at: "Herald-Skip",
        why: "it lists up to \(Self.mostSkipped) revisions from 1 on, with commas between them")
    }
    skipped = Set(revisions.compactMap(\.self))
    sent = headers.value(of: "herald-sent")
    if let sent, DeviceTime(rfc3339: sent) == nil {
      throw Problem(
        .badHeader, "`Herald-Sent` cannot be read.", at: "Herald-Sent",
        why: "it is a time with its zone, such as 2026-03-02T08:00:00.000+01:00 (RFC 3339)")
    }
  }
}

extension HTTPFields {
  /// The value of a header that the library has no name for.
  ///
  /// - Parameter name: in lower case.
  func value(of name: String) -> String? { first { $0.name.canonicalName == name }?.value }
}
