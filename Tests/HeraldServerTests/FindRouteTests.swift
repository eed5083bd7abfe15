import Foundation
import Herald
import HeraldLog
import HeraldQuestions
import Testing

@testable import HeraldServer

@Suite("Finding installations on the server")
struct FindRouteTests {
  private static func filled(_ body: @Sendable (TestedServer) async throws -> Void) async throws {
    try await TestedServer.run { server in
      for (source, user) in [("/i/one", "zoe"), ("/i/two", "Ada"), ("/i/three", "zoe")] {
        let sent = try await server.ask(
          "/v1/events", server.token(.import), lines: SentLines.life(source, user: user))
        try #require(sent.status == 200, "\(sent.text)")
      }
      try await body(server)
    }
  }

  private static func encoded(_ text: String) -> String { text.addressPart }

  @Test("The server finds the installations that the question finds in its ledger")
  func sameAnswer() async throws {
    try await Self.filled { server in
      let ledger = "\(server.folder.path)/\(ServerFile.ledger(of: TestedServer.app))"
      for condition in ["user == zoe", "zone == 60 and event.type == app.foregrounded", "audit.open == 1"] {
        for (moment, query) in [(FindQuestion.Moment.end, ""), (.ever, "&ever=true")] {
          let answer = try await server.get("/v1/find?where=\(Self.encoded(condition))\(query)")
          #expect(answer.status == 200, "\(answer.text)")
          let question = FindQuestion(where: try Condition(condition), at: moment)
          #expect(try answer.text == question.answer(in: LoggedEvents(path: ledger)).json, "\(condition)")
        }
      }
    }
  }

  @Test("The server says what its installations hold, as the question says of its ledger")
  func fleet() async throws {
    try await Self.filled { server in
      let ledger = "\(server.folder.path)/\(ServerFile.ledger(of: TestedServer.app))"
      let answer = try await server.get("/v1/fleet")
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try answer.text == FleetQuestion().answer(in: LoggedEvents(path: ledger)).json)
      #expect(answer.text.hasPrefix(#"{"installations":3,"policies":["#))
    }
  }

  @Test(
    "A query that cannot be read is refused, and says where",
    arguments: [
      ("where=visible.rul%20%3D%3D%20x", "where", "There is no `visible.rul` (column 9)."),
      ("at=yesterday", "at", "`yesterday` is not a value of `at`."),
      ("ever=maybe", "ever", "`maybe` is not a value of `ever`."),
      ("ever=true&at=2026-03-02T08:00:00Z", "ever", "`ever` and `at` are both given."),
      ("limit=-1", "limit", "`-1` is not a value of `limit`."),
    ])
  func refused(query: String, place: String, detail: String) async throws {
    try await Self.filled { server in
      let answer = try await server.get("/v1/find?\(query)")
      #expect(answer.status == 400)
      #expect(try answer.json[name: "detail"]?.string == detail)
      #expect(try answer.json[name: "where"]?.string == place)
    }
  }

  @Test("Refused lines and forks are counted for the installation that they name")
  func refusals() async throws {
    try await Self.filled { server in
      let token = try server.token(.import)
      let bad = SentLines.event("/i/one", 5, "fetch.failed", data: "{}")
      _ = try await server.ask("/v1/events", token, lines: bad + "\n")
      let fork = SentLines.event("/i/two", 4, "app.backgrounded", id: "another")
      _ = try await server.ask("/v1/events", token, lines: fork + "\n")
      let lines = try await server.get("/v1/find?where=\(Self.encoded("refusedLines > 0"))").text
      #expect(lines.hasPrefix(#"{"source":"/i/one","#))
      #expect(lines.hasSuffix(#"{"summary":{"installations":3,"held":1,"told":1}}"# + "\n"))
      let forks = try await server.get("/v1/find?where=\(Self.encoded("forked > 0"))").text
      #expect(forks.hasPrefix(#"{"source":"/i/two","#))
    }
  }

  @Test("An installation is asked for by its user, or by a part of its name, in any case")
  func names() async throws {
    try await Self.filled { server in
      for name in ["ADA", "%2Fi%2Ftwo", "I%2FTW"] {
        let answer = try await server.get("/v1/installations/\(name)")
        #expect(answer.status == 200, "\(name): \(answer.text)")
        #expect(answer.text.hasPrefix(#"{"source":"/i/two","#))
      }
      let several = try await server.get("/v1/installations/zoe")
      #expect(several.status == 404)
      #expect(try several.json[name: "fix"]?.string == "name one of them: `/i/one`, `/i/three`")
      #expect(try await server.get("/v1/installations/nobody").status == 404)
      let near = try await server.get("/v1/installations/AD")
      #expect(near.status == 404)
      #expect(try near.json[name: "fix"]?.string?.hasPrefix("did you mean the user `Ada` of `/i/two`?") == true)
    }
  }

  @Test("The search takes a condition, lists who meets it, and says how many of how many")
  func page() async throws {
    try await Self.filled { server in
      let found = try await server.get("/search?where=\(Self.encoded("user == zoe"))")
      #expect(found.status == 200)
      #expect(found.text.contains("2 of 3 installations."))
      #expect(found.text.contains("/installations/%2Fi%2Fone?app="))
      #expect(!found.text.contains("/installations/%2Fi%2Ftwo?app="))
      let none = try await server.get("/search?where=\(Self.encoded("user == nobody"))")
      #expect(none.text.contains("It holds for no installation."))
      let broken = try await server.get("/search?where=\(Self.encoded("usr == zoe"))")
      #expect(broken.text.contains("There is no `usr` (column 1). "))
      #expect(try await server.get("/search?q=zoe").text.contains("2 installations found."))
    }
  }

  @Test(
    "A page asks at any time where its box is checked or the query says true, and refuses what it cannot read",
    arguments: ["/search", "/shared"])
  func everOnPages(path: String) async throws {
    try await Self.filled { server in
      let page = "\(path)?where=revision%20%3E%201"
      let box = "name=\"ever\" value=\"yes\" checked"
      for (value, isEver) in [
        ("", false), ("&ever=", false), ("&ever=false", false), ("&ever=true", true), ("&ever=yes", true),
      ] {
        let answer = try await server.get(page + value)
        #expect(answer.status == 200)
        #expect(answer.text.contains(box) == isEver, "\(value)")
      }
      #expect(try await server.get("\(page)&ever=maybe").status == 400)
    }
  }

  @Test("Only a whole name is forgotten: a part of one is refused with the name that it means")
  func forgettingNeedsTheName() async throws {
    try await Self.filled { server in
      let asked = ["kind": "installation", "name": "I/TWO", "reason": "request 7", "do": "try"]
      let answer = try await server.ask("/forget", server.token(.read, .forget), form: asked)
      #expect(answer.text.contains("`I/TWO` means `/i/two`, and is not its name."))
      #expect(!answer.text.contains("What would go"))
    }
  }

  @Test(
    "Who may forget and not read is given no name for a part of one, a user, or a part of a user",
    arguments: ["I/TWO", "ada", "zoe", "zo"])
  func forgettingGivesNoName(name: String) async throws {
    try await Self.filled { server in
      let asked = ["kind": "installation", "name": name, "reason": "request 7", "do": "try"]
      let answer = try await server.ask("/forget", server.token(.forget), form: asked)
      #expect(answer.text.contains("The app `\(TestedServer.app)` has no installation `\(name)`."))
      for other in ["/i/one", "/i/two", "/i/three"] { #expect(!answer.text.contains(other)) }
      #expect(!answer.text.contains("What would go"))
    }
  }
}
