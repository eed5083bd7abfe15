import Herald
import Testing

@testable import HeraldServer

@Suite("GET /v1/diff")
struct GroupsRouteTests {
  private static let returned = "/v1/diff?where=counts.returns%20%3E%201"

  @Test("It compares the installations for which a condition holds with all others, or with those of another one")
  func groups() async throws {
    try await TestedServer.run { server in
      for number in 1...6 { _ = try await server.send(SentLines.stream("/i/\(number)", number > 3 ? 6 : 2)) }
      let answer = try await server.get(Self.returned)
      #expect(answer.status == 200)
      let lines = answer.text.split(separator: "\n")
      #expect(lines.first == #"{"group":"a","condition":"counts.returns > 1","installations":3}"#)
      #expect(lines.last?.hasPrefix(#"{"summary":{"installations":6,"a":3,"b":3,"both":0,"neither":0,"#) == true)
      let ever = try await server.get(Self.returned + "&ever=true&against=revision%20%3C%202")
      #expect(ever.text.contains(#""both":3"#))
      #expect(ever.text.contains(#""changedSince":null"#))
    }
  }

  @Test("An installation of which lines were refused has that as a feature")
  func refusedLines() async throws {
    try await TestedServer.run { server in
      for number in 1...6 {
        _ = try await server.send(SentLines.stream("/i/\(number)", 2))
        if number < 4 { _ = try await server.send([SentLines.event("/i/\(number)", 3, "prompt.shown", data: "{}")]) }
      }
      _ = try await server.send(SentLines.stream("/i/6", 2, from: 3))
      let answer = try await server.get("/v1/diff?where=revision%20%3E%202&all=true")
      #expect(answer.text.contains(#"{"feature":"refusedLines"}"#))
    }
  }

  @Test(
    "A query that cannot be read is refused with its place",
    arguments: [
      ("/v1/diff", "where"), ("/v1/diff?where=visibel", "where"), ("/v1/diff?where=visible&against=%3C", "against"),
      ("/v1/diff?where=visible&ever=yes", "ever"), ("/v1/diff?where=visible&againts=visible", "againts"),
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
}

@Suite("The page of what installations share")
struct GroupsPageTests {
  @Test("It says what sets the installations of a condition apart, and leads to them")
  func page() async throws {
    try await TestedServer.run { server in
      for number in 1...6 { _ = try await server.send(SentLines.stream("/i/\(number)", number > 3 ? 6 : 2)) }
      let page = try await server.get("/shared?where=counts.returns%20%3E%201&ever=yes")
      #expect(page.status == 200)
      #expect(
        page.text.contains("ever held for 3 of 6 installations, compared with the other 3."))
      #expect(page.text.contains("Follows from the condition"))
      #expect(page.text.contains("where=counts.returns%20%3E%201"))
      let search = try await server.get("/search?where=counts.returns%20%3E%201")
      #expect(search.text.contains("What do these share"))
      let text = try #require(page.text.split(separator: "<textarea id=\"ticket\"").last)
      #expect(text.contains("ever held for 3 of 6 installations, compared with the other 3."))
      #expect(text.contains("Link  http://"))
      #expect(text.contains("/shared?app=com.example.shop&amp;where=counts.returns%20%3E%201&amp;ever=yes"))
    }
  }

  @Test("A condition that cannot be read is told with its place, and none is asked")
  func fault() async throws {
    try await TestedServer.run { server in
      _ = try await server.send(SentLines.stream("/i/1", 2))
      let page = try await server.get("/shared?where=visibel")
      #expect(page.status == 200)
      #expect(page.text.contains("There is no `visibel` (column 1). Did you mean `visible`? "))
      #expect(try await server.get("/shared").text.contains("What do these share"))
    }
  }
}
