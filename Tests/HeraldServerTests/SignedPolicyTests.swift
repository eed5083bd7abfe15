import Foundation
import Herald
import HeraldFormats
import HeraldTestSupport
import HTTPTypes
import Testing

@testable import HeraldServer

@Suite("Signed policies")
struct SignedPolicyTests {
  private static let path = PolicyRouteTests.path
  private static let signaturePath = "\(path).minisig"
  private static let key = TestKey(7)
  private static let document = #"{"packageName":"com.example.shop","revision":7,"updates":[]}"#

  private static func signature(until time: String) throws -> String {
    let promises = SignedPromises(
      packageName: "com.example.shop", revision: 7, expires: try HeraldTestSupport.time(time).moment)
    return key.file(document, promises.comment.string).string
  }

  /// Publishes a document in place of the one that is there.
  private static func put(
    _ server: TestedServer, _ document: String, signature: String?, override: String? = nil
  ) async throws -> TestedServer.Answer {
    var headers: [String: String] = [:]
    headers["If-Match"] = try await server.get(path).headers[.eTag]
    headers["Herald-Signature"] = signature.map { Base64.text(of: $0.utf8) }
    headers["Herald-Override"] = override
    return try await server.request(.put, path, Array(document.utf8), headers: headers)
  }

  /// A server with the signed document.
  private static func signed(_ body: @Sendable (TestedServer, _ signature: String) async throws -> Void) async throws {
    try await TestedServer.run { server in
      let text = try signature(until: "2099-01-01T00:00:00Z")
      let published = try await put(server, document, signature: text)
      #expect(published.status == 201, "\(published.text)")
      try await body(server, text)
    }
  }

  @Test("Document and signature are fetched byte for byte, each with its own tag, and 304 for a client with it")
  func fetched() async throws {
    try await Self.signed { server, text in
      let policy = try await server.get(Self.path)
      #expect(policy.status == 200)
      #expect(policy.body == Array(Self.document.utf8))
      let tag = try #require(policy.headers[.eTag])
      let again = try await server.get(Self.path, headers: ["If-None-Match": tag])
      #expect(again.status == 304)
      #expect(again.body == [])
      #expect(again.headers[.eTag] == tag)
      // The policy's tag says nothing of the signature.
      for headers in [[:], ["If-None-Match": tag]] {
        let signature = try await server.get(Self.signaturePath, headers: headers)
        #expect(signature.status == 200)
        #expect(signature.body == Array(text.utf8))
        #expect(signature.headers[.contentType]?.hasPrefix("text/plain;") == true)
        let own = try #require(signature.headers[.eTag])
        #expect(own != tag)
        let known = try await server.get(Self.signaturePath, headers: ["If-None-Match": own])
        #expect(known.status == 304)
        #expect(known.body == [])
        #expect(known.headers[.eTag] == own)
      }
    }
  }

  @Test("A device that trusts the key accepts what it fetches, and a device that trusts another key does not")
  func accepted() async throws {
    try await Self.signed { server, _ in
      let policy = try await server.get(Self.path).text
      let signature = try await server.get(Self.signaturePath).text
      #expect(try Self.refusal(of: policy, signature, trusting: Self.key.publicKey) == nil)
      #expect(try Self.refusal(of: policy, signature, trusting: TestKey(8).publicKey) != nil)
    }
  }

  /// The reason for which a device refuses a document; nil where it accepts it.
  private static func refusal(
    of text: String, _ signature: String, trusting key: PublicKey
  ) throws -> RefusalReason? {
    let document = Document(text: text, format: "herald")
    let reading = Formats.read(document).reading
    var state = InstallationState()
    let now = try time("2026-03-02T08:00:00Z")
    let launch = AppLaunched(
      profile: Profile([(name: .appPackageName, value: "com.example.shop")]), trust: try Trust(keys: [key]))
    state.apply(Fact(revision: 1, time: now, data: .appLaunched(launch)))
    let fetch = FetchSucceeded(
      trigger: .manual, url: "", format: document.format, storeURL: nil, houseRules: nil,
      signature: ExactString(signature), digest: document.digest, document: document.text, reading: reading)
    state.apply(Fact(revision: 2, time: now, data: .fetchSucceeded(fetch)))
    if state.refused == nil { #expect(state.policy?.signature != nil) }
    return state.refused?.reason
  }

  @Test("The same document is signed once more, and its tag stays")
  func renewed() async throws {
    try await Self.signed { server, first in
      let tag = try await server.get(Self.path).headers[.eTag]
      let own = try await server.get(Self.signaturePath).headers[.eTag]
      let longer = try Self.signature(until: "2099-02-01T00:00:00Z")
      #expect(try await Self.put(server, Self.document, signature: longer).status == 201)
      let policy = try await server.get(Self.path)
      #expect(policy.body == Array(Self.document.utf8))
      #expect(policy.headers[.eTag] == tag)
      #expect(longer != first)
      // A device with the earlier signature asks for it alone.
      let renewed = try await server.get(Self.signaturePath, headers: ["If-None-Match": try #require(own)])
      #expect(renewed.status == 200)
      #expect(renewed.text == longer)
    }
  }

  @Test("The signature of another document is refused, and the answer says why")
  func other() async throws {
    try await Self.signed { server, signature in
      let other = #"{"packageName":"com.example.shop","revision":8}"#
      let tag = try #require(try await server.get(Self.path).headers[.eTag])
      let refused = try await server.request(
        .put, Self.path, Array(other.utf8),
        headers: ["If-Match": tag, "Herald-Signature": Base64.text(of: signature.utf8)])
      #expect(refused.status == 400)
      #expect(try refused.json[name: "why"]?.string?.contains("promises revision 7") == true)
    }
  }

  @Test("A policy without a signature has none, also where one before it was signed")
  func unsigned() async throws {
    try await Self.signed { server, _ in
      let other = #"{"packageName":"com.example.shop","revision":8}"#
      let published = try await Self.put(server, other, signature: nil, override: "the key is lost")
      #expect(published.status == 201)
      let signature = try await server.get(Self.signaturePath)
      #expect(signature.status == 404)
    }
  }
}
