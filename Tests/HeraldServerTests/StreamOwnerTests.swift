import Herald
import HeraldTestSupport
import Testing

@testable import HeraldServer

/// A key that is taken out of an app cannot write into another installation's history.
@Suite("The owner of a stream")
struct StreamOwnerTests {
  private static let source = "/i/owner"
  private static let lines = SentLines.stream(source, 4)

  /// A server with two events of a stream, and the stream's token.
  private static func begun(_ body: @Sendable (TestedServer, _ token: String) async throws -> Void) async throws {
    try await TestedServer.run { server in
      let first = try await server.send(Array(lines[..<2]), token: .key)
      let token = try #require(try first.stream[name: "token"]?.string)
      try await body(server, token)
    }
  }

  @Test("An app key without the stream's token is refused, and learns nothing of the stream")
  func stranger() async throws {
    try await Self.begun { server, token in
      let thief = try await server.send(Array(Self.lines[2...]), token: .key)
      #expect(thief.status == 403)
      #expect(try thief.reasons == ["notOwner"])
      #expect(try thief.json[name: "streams"]?.elements.isEmpty == true)
      let wrong = try await server.send(
        Array(Self.lines[2...]), token: .key, headers: ["Herald-Stream": token.dropLast(2) + "xx"])
      #expect(wrong.status == 403)
    }
  }

  @Test("The stream's token, or its first line, shows the owner, who gets the token again")
  func owner() async throws {
    try await Self.begun { server, token in
      let own = try await server.send([Self.lines[2]], token: .key, headers: ["Herald-Stream": token])
      #expect(own.status == 200)
      #expect(try own.stream[name: "head"]?.integer == 3)
      let shown = try await server.send(Self.lines, token: .key)
      #expect(shown.status == 200)
      #expect(try shown.stream[name: "head"]?.integer == 4)
      #expect(try shown.stream[name: "token"]?.string == token)
    }
  }

  @Test("An app key reads the end of its own stream alone")
  func heads() async throws {
    try await Self.begun { server, token in
      let path = "/v1/heads?source=\(Self.source)"
      #expect(try await server.get(path, token: .key).status == 403)
      let head = try await server.get(path, token: .key, headers: ["Herald-Stream": token])
      #expect(try head.json[name: "head"]?.integer == 2)
    }
  }

  @Test("An app key sends events of one installation at a time")
  func one() async throws {
    try await TestedServer.run { server in
      let two = ["/i/owner-a", "/i/owner-b"].flatMap { SentLines.stream($0, 1) }
      let answer = try await server.send(two, token: .key)
      #expect(answer.status == 413)
    }
  }
}
