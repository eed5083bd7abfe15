import Herald
import HeraldTestSupport
import Testing

@testable import HeraldServer

@Suite("Tokens of requests")
struct TokenRouteTests {
  @Test("No token, and one that was never made, are refused")
  func unknown() async throws {
    try await TestedServer.run { server in
      let none = try await server.send([], token: .none)
      #expect(none.status == 401)
      let unknown = try await server.send([], token: .text("herald_12345678_nonsense"))
      #expect(unknown.status == 401)
    }
  }

  @Test("A token of another role is refused")
  func otherRole() async throws {
    try await TestedServer.run { server in
      let reader = try server.token(.read)
      #expect(try await server.send(SentLines.stream("/i/tokens", 1), token: .text(reader)).status == 403)
    }
  }
}
