import Herald
import HeraldTestSupport
import HTTPTypes
import Testing

@testable import HeraldServer

@Suite("Published policies")
struct PolicyRouteTests {
  static let path = "/v1/policies/\(TestedServer.app)"

  /// A document that is long enough to be packed.
  private static let document =
    #"{"packageName":"com.example.shop","updates":[{"id":1,"forceUpdate":false,"#
    + #""targetWebsiteUrl":"https://example.com","descriptions":{"*":"There is a new version."},"#
    + #""targetVersion":"3.0"}],"comment":"\#(String(repeating: "x", count: 500))"}"#

  private static func published(_ body: @Sendable (TestedServer) async throws -> Void) async throws {
    try await TestedServer.run { server in
      #expect(try await server.request(.put, path, Array(document.utf8)).status == 201)
      try await body(server)
    }
  }

  @Test("A policy is packed for clients that ask for it, as the same document with a tag of its own")
  func packed() async throws {
    try await Self.published { server in
      let plain = try await server.get(Self.path, token: .none)
      let packed = try await server.get(Self.path, token: .none, headers: ["Accept-Encoding": "gzip"])
      #expect(plain.body == Array(Self.document.utf8))
      let unpacked = try BodyEncoding([.contentEncoding: "gzip"]).unpack(packed.body, atMost: 1 << 20, nil)
      #expect(unpacked == Array(Self.document.utf8))
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(plain.headers[.vary] == "Accept-Encoding")
      #expect(packed.headers[.vary] == "Accept-Encoding")
      #expect(plain.headers[.eTag] != nil)
      #expect(packed.headers[.eTag] != nil)
      #expect(plain.headers[.eTag] != packed.headers[.eTag])
    }
  }

  @Test("Either tag says that the policy is known, whatever form the client takes, and replaces it")
  func tags() async throws {
    try await Self.published { server in
      var tags: [String] = []
      for accepted in [[:], ["Accept-Encoding": "gzip"]] {
        let answer = try await server.get(Self.path, token: .none, headers: accepted)
        tags.append(try #require(answer.headers[.eTag]))
      }
      for accepted in [[:], ["Accept-Encoding": "gzip"]] {
        for tag in tags {
          let again = try await server.get(
            Self.path, token: .none, headers: accepted.merging(["If-None-Match": tag]) { $1 })
          #expect(again.status == 304)
          #expect(again.body == [])
          #expect(again.headers[.eTag] == tag)
        }
      }
      let replaced = try await server.request(
        .put, "\(Self.path)?dry-run", Array(Self.document.utf8), headers: ["If-Match": tags[1]])
      #expect(replaced.status == 200)
    }
  }
}
