import Herald
import Testing

@testable import HeraldServer

@Suite("Tokens of other apps")
struct OtherAppTests {
  @Test("Where fetching a policy needs a token, it is one for this app or for all")
  func policies() async throws {
    var settings = ServerSettings()
    settings.policiesNeedToken = true
    try await TestedServer.run(settings: settings) { server in
      let document = #"{"packageName":"com.example.shop","revision":1,"updates":[]}"#
      let path = "/v1/policies/\(TestedServer.app)"
      let published = try await server.request(.put, path, Array(document.utf8))
      #expect(published.status == 201)
      func made(_ app: String?) throws -> TestedServer.Carried {
        .text(try server.folder.makeToken(name: "x", roles: [.append], app: app, expires: nil).text)
      }
      #expect(try await server.get(path, token: .none).status == 401)
      #expect(try await server.get(path, token: made("com.example.other")).status == 403)
      #expect(try await server.get(path + ".minisig", token: made("com.example.other")).status == 403)
      #expect(try await server.get(path, token: made(TestedServer.app)).status == 200)
      #expect(try await server.get(path, token: made(nil)).status == 200)
    }
  }

  @Test("The figures for a token of one app name no other app")
  func metrics() async throws {
    try await TestedServer.run { server in
      let other = "com.example.other"
      let sender = try server.folder.makeToken(name: "x", roles: [.import], app: other, expires: nil).text
      #expect(try await server.send(SentLines.stream("/i/1", 2), token: .text(sender)).status == 200)
      #expect(try await server.send(SentLines.stream("/i/1", 2)).status == 200)
      let own = try await server.get("/metrics")
      #expect(own.status == 200)
      #expect(!own.text.contains(other))
      #expect(own.text.contains(TestedServer.app))
      #expect(own.text.contains("herald_disk_free_bytes"))
      let all = try server.folder.makeToken(name: "x", roles: [.metrics], app: nil, expires: nil).text
      #expect(try await server.get("/metrics", token: .text(all)).text.contains(other))
    }
  }
}
