import Foundation
import Herald
import HeraldQuestions
import HeraldLog

/// The manifest of a segment: a line of JSON in a file of its own, which `herald audit --head` reads too.
///
/// Each names the digest of the one before it, so that a missing or exchanged one shows.
package struct SegmentManifest: Sendable {
  private static let version = 1
  private static let suffix = ".manifest.json"

  /// The app.
  package let app: String
  /// The segment's number, from 1.
  package let number: Int
  /// The SHA-256 of the segment's file, in hexadecimal digits.
  package let sha256: String
  /// The size of the segment's file.
  package let bytes: Int
  /// Number of events, and the positions of the first and the last one in the sealed ledger.
  package let events: Int
  let first: Int
  package let last: Int
  /// The earliest and the latest time of its events, as the devices' clocks said; nil where none has a time.
  let times: ClosedRange<Timestamp>?
  /// Number of forgotten digests in the ledger's journal at the time of sealing.
  let forgotten: Int
  /// The SHA-256 of the manifest before it; nil for the first.
  let previous: String?
  /// The heads of the installations in it, at its end.
  let heads: [StreamHead]

  /// The name of the segment's file.
  package var segment: String { "\(Self.text(of: number))-\(sha256).jsonl.zst" }
  /// The name of the manifest's file.
  var file: String { Self.text(of: number) + Self.suffix }

  private static func text(of number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// The number of the segment whose manifest has a name; nil for another file.
  static func number(ofFile name: String) -> Int? {
    guard name.hasSuffix(suffix), let number = Int(name.dropLast(suffix.count)), text(of: number) + suffix == name
    else { return nil }
    return number
  }

  var json: [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("manifest", Self.version)
      $0.member("app", app)
      $0.member("number", number)
      $0.member("segment", segment)
      $0.member("sha256", sha256)
      $0.member("bytes", bytes)
      $0.member("events", events)
      $0.member("first", first)
      $0.member("last", last)
      $0.member("from", times?.lowerBound)
      $0.member("until", times?.upperBound)
      $0.member("forgotten", forgotten)
      $0.member("previous", previous)
      $0.member("heads", heads) { $0.head($1) }
    }
    return output.bytes
  }
}

extension SegmentManifest {
  /// Reads a manifest.
  ///
  /// - Returns: nil for a text that is none.
  init?(_ bytes: [UInt8], of name: String) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let root = try? JSONNode.read(text).node, root[name: "manifest"]?.number == Self.version,
      let app = root[name: "app"]?.string, let number = root[name: "number"]?.number,
      let sha256 = root[name: "sha256"]?.string, sha256.utf8.count == 64, let size = root[name: "bytes"]?.number,
      let events = root[name: "events"]?.number, let first = root[name: "first"]?.number,
      let last = root[name: "last"]?.number, let forgotten = root[name: "forgotten"]?.number,
      let heads = try? KnownHeads.heads(in: text, of: name), Hex.bytes(of: sha256) != nil
    else { return nil }
    (self.app, self.number, self.sha256, self.bytes) = (app, number, sha256, size)
    (self.events, self.first, self.last) = (events, first, last)
    let (from, until) = (Self.time(root[name: "from"]), Self.time(root[name: "until"]))
    times = from.flatMap { from in until.flatMap { from <= $0 ? from...$0 : nil } }
    (self.forgotten, self.heads) = (forgotten, heads)
    previous = root[name: "previous"]?.string
  }

  private static func time(_ node: JSONNode?) -> Timestamp? {
    node?.string.flatMap { DeviceTime(rfc3339: $0) }?.moment
  }
}
