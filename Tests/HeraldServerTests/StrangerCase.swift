import Herald
import HeraldGzip
import HeraldTestSupport
import Testing

@testable import HeraldServer

/// A row of the table in `RunIt.md`: something that anybody with the app key may try.
struct StrangerCase: Sendable, CustomTestStringConvertible {
  /// The word in the first column of the row.
  let word: String
  /// The settings of the server, small where a limit is tried.
  let settings: ServerSettings
  /// Tries it, and returns the status of the answer.
  let status: @Sendable (TestedServer) async throws -> Int

  var testDescription: String { word }

  private init(
    _ word: String, _ settings: ServerSettings = ServerSettings(),
    status: @escaping @Sendable (TestedServer) async throws -> Int
  ) {
    (self.word, self.settings, self.status) = (word, settings, status)
  }

  static let all = sending + reading + changing + overdoing

  private static let source = "/i/stranger"
  private static let policy = "/v1/policies/\(TestedServer.app)"

  /// What a phone does, and what a stranger does to another's stream.
  private static let sending = [
    StrangerCase("invent") { server in
      try await server.send(SentLines.stream(source, 2), token: .key).status
    },
    StrangerCase("go-on") { server in
      let lines = SentLines.stream(source, 2)
      let token = try await begin(lines, on: server)
      return try await server.send([lines[1]], token: .key, headers: ["Herald-Stream": token]).status
    },
    StrangerCase("write-into") { server in
      let lines = SentLines.stream(source, 2)
      _ = try await begin(lines, on: server)
      return try await server.send([lines[1]], token: .key).status
    },
    StrangerCase("several") { server in
      let lines = ["/i/stranger-a", "/i/stranger-b"].flatMap { SentLines.stream($0, 1) }
      return try await server.send(lines, token: .key).status
    },
    StrangerCase("no-key") { server in
      try await server.send(SentLines.stream(source, 1), token: .none).status
    },
    StrangerCase("other-app") { server in
      let body = Array(SentLines.stream(source, 1).map { $0 + "\n" }.joined().utf8)
      let type = ["Content-Type": "application/x-ndjson"]
      return try await server.request(.post, "/v1/events?app=com.example.other", body, token: .key, headers: type)
        .status
    },
  ]

  private static let reading = [
    StrangerCase("own-head") { server in
      let token = try await begin(SentLines.stream(source, 1), on: server)
      return try await server.get("/v1/heads?source=\(source)", token: .key, headers: ["Herald-Stream": token]).status
    },
    StrangerCase("other-head") { server in
      _ = try await begin(SentLines.stream(source, 1), on: server)
      return try await server.get("/v1/heads?source=\(source)", token: .key).status
    },
    StrangerCase("all-heads") { try await $0.get("/v1/heads", token: .key).status },
    StrangerCase("installation") { server in
      _ = try await begin(SentLines.stream(source, 1), on: server)
      return try await server.get("/v1/installations/\(source.addressPart)", token: .key).status
    },
    StrangerCase("search") { try await $0.get("/v1/installations?query=a", token: .key).status },
    StrangerCase("table") { try await $0.get("/v1/tables/events", token: .key).status },
    StrangerCase("what-if") { try await $0.request(.post, "/v1/whatif", Array("{}".utf8), token: .key).status },
    StrangerCase("analyze") { try await $0.request(.post, "/v1/analyze", document, token: .key).status },
    StrangerCase("live") { try await $0.get("/v1/live", token: .key).status },
    StrangerCase("pages") { try await $0.get("/search", token: .key).status },
    StrangerCase("metrics") { try await $0.get("/metrics", token: .key).status },
    StrangerCase("alive") { try await $0.get("/livez", token: .none).status },
    StrangerCase("policy") { server in
      #expect(try await server.request(.put, policy, document).status == 201)
      return try await server.get(policy, token: .none).status
    },
  ]

  private static let changing = [
    StrangerCase("publish") { try await $0.request(.put, policy, document, token: .key).status },
    StrangerCase("roll-back") { try await $0.request(.post, "\(policy)/rollback", [], token: .key).status },
    StrangerCase("promises") { try await $0.request(.put, "\(policy)/promises", Array("[]".utf8), token: .key).status },
    StrangerCase("forget") { try await $0.request(.post, "/v1/forget?user=zoe&reason=r", [], token: .key).status },
  ]

  /// More than the server takes.
  private static let overdoing = [
    StrangerCase("long", with { $0.bodyBytes = 100 }) { server in
      try await server.send(SentLines.stream(source, 1), token: .key).status
    },
    StrangerCase("bomb") { server in
      let bomb = try #require(GzipPacking.pack([UInt8](repeating: 0x0A, count: 30 << 20)))
      return try await server.send(bomb, token: .key, headers: ["Content-Encoding": "gzip"]).status
    },
    StrangerCase("many-lines", with { $0.bodyLines = 2 }) { server in
      try await server.send(SentLines.stream(source, 3), token: .key).status
    },
    StrangerCase("bad-line") { try await $0.send([#"{"specversion":"1.0"}"#], token: .key).status },
    StrangerCase("often", with { $0.streamRequests = 1 }) { server in
      let lines = SentLines.stream(source, 3)
      let token = try await begin(lines, on: server)
      // What begins a stream counts for the address: nobody has shown yet whose the stream is.
      #expect(try await server.send([lines[1]], token: .key, headers: ["Herald-Stream": token]).status == 200)
      return try await server.send([lines[2]], token: .key, headers: ["Herald-Stream": token]).status
    },
    StrangerCase("many-streams", with { $0.addressRequests = 1 }) { server in
      _ = try await begin(SentLines.stream(source, 1), on: server)
      return try await server.send(SentLines.stream("/i/stranger-b", 1), token: .key).status
    },
  ]

  private static let document = Array(
    (#"{"packageName":"com.example.shop","updates":[{"id":1,"forceUpdate":false,"targetVersion":"3.0","#
      + #""targetWebsiteUrl":"https://example.com","descriptions":{"*":"There is a new version."}}]}"#).utf8)

  /// Stores the first of these lines, and returns the stream's token.
  private static func begin(_ lines: [String], on server: TestedServer) async throws -> String {
    let answer = try await server.send(Array(lines.prefix(1)), token: .key)
    return try #require(try answer.stream[name: "token"]?.string)
  }

  private static func with(_ change: (inout ServerSettings) -> Void) -> ServerSettings {
    var settings = ServerSettings()
    change(&settings)
    return settings
  }
}
