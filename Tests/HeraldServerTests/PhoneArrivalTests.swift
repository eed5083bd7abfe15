import HTTPTypes
import Herald
import HeraldTestSupport
import Testing

@testable import HeraldServer

@Suite("Policies that phones would refuse")
struct PhoneArrivalTests {
  private static let path = PolicyRouteTests.path
  private static let key = TestKey(7)
  private static let other = TestKey(8)

  private static func document(_ revision: Int?, app: String = TestedServer.app, _ more: String = "") -> String {
    #"{"packageName":"\#(app)"\#(revision.map { #","revision":\#($0)"# } ?? ""),"updates":[]\#(more)}"#
  }

  private static func file(_ document: String, _ comment: String = "herald", by keys: [TestKey] = [key]) -> String {
    keys.map { $0.file(document, comment).string }.joined()
  }

  private static func put(
    _ server: TestedServer, _ document: String, signature: String? = nil, override: String? = nil, query: String = ""
  ) async throws -> TestedServer.Answer {
    var headers: [String: String] = [:]
    headers["If-Match"] = try await server.get(path).headers[.eTag]
    headers["Herald-Signature"] = signature.map { Base64.text(of: $0.utf8) }
    headers["Herald-Override"] = override
    return try await server.request(.put, path + query, Array(document.utf8), headers: headers)
  }

  /// Expects that a document is refused for a reason, that a trial says so too, and that a reason publishes it.
  private static func expectBreach(
    _ server: TestedServer, _ document: String, signature: String? = nil, _ reason: String
  ) async throws {
    let trial = try await put(server, document, signature: signature, query: "?dry-run")
    #expect(trial.status == 200)
    let breaches = try #require(try trial.json[name: "breaches"]).elements.compactMap(\.string)
    #expect(breaches.contains { $0.contains(reason) }, "\(trial.text)")
    let refused = try await put(server, document, signature: signature)
    #expect(refused.status == 409, "\(refused.text)")
    let problem = try refused.json
    #expect(problem[name: "detail"]?.string?.contains(reason) == true, "\(refused.text)")
    #expect(problem[name: "inForce"]?[name: "number"] != nil)
    let published = try await put(server, document, signature: signature, override: "on purpose")
    #expect(published.status == 201, "\(published.text)")
    #expect(try published.json[name: "policy"]?[name: "override"]?.string == "on purpose")
  }

  @Test(
    "A document that leaves the order of revisions, or is another app's, goes out with a reason only",
    arguments: [
      (document(6), "rollback"), (document(0), "rollback"), (document(7, #","messages":[]"#), "equivocation"),
      (document(7) + " ", "equivocation"), (document(nil), "has no revision"),
      (document(8, app: "com.example.other"), "otherPackage"), (document(8, app: "com.example.Shop"), "otherPackage"),
    ])
  func order(document: String, reason: String) async throws {
    try await TestedServer.run { server in
      #expect(try await Self.put(server, Self.document(7)).status == 201)
      try await Self.expectBreach(server, document, reason)
    }
  }

  @Test("A document in order goes out without a reason", arguments: [8, 9_007_199_254_740_991])
  func inOrder(revision: Int) async throws {
    try await TestedServer.run { server in
      for document in [Self.document(7), Self.document(revision)] {
        let published = try await Self.put(server, document)
        #expect(published.status == 201, "\(published.text)")
      }
    }
  }

  @Test("A first document of another app is refused, as a phone has nothing in force")
  func firstOfAnotherApp() async throws {
    try await TestedServer.run { server in
      let answer = try await Self.put(server, Self.document(1, app: "com.example.other"))
      #expect(answer.status == 409)
      #expect(answer.text.contains(#""inForce":null"#), "\(answer.text)")
    }
  }

  @Test("A revision between a rollback and the newest before it is one that most phones refuse")
  func belowTheNewest() async throws {
    try await TestedServer.run { server in
      #expect(try await Self.put(server, Self.document(7)).status == 201)
      #expect(try await Self.put(server, Self.document(3), override: "by mistake").status == 201)
      try await Self.expectBreach(server, Self.document(5), "rollback")
    }
  }

  @Test("A document without a signature in the place of a signed one is a breach, a rollback too")
  func unsigned() async throws {
    try await TestedServer.run { server in
      let first = Self.document(7)
      #expect(try await Self.put(server, first, signature: Self.file(first)).status == 201)
      let tag = try #require(try await server.get(Self.path).headers[.eTag])
      let rollback = "\(Self.path)/rollback?to=\(Digest.of(first))"
      let refused = try await server.request(.post, rollback, headers: ["If-Match": tag])
      #expect(refused.status == 409)
      #expect(refused.text.contains("not signed"))
      try await Self.expectBreach(server, Self.document(8), "not signed")
    }
  }

  @Test("The promises of a signature count without keys too: package, revision and expiry")
  func promises() async throws {
    try await TestedServer.run { server in
      let first = Self.document(7)
      #expect(try await Self.put(server, first, signature: Self.file(first)).status == 201)
      let next = Self.document(8)
      try await Self.expectBreach(
        server, next, signature: Self.file(next, "herald expires:2020-01-01T00:00:00Z"), "expired")
    }
  }

  private static func settings(_ keys: [TestKey], _ threshold: Int = 1) -> ServerSettings {
    var settings = ServerSettings()
    settings.policyKeys = keys.map(\.publicKey.text).joined(separator: ", ")
    settings.policyThreshold = threshold
    return settings
  }

  @Test(
    "With keys a signature has to verify over the bytes and the comment",
    arguments: [
      (nil, "unsigned"), (file(document(8) + " "), "badSignature"), (file(document(8), by: [other]), "unknownKey"),
      (file(document(8)).replacing("trusted comment: herald", with: "trusted comment: other"), "badSignature"),
      (file(document(8), "herald expires:2020-01-01T00:00:00Z"), "expired"),
    ])
  func verified(signature: String?, reason: String) async throws {
    try await TestedServer.run(settings: Self.settings([Self.key])) { server in
      let first = Self.document(7)
      #expect(try await Self.put(server, first, signature: Self.file(first)).status == 201)
      try await Self.expectBreach(server, Self.document(8), signature: signature, reason)
    }
  }

  @Test("As many keys as the threshold have to sign, each of them once")
  func threshold() async throws {
    try await TestedServer.run(settings: Self.settings([Self.key, Self.other], 2)) { server in
      let first = Self.document(1)
      let both = Self.file(first, by: [Self.key, Self.other])
      #expect(try await Self.put(server, first, signature: both).status == 201)
      let second = Self.document(2)
      try await Self.expectBreach(
        server, second, signature: Self.file(second, by: [Self.key, Self.key]), "badSignature")
    }
  }

  @Test("The signed revision orders documents that have none")
  func signedRevision() async throws {
    try await TestedServer.run(settings: Self.settings([Self.key])) { server in
      let first = Self.document(nil)
      #expect(try await Self.put(server, first, signature: Self.file(first, "herald revision:7")).status == 201)
      let next = Self.document(nil, app: TestedServer.app, #","messages":[]"#)
      try await Self.expectBreach(server, next, signature: Self.file(next, "herald revision:6"), "rollback")
    }
  }

  @Test(
    "The page says that the policy in force is signed, takes a signature, and publishes unsigned with a reason only")
  func page() async throws {
    try await TestedServer.run { server in
      let first = Self.document(7)
      let empty = try await server.ask("/policies", server.token)
      #expect(!empty.text.contains("name=\"signature\""))
      #expect(try await Self.put(server, first, signature: Self.file(first)).status == 201)
      let page = try await server.ask("/policies", server.token)
      #expect(page.text.contains("The policy in force is signed."))
      #expect(page.text.contains("name=\"signature\""))
      let tag = try #require(try await server.get(Self.path).headers[.eTag])
      let next = Self.document(8)
      let form = ["do": "publish", "tag": tag, "document": next]
      let refused = try await server.ask("/policies", server.token, form: form)
      #expect(refused.text.contains("not signed"))
      #expect(refused.text.contains("In force is publication 1,"))
      #expect(try await server.get(Self.path).text == first)
      let signed = form.merging(["signature": Self.file(next).replacing("\n", with: "\r\n")]) { $1 }
      for _ in 0..<2 {
        #expect(try await server.ask("/policies", server.token, form: signed).text.contains("Published."))
      }
      #expect(try await server.get("\(Self.path).minisig").text == Self.file(next))
      #expect(try server.folder.policies.history(of: TestedServer.app, atMost: 9).count == 2)
    }
  }
}
