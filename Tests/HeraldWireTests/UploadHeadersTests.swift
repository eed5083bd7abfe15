import Herald
import HeraldTestSupport
import HeraldWire
import Testing

@Suite("The headers of a request that brings events")
struct UploadHeadersTests {
  private static func read(_ fields: [(name: String, value: String)]) throws -> UploadHeaders {
    try UploadHeaders { name in fields.first { $0.name == name.rawValue }?.value }
  }

  @Test("Headers that were written are read as what they were", arguments: Seeds.all)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let time = DeviceTime(
        moment: Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &random)), offsetMinutes: 120)
      let headers = UploadHeaders(
        sent: Bool.random(using: &random) ? "\(time)" : nil,
        streamToken: Bool.random(using: &random) ? "t\(UInt8.random(in: 0...255, using: &random))" : nil,
        skipped: (0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: 1...900, using: &random) },
        source: Bool.random(using: &random) ? UploadHeaders.spread("/i/a") : nil)
      #expect(try Self.read(headers.fields) == headers)
    }
  }

  @Test(
    "A list that is none of revisions is refused",
    arguments: ["0", "-1", "+1", "1, +2", "٣", "1,x", "1.5", Array(repeating: "1", count: 1001).joined(separator: ",")])
  func badList(_ list: String) {
    #expect(throws: UploadHeaders.Fault.skipped) { try Self.read([("Herald-Skip", list)]) }
  }

  @Test("A time without a zone is refused")
  func badTime() {
    #expect(throws: UploadHeaders.Fault.sent) { try Self.read([("Herald-Sent", "2026-03-02T08:00:00")]) }
  }

  @Test("A stream is spread by its name alone")
  func spread() {
    #expect(UploadHeaders.spread("/i/a") == UploadHeaders.spread("/i/a"))
    #expect(UploadHeaders.spread("/i/a") != UploadHeaders.spread("/i/b"))
    #expect(UploadHeaders.spread("/i/a").utf8.count == 32)
  }
}
