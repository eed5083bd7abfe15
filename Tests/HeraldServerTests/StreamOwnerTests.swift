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

  @Test("Lines that are bad for good show nobody where another's stream ends", arguments: [false, true])
  func badLines(isAfterGoodOne: Bool) async throws {
    try await Self.begun { server, _ in
      let chain = try #require(try await server.send(Self.lines, token: .key).stream[name: "chain"]?.string)
      let bad = #"{"source":"\#(Self.source)","id":3}"#
      let lines = isAfterGoodOne ? [Self.lines[3], bad] : [bad, Self.lines[3]]
      let answer = try await server.send(lines, token: .key)
      #expect(answer.status == (isAfterGoodOne ? 403 : 422))
      #expect(try answer.streams.isEmpty)
      #expect(!answer.text.contains(chain))
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

extension StreamOwnerTests {
  private static let header = "Herald-Stream"

  @Test("A phone whose first line was refused goes on behind it, and gets its token", arguments: [1, 3])
  func firstLineRefused(bad: Int) async throws {
    try await TestedServer.run { server in
      let refused = try await server.send(["{}"], token: .key)
      #expect(refused.status == 422)
      let skip = (1...bad).map(String.init).joined(separator: ",")
      let lines = SentLines.stream("/i/late", 3, from: bad + 1)
      let begun = try await server.send([lines[0]], token: .key, headers: ["Herald-Skip": skip])
      #expect(begun.status == 200)
      let token = try #require(try begun.stream[name: "token"]?.string)
      let next = try await server.send([lines[1]], token: .key, headers: [Self.header: token])
      #expect(next.status == 200)
      #expect(try await server.send([lines[2]], token: .key).status == 403)
      let again = try await server.send(lines, token: .key)
      #expect(try again.stream[name: "token"]?.string == token)
      #expect(try again.stream[name: "head"]?.integer == bad + 3)
    }
  }

  @Test("A first line without a salt earns the token once, and a guess of it earns nothing")
  func withoutSalt() async throws {
    try await TestedServer.run { server in
      let lines = SentLines.stream("/i/plain", 2).map { line in
        line.replacing(/"salt":"[^"]*",/, with: "")
      }
      let begun = try await server.send([lines[0]], token: .key)
      let token = try #require(try begun.stream[name: "token"]?.string)
      for guess in [[lines[0]], lines] {
        let again = try await server.send(guess, token: .key)
        #expect(again.status == 403)
        #expect(try again.streams.isEmpty)
        #expect(!again.text.contains(token))
        #expect(try again.json[name: "fix"]?.string?.contains("new `source`") == true)
      }
      let own = try await server.send(lines, token: .key, headers: [Self.header: token])
      #expect(own.status == 200)
      #expect(try own.stream[name: "token"] == nil)
    }
  }

  @Test("After retention the true first line earns the token again, and no other line does")
  func retention() async throws {
    try await TestedServer.run { server in
      let lines = SentLines.stream("/i/old", 4)
      let token = try #require(try await server.send(lines, token: .key).stream[name: "token"]?.string)
      let forgotten = try await server.request(.post, "/v1/forget?before=2026-03-02T07:00:03Z&reason=r")
      #expect(try forgotten.json[name: "removed"]?.integer == 2)
      for line in lines[1...] { #expect(try await server.send([line], token: .key).status == 403) }
      let again = try await server.send(lines, token: .key)
      #expect(try again.stream[name: "token"]?.string == token)
      _ = try await server.request(.post, "/v1/forget?installation=/i/old&reason=r")
      let gone = try await server.send(lines, token: .key)
      #expect(gone.status == 410)
      #expect(!gone.text.contains(token))
    }
  }
}
