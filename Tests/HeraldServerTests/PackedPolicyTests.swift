import HTTPTypes
import Herald
import HeraldLog
import HeraldPacking
import Testing

@testable import HeraldServer

@Suite("Packed policies")
struct PackedPolicyTests {
  private static func policy(_ text: String) -> PublishedPolicy {
    PublishedPolicy(
      number: 1, text: text, digest: Digest.of(text), format: "herald", revision: nil, signature: nil,
      time: Timestamp(milliseconds: 0), by: "t", override: nil, figures: nil)
  }

  private static let long = policy(String(repeating: "a policy ", count: 100))

  @Test("A packed document unpacks to its bytes, and is packed once")
  func unpacks() throws {
    let packed = PackedPolicies()
    let bytes = try #require(packed.gzip(Self.long, of: "a"))
    #expect(bytes.count < Self.long.text.utf8.count)
    #expect(
      try BodyEncoding([.contentEncoding: "gzip"]).unpack(bytes, atMost: 1 << 20, nil) == Array(Self.long.text.utf8))
    #expect(packed.gzip(Self.long, of: "a") == bytes)
    #expect(packed.gzip(Self.policy("short"), of: "a") == nil)
  }

  @Test(
    "Gzip is sent to those that ask for it",
    arguments: [
      ("gzip", true), ("deflate, gzip;q=0.5", true), ("GZIP", true), ("*", true), ("gzip;q=0", false),
      ("*;q=1, gzip; q=0.0", false), ("br", false), ("", false), ("identity", false),
      ("gzip;q=few", false), ("gzip;q=", false), ("gzip;q=0.0.1", false), ("gzip;q=nan", false), ("gzip;q=1", true),
    ])
  func negotiation(header: String, isPacked: Bool) {
    #expect(([.acceptEncoding: header] as HTTPFields).acceptsGzip == isPacked)
  }

  @Test("Either tag names the document, and the answer has the one that was named")
  func tags() {
    let (tag, packed) = (Self.long.tag, Self.long.packedTag)
    #expect(tag != packed)
    #expect(Self.long.tag(in: tag, sent: packed) == tag)
    #expect(Self.long.tag(in: packed, sent: tag) == packed)
    #expect(Self.long.tag(in: "W/\(packed)", sent: packed) == packed)
    #expect(Self.long.tag(in: "\(tag), \(packed)", sent: packed) == packed)
    #expect(Self.long.tag(in: "*", sent: packed) == packed)
    #expect(Self.long.tag(in: "\"x\"", sent: tag) == nil)
    #expect(Self.long.tag(in: nil, sent: tag) == nil)
  }
}
