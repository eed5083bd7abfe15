import Foundation
import HTTPTypes
import Herald
import Testing

@testable import HeraldServer

@Suite("GET /v1/tables")
struct TableRouteTests {
  private func next(_ answer: TestedServer.Answer) -> String? {
    HTTPField.Name("Herald-Next").flatMap { answer.headers[$0] }
  }

  @Test("It names all tables with their columns and types, and the version of the tables")
  func schema() async throws {
    try await TestedServer.run { server in
      let answer = try await server.get("/v1/tables")
      #expect(answer.status == 200)
      let root = try JSONNode.read(answer.text).node
      #expect(root[name: "version"] != nil)
      for name in ["events", "documents", "changed"] { #expect(answer.text.contains("{\"name\":\"\(name)\",")) }
      #expect(answer.text.contains("{\"name\":\"revision\",\"type\":\"integer\""))
    }
  }

  @Test("With a token a table has the installations that changed since, and the next token")
  func increments() async throws {
    try await TestedServer.run { server in
      for number in 1...3 { _ = try await server.send(SentLines.stream("/i/\(number)", 2)) }
      let all = try await server.get("/v1/tables/installations?since=start")
      #expect(all.status == 200)
      #expect(all.text.split(separator: "\n").count == 4)
      let token = try #require(next(all))
      let none = try await server.get("/v1/tables/installations?since=\(token)&format=jsonl")
      #expect(none.text.isEmpty)
      #expect(next(none) == token)
      _ = try await server.send(SentLines.stream("/i/2", 2, from: 3))
      let grown = try await server.get("/v1/tables/installations?since=\(token)&format=jsonl")
      #expect(grown.text.split(separator: "\n").count == 1)
      #expect(grown.text.contains("\"source\":\"/i/2\""))
      #expect(next(grown) != token)
      let changed = try await server.get("/v1/tables/changed?since=\(token)")
      #expect(changed.text == "source,change\n/i/2,grew\n")
      #expect(next(changed) == next(grown))
      #expect(next(try await server.get("/v1/tables/installations")) == nil)
    }
  }

  @Test(
    "A parameter that the path does not take, an empty token and the table of changes without one are refused",
    arguments: [
      ("/v1/tables/prompts?until=3", "until"), ("/v1/tables/prompts?since=", "since"),
      ("/v1/tables/changed", "since"), ("/v1/tables/prompts?since=start&changed-since=start", "changed-since"),
      ("/v1/tables?format=csv", "format"), ("/v1/tables/prompts?format=parquet", "format"),
    ])
  func badQuery(path: String, place: String) async throws {
    try await TestedServer.run { server in
      _ = try await server.send(SentLines.stream("/i/1", 2))
      let answer = try await server.get(path)
      #expect(answer.status == 400)
      #expect(answer.text.contains(#":badQuery""#))
      #expect(answer.text.contains(place))
    }
  }

  @Test("A token that this app's ledger did not give is refused, and the file of the ledger is not named")
  func otherToken() async throws {
    try await TestedServer.run { server in
      _ = try await server.send(SentLines.stream("/i/1", 2))
      let answer = try await server.get("/v1/tables/events?since=t1.made.up")
      #expect(answer.status == 400)
      #expect(answer.text.contains("noIncrement"))
      #expect(answer.text.contains("start"))
      #expect(!answer.text.contains(".sqlite"))
    }
  }
}
