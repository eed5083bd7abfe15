import HTTPTypes
import Herald
import HeraldQuestions
import Testing

@testable import HeraldServer

@Suite("POST /v1/analyze")
struct AnalyzeRouteTests {
  private static let path = "/v1/analyze"

  /// A policy with one update.
  static func policy(_ keys: String = "", revision: Int = 1) -> String {
    #"{"packageName":"\#(TestedServer.app)","revision":\#(revision),"updates":[{"id":1,\#(keys)"#
      + #""targetWebsiteUrl":"https://example.com/","descriptions":{"*":{"message":"Update"}}}]}"#
  }

  static let force = policy(#""forceUpdate":true,"filters":{"appVersionName":"<4.0"},"#, revision: 2)

  private static func document(_ text: String) -> Document { Document(text: text, format: "herald") }

  @Test("It answers with the lines that the command prints")
  func rules() async throws {
    try await TestedServer.run { server in
      let answer = try await server.request(.post, Self.path, Array(Self.force.utf8))
      #expect(answer.status == 200)
      #expect(answer.headers[.contentType] == "application/jsonl")
      let expected = try AnalyzeQuestion(Self.document(Self.force), named: "policy.json").answer().json
      #expect(expected.contains(#""verdict":"shown""#))
      #expect(answer.text == expected)
    }
  }

  @Test("It compares with the policy in force, and only then needs one")
  func against() async throws {
    try await TestedServer.run { server in
      let none = try await server.request(.post, "\(Self.path)?against=current", Array(Self.force.utf8))
      #expect(none.status == 404)
      #expect(none.text.contains(#":noPolicy""#))
      #expect(try await server.request(.put, PolicyRouteTests.path, Array(Self.policy().utf8)).status == 201)
      let answer = try await server.request(.post, "\(Self.path)?against=current", Array(Self.force.utf8))
      #expect(answer.status == 200)
      let expected = try AgainstQuestion(
        Self.document(Self.force), named: "policy.json", against: Self.document(Self.policy()), named: "old"
      ).answer().json
      #expect(expected.contains(#""forcesNoMore":"doesNotHold""#))
      #expect(answer.text == expected)
    }
  }

  @Test("Only what is still to come counts from a time on")
  func from() async throws {
    let over = Self.policy(#""displayBeforeDate":"2026-06-01T00:00:00Z","#)
    try await TestedServer.run { server in
      let all = try await server.request(.post, Self.path, Array(over.utf8))
      #expect(all.text.contains(#""verdict":"shown""#))
      let later = try await server.request(.post, "\(Self.path)?from=2026-12-01T00:00:00Z", Array(over.utf8))
      #expect(later.text.contains(#""verdict":"never""#))
    }
  }

  @Test(
    "A parameter that it does not take, or cannot read, is refused with its name",
    arguments: [
      ("against=old", "against"), ("against=", "against"), ("againts=current", "againts"), ("from=soon", "from"),
      ("source=a", "source"),
    ])
  func badQuery(query: String, place: String) async throws {
    try await TestedServer.run { server in
      let answer = try await server.request(.post, "\(Self.path)?\(query)", Array(Self.force.utf8))
      #expect(answer.status == 400)
      #expect(answer.text.contains(#":badQuery""#))
      #expect(answer.text.contains("`\(place)`"))
    }
  }

  @Test("A document that phones refuse is refused with its place, and one that is too large before it is read")
  func badDocument() async throws {
    try await TestedServer.run { server in
      let refused = try await server.request(.post, Self.path, Array("{".utf8))
      #expect(refused.status == 422)
      #expect(refused.text.contains(#":invalidJSON""#))
      let bytes = [UInt8](repeating: 0x20, count: Request.largestDocument + 1)
      #expect(try await server.request(.post, Self.path, bytes).status == 413)
      #expect(try await server.request(.post, Self.path, [0xFF]).status == 400)
      let format = try await server.request(.post, "\(Self.path)?format=none", Array(Self.force.utf8))
      #expect(format.status == 422)
    }
  }

  @Test(
    "A token that may read or publish may ask, and no other one",
    arguments: [([Role.read], 200), ([.publish], 200), ([.metrics, .forget], 403), ([.append], 403)])
  func roles(roles: [Role], status: Int) async throws {
    try await TestedServer.run { server in
      let token = try server.folder.makeToken(
        name: "one", roles: Set(roles), app: TestedServer.app, expires: nil
      ).text
      let answer = try await server.request(.post, Self.path, Array(Self.force.utf8), token: .text(token))
      #expect(answer.status == status)
    }
  }

  @Test("An answer about no installation is no look at one")
  func looks() async throws {
    try await TestedServer.run { server in
      #expect(try await server.request(.post, Self.path, Array(Self.force.utf8)).status == 200)
      let app = try #require(server.server.app(TestedServer.app))
      #expect(try app.arrivals.looks(atMost: 10).isEmpty)
    }
  }
}
