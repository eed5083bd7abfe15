import Herald
import Testing

@testable import HeraldServer

@Suite("The route of smallest logs")
struct MinimizeRouteTests {
  private static let path = "/v1/installations/%2Fi%2F1/decisions/3/minimize"

  private static func sent(_ body: @escaping @Sendable (TestedServer) async throws -> Void) async throws {
    try await TestedServer.run { server in
      _ = try await server.send(SentLines.life("/i/1").split(separator: "\n").map(String.init))
      try await body(server)
    }
  }

  @Test("It answers with the figures and the events of the log")
  func answers() async throws {
    try await Self.sent { server in
      let answer = try await server.request(.post, Self.path, [])
      #expect(answer.status == 200)
      let json = try answer.json
      #expect(json[name: "before"]?[name: "events"]?.line == "4")
      #expect(json[name: "after"]?[name: "events"]?.line == "2")
      #expect(json[name: "log"]?.array?.count == 2)
      #expect(json[name: "unfinished"] == nil)
    }
  }

  @Test(
    "A parameter that it does not take, that is there twice, or that contradicts another is refused with its name",
    arguments: [
      ("rules=update:1", "rules"), ("keep=some", "keep"), ("keep=shown&keep=tests", "keep"),
      ("keep=shown&rule=update:1", "rule"),
    ])
  func badQuery(query: String, place: String) async throws {
    try await Self.sent { server in
      let answer = try await server.request(.post, "\(Self.path)?\(query)", [])
      #expect(answer.status == 400)
      #expect(answer.text.contains(#":badQuery""#))
      #expect(answer.text.contains("`\(place)`"))
    }
  }

  @Test("Rules may be named again and again, and `last` is no revision")
  func places() async throws {
    try await Self.sent { server in
      #expect(try await server.request(.post, "\(Self.path)?rule=update:1&rule=update:1", []).status == 200)
      let last = try await server.request(.post, "/v1/installations/%2Fi%2F1/decisions/last/minimize", [])
      #expect(last.status == 400)
    }
  }
}
