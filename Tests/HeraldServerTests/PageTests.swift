import Foundation
import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog
import Testing

@testable import HeraldServer

@Suite("Pages of the server")
struct PageTests {
  private static let source = "/i/one"
  private static let here = "/installations/%2Fi%2Fone"

  /// A server with one installation.
  private static func filled(_ body: @Sendable (TestedServer, _ reader: String) async throws -> Void) async throws {
    try await TestedServer.run { server in
      let sent = try await server.ask("/v1/events", server.token(.import), lines: SentLines.life(source))
      try #require(sent.status == 200, "\(sent.text)")
      try await body(server, server.token(.read))
    }
  }

  @Test("A moment is decided under a draft, and nothing is published")
  func draft() async throws {
    try await Self.filled { server, reader in
      let page = try await server.ask("\(Self.here)/at/3/draft", reader)
      #expect(page.status == 200)
      #expect(page.text.contains("What would it see under a draft?"))
      #expect(page.text.contains("the one that was in force"))
      let nothing = #"{"packageName": "com.example.shop", "updates": []}"#
      let answer = try await server.ask(
        "\(Self.here)/at/3/draft", reader, form: ["draft": nothing, "format": "herald"])
      #expect(answer.text.contains("The draft shows nothing, where update:1 (optional) was to be shown."))
      #expect(answer.text.contains("Under the draft"))
      let refused = try await server.ask("\(Self.here)/at/3/draft", reader, form: ["draft": "{", "format": "herald"])
      #expect(refused.text.contains(#"role="alert""#))
      #expect(try server.folder.policies.current(of: TestedServer.app) == nil)
      #expect(try await server.ask("\(Self.here)/at/3/draft", server.token(.append)).status == 403)
    }
  }

  @Test("The redacted log is what the same key makes of the installation's lines, byte for byte")
  func redacted() async throws {
    try await Self.filled { server, reader in
      let key = Array(UInt8(1)...32)
      let answer = try await server.ask(
        "/v1\(Self.here)/redacted", reader, headers: ["Herald-Redaction-Key": Hex.text(of: key)])
      let log = LogReader(
        log: try ByteSource(name: "log", bytes: Array(SentLines.life(Self.source).utf8)),
        shelf: DocumentShelf(reading: Formats.reading))
      let redaction = Redaction(pseudonyms: try #require(Pseudonyms(key: key)))
      var lines: [UInt8] = []
      _ = try RedactedEvents(LoggedEvents(log, named: LogName("log")), redaction).write { lines += $0 }
      #expect(answer.text == String(decoding: lines, as: UTF8.self))
      #expect(!answer.text.contains("zoe"))
      let other = try await server.ask("/v1\(Self.here)/redacted", reader)
      #expect(other.text != answer.text)
      let short = try await server.ask("/v1\(Self.here)/redacted", reader, headers: ["Herald-Redaction-Key": "00"])
      #expect(short.status == 400)
      let page = try await server.ask("\(Self.here)/redacted", reader)
      #expect(page.text.contains("4 events of 1 installation redacted"))
    }
  }

  @Test("Forgetting shows what would go, wants the name again, and says who did it")
  func forget() async throws {
    try await Self.filled { server, reader in
      let asked = ["kind": "installation", "name": Self.source, "reason": "request 7"]
      let mayNot = try await server.ask("/forget", reader)
      #expect(mayNot.text.contains("may look, and not forget"))
      #expect(!mayNot.text.contains("<form method=\"post\" action=\"/forget"))
      #expect(try await server.ask("/forget", reader, form: asked).status == 403)
      let token = try server.token(.forget, name: "Privacy desk")
      let trial = try await server.ask("/forget", token, form: asked.merging(["do": "try"]) { $1 })
      #expect(trial.text.contains("What would go"))
      let wrong = try await server.ask("/forget", token, form: asked.merging(["do": "forget", "again": "/i"]) { $1 })
      #expect(wrong.text.contains("Nothing was forgotten"))
      #expect(try await server.ask(Self.here, reader).status == 200)
      let right = asked.merging(["do": "forget", "again": Self.source]) { $1 }
      let done = try await server.ask("/forget", token, form: right)
      #expect(done.text.contains("Done."))
      #expect(done.text.contains("Privacy desk"))
      #expect(try await server.ask(Self.here, reader).status == 404)
    }
  }

  @Test("Each look at an installation is on the audit page with the token's name")
  func looks() async throws {
    try await Self.filled { server, reader in
      _ = try await server.ask("\(Self.here)/at/last", reader)
      _ = try await server.ask("/v1\(Self.here)/timeline", server.token(.read, name: "A script"))
      let other = try await server.ask("/v1/events", server.token(.import), lines: SentLines.life("/i/two"))
      #expect(other.status == 200)
      _ = try await server.ask("/v1\(Self.here)/diff?with=%2Fi%2Ftwo", reader)
      let audit = try await server.ask("/audit", reader).text
      #expect(audit.contains(">/i/two</a></th><td>diff</td>"))
      #expect(
        audit.contains("<td>desk</td><th scope=\"row\"><a href=\"\(Self.here)?app=com.example.shop\">/i/one</a></th>"))
      #expect(audit.contains("A script"))
    }
  }

  @Test("A page of an installation tells the clocks that were off, and the fleet's the installations that stopped")
  func troubles() async throws {
    try await Self.filled { server, reader in
      let late = SentLines.life("/i/two", time: "2026-06-01T08:00:0")
      let sent = ["Herald-Sent": "2020-01-01T00:00:00Z"]
      #expect(try await server.ask("/v1/events", server.token(.import), lines: late, headers: sent).status == 200)
      #expect(try await server.ask(Self.here, reader).text.contains("No trouble"))
      let page = try await server.ask("/installations/%2Fi%2Ftwo", reader).text
      #expect(page.contains("Revisions 1 to 4 were sent at 2020-01-01 00:00 UTC by its clock"))
      let fleet = try await server.ask("/fleet", reader).text
      let stopped = try #require(fleet.firstRange(of: "<h3>Stopped</h3>"))
      #expect(fleet[stopped.upperBound...].contains("/installations/%2Fi%2Fone?app=com.example.shop"))
      #expect(fleet.contains("The newest event is of 2026-06-01 07:00 UTC"))
    }
  }

  @Test(
    "A page of an installation tells how many fetches failed in a row, why the last did, and since when",
    arguments: [
      (1, "Its last fetch failed, at 2026-03-02 08:00 +01:00: http (status 503)."),
      (7, "Its last 7 fetches failed, since 2026-03-02 08:00 +01:00; the reason of the last: http (status 503)."),
    ])
  func failedFetches(count: Int, words: String) async throws {
    try await TestedServer.run { server in
      let failed = #"{"trigger":"heartbeat","url":"https://example.com/p.json","reason":"http","status":503}"#
      let offline = #"{"trigger":"heartbeat","url":"https://example.com/p.json","reason":"offline"}"#
      let last = 4 + count
      let lines = (5...last).map {
        SentLines.event("/i/one", $0, "fetch.failed", data: $0 == last ? failed : offline)
      }
      for life in [SentLines.life("/i/one"), SentLines.life("/i/two"), lines.joined(separator: "\n") + "\n"] {
        let sent = try await server.ask("/v1/events", server.token(.import), lines: life)
        try #require(sent.status == 200, "\(sent.text)")
      }
      let page = try await server.ask(Self.here, server.token(.read)).text
      #expect(page.contains(words))
      #expect(!page.contains("No trouble"))
      #expect(page.contains("where=\("failures > 0 and failing.reason == \"http\"".addressPart)\">Whose fetches fail"))
      #expect(page.contains(">All phones that hold this policy</a>"))
      let fleet = try await server.ask("/fleet", server.token(.read)).text
      #expect(fleet.contains("<strong>1</strong> <span>installations whose last fetches fail</span></a>"))
      #expect(fleet.contains("The last fetches of 1 installation failed, 50 % of all; most often “http (status 503)”."))
      #expect(fleet.contains("where=\("failures > 0".addressPart)\""))
      let other = String(SentLines.life("/i/one").split(separator: "\n")[2])
        .replacing("one-3", with: "one-\(last + 1)").replacing("\"revision\":3", with: "\"revision\":\(last + 1)")
      let sent = try await server.ask("/v1/events", server.token(.import), lines: other + "\n")
      try #require(sent.status == 200, "\(sent.text)")
      #expect(try await !server.ask(Self.here, server.token(.read)).text.contains("Its last"))
    }
  }

  @Test("Where nothing was published, a draft begins with the policy that most phones hold, and says how many do")
  func draftBeginsWithWhatPhonesHold() async throws {
    try await TestedServer.run { server in
      let empty = try await server.ask("/policies", server.token).text
      #expect(empty.contains("&quot;updates&quot;: []") || empty.contains("\"updates\": []"))
      for source in ["/i/one", "/i/two"] {
        let sent = try await server.ask("/v1/events", server.token(.import), lines: SentLines.life(source))
        try #require(sent.status == 200, "\(sent.text)")
      }
      let page = try await server.ask("/policies", server.token).text
      #expect(page.contains(#"{"packageName":"com.example.shop","updates":[{"id":1,"#))
      #expect(page.contains("\">2 of 2 installations</a>."))
      #expect(page.contains("where=policy.digest%20%3D%3D%20%22sha256%3A"))
      let own = try await server.ask("/policies", server.token, form: ["do": "try", "document": "{}"]).text
      #expect(own.contains(">\n{}</textarea>"))
    }
  }
}
