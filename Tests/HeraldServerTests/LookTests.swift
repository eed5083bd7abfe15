import Foundation
import GRDB
import Herald
import HeraldLog
import Testing

@testable import HeraldServer

@Suite("Who looked")
struct LookTests {
  private static func filled(_ body: @Sendable (TestedServer) async throws -> Void) async throws {
    try await TestedServer.run { server in
      for source in ["/i/one", "/i/two"] {
        let sent = try await server.ask("/v1/events", server.token(.import), lines: SentLines.life(source))
        try #require(sent.status == 200, "\(sent.text)")
      }
      try await body(server)
    }
  }

  private static func looks(_ server: TestedServer) throws -> [Look] {
    try IntakeLog(path: "\(server.folder.path)/\(ServerFile.arrivals(of: TestedServer.app))").looks(atMost: 1000)
  }

  /// The paths that give nothing of an installation, or have no end.
  private static let others: Set<String> = LookMiddleware.withoutData.union(LookMiddleware.withoutDataToRead).union([
    "/livez", "/readyz", "/metrics", "/v1/live",
  ])

  private static let parts = [
    "{source}": "%2Fi%2Fone", "{revision}": "last", "{rule}": "update%3A1", "{table}": "events",
    "{app}": TestedServer.app, "{digest}": "\(Digest.of(SentLines.policy))".addressPart,
  ]

  @Test("Every path that is read and gives data of an installation puts that on record")
  func everyPath() async throws {
    try await Self.filled { server in
      let routes = server.server.router.routes.filter { $0.method == .get }.map { "\($0.path)" }
      #expect(routes.count > 20)
      for route in routes where !Self.others.contains(route) {
        let path = route.split(separator: "/", omittingEmptySubsequences: false)
          .map { Self.parts[String($0)] ?? String($0) }.joined(separator: "/")
          // The smallest log is asked about one event by its revision.
          .replacing("/at/last/smallest", with: "/at/3/smallest")
        let before = try Self.looks(server).count
        let asksForGroups = route == "/v1/diff" || route == "/shared"
        let isOfTwo = route.hasSuffix("/diff") || route.hasSuffix("/compare")
        let query = asksForGroups ? "?where=revision%20%3E%201" : isOfTwo ? "?with=%2Fi%2Ftwo" : ""
        let answer = try await server.get(path + query)
        if route.hasSuffix("/again") { continue }
        #expect(answer.status == 200, "\(path): \(answer.text)")
        #expect(try Self.looks(server).count > before, "\(path)")
      }
    }
  }

  @Test(
    "What was given is on record with its number and its token",
    arguments: [
      ("/v1/installations", "search", 2), ("/v1/installations?query=nobody", "search", 0), ("/search", "search", 2),
      ("/v1/heads", "heads", 2), ("/v1/tables/events", "table events", 8),
      ("/v1/tables/events?format=jsonl", "table events", 8), ("/rejected", "refused lines", 0),
      ("/v1/diff?where=revision%20%3E%2099", "diff of groups", 2),
      ("/shared?where=revision%20%3E%2099", "diff of groups", 2),
      ("/v1/diff?where=revision%20%3E%201&all=true", "diff of groups", 2),
      ("/v1/diff?where=source%20%3D%3D%20%22/i/one%22", "diff of groups", 2),
      ("/v1/diff?where=revision%20%3E%2099&against=source%20%3D%3D%20%22/i/one%22", "diff of groups", 1),
      ("/shared?where=revision%20%3E%2099&against=source%20%3D%3D%20%22/i/one%22", "diff of groups", 1),
    ])
  func counted(path: String, what: String, count: Int) async throws {
    try await Self.filled { server in
      let (token, text) = try server.folder.makeToken(name: "a", roles: [.read], app: TestedServer.app, expires: nil)
      #expect(try await server.get(path, token: .text(text)).status == 200)
      let look = try #require(try Self.looks(server).first)
      #expect(look.token == token.id)
      #expect(look.what == what)
      #expect(look.count == count)
      #expect(look.source == nil)
    }
  }

  @Test(
    "An answer that an installation is unknown is on record where it names others, and not where it names none",
    arguments: [
      ("/v1/installations/zoe", 2), ("/v1/installations/ZO", 2), ("/v1/installations/nobody", nil),
      ("/installations/zoe", 2), ("/v1/installations/%2Fi%2Fone/diff?with=zo", 2),
      ("/installations/%2Fi%2Fone/at/last/compare?with=zo", 2),
    ] as [(String, Int?)])
  func candidates(path: String, count: Int?) async throws {
    try await Self.filled { server in
      let (token, text) = try server.folder.makeToken(name: "a", roles: [.read], app: TestedServer.app, expires: nil)
      #expect(try await server.get(path, token: .text(text)).status == 404)
      let look = try Self.looks(server).first
      #expect(look?.what == count.map { _ in "search" })
      #expect(look?.count == count)
      #expect(look?.token == count.map { _ in token.id })
      #expect(look?.source == nil)
    }
  }

  private static let document =
    #"{"packageName":"com.example.shop","updates":[{"id":1,"forceUpdate":true,"targetVersion":"9.0","#
    + #""targetWebsiteUrl":"https://example.com/","descriptions":{"*":{"message":"Update"}}}]}"#

  @Test("A what-if of an installation that is unknown is on record where the answer names others")
  func whatIfOfUnknown() async throws {
    try await Self.filled { server in
      let body = Array(Self.document.utf8)
      #expect(try await server.request(.post, "/v1/whatif?source=zoe", body).status == 404)
      let look = try #require(try Self.looks(server).first)
      #expect(look.what == "search")
      #expect(look.count == 2)
    }
  }

  @Test("A name that is not forgotten because it is a part of another is on record as a search")
  func forgettingAPart() async throws {
    try await Self.filled { server in
      let asked = ["kind": "installation", "name": "i/TWO", "reason": "request 7", "do": "try"]
      let answer = try await server.ask("/forget", server.token(.read, .forget), form: asked)
      #expect(answer.text.contains("means `/i/two`"))
      #expect(try Self.looks(server).contains { $0.what == "search" && $0.count == 1 })
    }
  }

  @Test("A what-if over all installations is on record, and so is one that a limit refused")
  func whatIf() async throws {
    try await Self.filled { server in
      #expect(try await server.request(.post, "/v1/whatif", Array(Self.document.utf8)).status == 200)
      #expect(try Self.looks(server).first?.what == "what if")
      let path = "/v1/policies/\(TestedServer.app)"
      _ = try await server.request(.put, path + "?dry-run", Array(Self.document.utf8))
      #expect(try Self.looks(server).first?.what == "what if of a draft")
    }
  }

  @Test("A phone that reads the head of its own stream is on no record")
  func ownStream() async throws {
    try await TestedServer.run { server in
      let sent = try await server.send(SentLines.stream("/i/own", 1), token: .key)
      let stream = try #require(try sent.stream[name: "token"]?.string)
      let answer = try await server.get("/v1/heads?source=/i/own", token: .key, headers: ["Herald-Stream": stream])
      #expect(answer.status == 200)
      #expect(try Self.looks(server).isEmpty)
    }
  }

  @Test("A record of an older server keeps its looks")
  func older() throws {
    let path = TestedServer.newPath()
    try LookTests.makeOlder(path)
    let log = try IntakeLog(path: path)
    try log.note(Look(time: .now, token: "t", source: nil, what: "search", count: 3))
    let looks = try log.looks(atMost: 10)
    #expect(looks.map(\.what) == ["search", "page"])
    #expect(looks.map(\.source) == [nil, "/i/one"])
    #expect(looks.map(\.count) == [3, nil])
  }

  @Test("The audit page shows looks at data of several installations")
  func page() async throws {
    try await Self.filled { server in
      _ = try await server.get("/v1/tables/events", token: .text(server.token(.read, name: "A script")))
      let page = try await server.ask("/audit", server.token(.read))
      #expect(page.text.contains("<td>table events</td><td class=\"number\">8</td>"))
      #expect(page.text.contains("A script"))
    }
  }
}

extension LookTests {
  /// Makes a record as it was before looks could be at data of several installations.
  fileprivate static func makeOlder(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(sql: IntakeTables.steps[0])
      try database.execute(sql: "INSERT INTO accesses VALUES (1, 't', '/i/one', 'page')")
      try database.execute(sql: "PRAGMA user_version = 1; PRAGMA application_id = 1213353025")
    }
    try queue.close()
  }
}
