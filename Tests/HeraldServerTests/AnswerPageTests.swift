import Foundation
import Herald
import HeraldQuestions
import Testing

@testable import HeraldServer

@Suite("Answers on the pages of the server")
struct AnswerPageTests {
  private static let here = "/installations/%2Fi%2Fone"
  private static let app = TestedServer.app

  /// A server with the lives of installations, and more lines behind them.
  private static func filled(
    _ sources: [String] = ["/i/one"], _ more: [String] = [],
    _ body: @Sendable (TestedServer, _ reader: String) async throws -> Void
  ) async throws {
    try await TestedServer.run { server in
      for source in sources {
        let sent = try await server.ask("/v1/events", server.token(.import), lines: SentLines.life(source))
        try #require(sent.status == 200, "\(sent.text)")
      }
      if !more.isEmpty {
        let lines = more.joined(separator: "\n") + "\n"
        _ = try await server.ask("/v1/events", server.token(.import), lines: lines)
      }
      try await body(server, server.token(.read))
    }
  }

  @Test("An answer is a card for each rule, with its tests and links to the line and the event")
  func cards() async throws {
    try await Self.filled { server, reader in
      let page = try await server.ask("\(Self.here)/at/3", reader).text
      #expect(page.contains("<h1>update:1"))
      #expect(page.contains("<title>update:1"))
      #expect(page.contains("<details class=\"rule\" open><summary><strong>update:1</strong>"))
      #expect(page.contains("<a href=\"\(Self.here)?app=\(Self.app)#r3\">revision 3</a> fetch.succeeded"))
      let line = try #require(page.firstMatch(of: /<a href="([^"]*\/documents\/sha256%3A[^"]*)#(line-1)">line 1:/))
      let document = try await server.ask(String(line.1.replacing("&amp;", with: "&")), reader).text
      #expect(document.contains("<tr id=\"\(line.2)\">"))
      #expect(document.contains("&quot;packageName&quot;:&quot;com.example.shop&quot;"))
      let unknown = try await server.ask("\(Self.here)/documents/sha256%3A00", reader)
      #expect(unknown.status == 404)
      let silent = try await server.ask("\(Self.here)/at/4?not=update:9", reader).text
      #expect(silent.contains("<h1>update:9"))
      #expect(!silent.contains("It would have been shown if"))
    }
  }

  @Test(
    "What stands between backticks is code on a page",
    arguments: [
      ("plain", "plain"), ("a `b` c", "a <code>b</code> c"), ("`<i>`", "<code>&lt;i&gt;</code>"),
      ("one ` alone", "one ` alone"), ("", ""),
    ])
  func marked(_ text: String, _ html: String) {
    #expect(AnswerCards.marked(text) == html)
  }

  @Test("Two phones are compared on a page, each with its last decision")
  func compared() async throws {
    try await Self.filled(["/i/one", "/i/two"]) { server, reader in
      let page = try await server.ask("\(Self.here)/at/2/compare?with=%2Fi%2Ftwo", reader)
      #expect(page.status == 200, "\(page.text)")
      #expect(page.text.contains("Two phones side by side"))
      #expect(page.text.contains("<td>nothing asked so far</td>"))
      #expect(page.text.contains("<td>nothing: no rule applies</td>"))
      let unknown = try await server.ask("\(Self.here)/at/2/compare?with=%2Fi%2Fthree", reader)
      #expect(unknown.status == 404)
      #expect(try await server.ask("\(Self.here)/at/2/compare?with=%2Fi%2Ftwo", server.token(.append)).status == 403)
    }
  }

  @Test("The audit's page has a row for each finding, with its installation, user, model and app")
  func audited() async throws {
    let shown = SentLines.event("/i/one", 5, "prompt.shown", data: Self.notDecided)
    try await Self.filled(["/i/one", "/i/two"], [shown]) { server, reader in
      let page = try await server.ask("/audit?run=yes", reader).text
      #expect(page.contains("Chain intact: each link was recomputed."))
      #expect(page.contains("<a href=\"\(Self.here)?app=\(Self.app)#r5\">/i/one</a>"))
      #expect(
        page.contains("<td data-name=\"User\">zoe</td><td data-name=\"Model\">x1</td><td data-name=\"App\">1.0</td>"))
      #expect(page.contains("<a href=\"\(Self.here)/at/5?app=\(Self.app)\">revision 5</a>"))
      #expect(page.contains("<strong>update:8</strong> ✗ not as decided: 1 prompt of 1 installation."))
      #expect(page.contains("aria-label=\"Shown, and not as decided: what do these share\""))
    }
  }

  @Test("Of an audit's lines the page keeps the findings and the summary, and drops the prompts that accuse nobody")
  func collected() async throws {
    let served = try ServedApp()
    let lines = SentLines.life("/i/one").split(separator: "\n").map(String.init)
    try await served.store(lines + [SentLines.event("/i/one", 5, "prompt.shown", data: Self.notDecided)])
    var findings = try await served.app.readers.read(.long) { try AuditFindings.found(in: $0, of: served.app) }
    let answer = try await served.app.readers.read(.long) { try AuditQuestion().answer(in: served.app.events($0)) }
    #expect(findings.words == answer.words)
    #expect(findings.hasSummary)
    let own = findings.count
    #expect(own > 0)
    for verdict in AuditVerdict.allCases {
      try findings.read(Array(#"{"source":"/i/two","revision":7,"verdict":"\#(verdict.rawValue)"}"#.utf8))
    }
    #expect(findings.count == own + AuditVerdict.allCases.count - 2)
  }

  @Test("Installations of an audit are looked up in the order of the findings, and the rest is counted apart")
  func lookedUp() async throws {
    let served = try ServedApp()
    let sources = (1...9).map { "/i/\(10 - $0)" }
    try await served.store(sources.flatMap { SentLines.life($0).split(separator: "\n").map(String.init) })
    var findings = AuditFindings(of: served.app)
    for source in sources + sources.reversed() {
      let line = #"{"source":"\#(source)","revision":4,"verdict":"missed","rule":"update:1"}"#
      try findings.read(Array(line.utf8))
    }
    for most in 0...9 {
      findings.mostSources = most
      let values = try await findings.values()
      let rows = try #require(values["rows"] as? [[String: Any]])
      #expect(rows.prefix(9).map { $0["user"] as? String } == (0..<9).map { $0 < most ? "zoe" : "" })
      let group = try #require((values["groups"] as? [[String: Any]])?.first)
      let shared = try #require(group["have"] as? String)
      #expect(shared.contains("not looked up") == (most < 9))
      #expect(most == 9 || shared.contains("\((9 - most).of("installation", "installations")) not looked up"))
      #expect(shared.contains("all app 1.0") == (most == 9))
    }
  }

  private static let notDecided = #"{"prompt":"p","rule":"update:8","kind":"force"}"#

  @Test("A policy that refused lines brought stands on their page once, as its author wrote it")
  func refusedDocument() async throws {
    let document = "{\n  \"packageName\": \"x\"\n}"
    let escaped = #"{\n  \"packageName\": \"x\"\n}"#
    let data =
      #"{"trigger":"launch","url":"u","format":"herald","status":200,"digest":"wrong","document":"\#(escaped)"}"#
    let lines = [5, 6].map { SentLines.event("/i/one", $0, "fetch.succeeded", data: data) }
    try await Self.filled(["/i/one"], lines) { server, reader in
      let page = try await server.ask("/rejected", reader).text
      #expect(page.contains("What was lost is a policy."))
      let shown = document.split(separator: "\n").joined(separator: "\n").replacing("\"", with: "&quot;")
      #expect(page.ranges(of: shown).count == 1)
    }
  }

  @Test("Figures of a fleet lead to the search by a condition that can be read, and that holds for whom they count")
  func found() async throws {
    let lines = [
      SentLines.event("/i/one", 5, "prompt.shown", data: Self.notDecided),
      SentLines.event("/i/one", 6, "button.chosen", data: #"{"prompt":"none","button":"update"}"#),
    ]
    try await Self.filled(["/i/one", "/i/two"], lines) { server, reader in
      let page = try await server.ask("/fleet", reader).text
      let links = page.split(separator: "href=\"").dropFirst().compactMap { $0.split(separator: "\"").first }
        .filter { $0.hasPrefix("/search?") }.map { String($0.replacing("&amp;", with: "&")) }
      for condition in ["audit.unjustified > 0 or audit.missed > 0", "counts.strayButtons > 0"] {
        let link = try #require(links.first { $0.hasSuffix("where=\(condition.addressPart)") })
        #expect(try await server.ask(link, reader).text.contains("/installations/%2Fi%2Fone?app="), "\(condition)")
      }
      for link in links {
        #expect(try await !server.ask(link, reader).text.contains("role=\"alert\""), "\(link)")
      }
    }
  }

  @Test(
    "The head of each page is the same: the app, the links, and who is signed in",
    arguments: [
      "/search", "/fleet", "/audit", "/rejected", "/policies", "/installations/%2Fi%2Fone",
    ])
  func head(_ path: String) async throws {
    try await Self.filled(["/i/one", "/i/two"]) { server, reader in
      let page = try await server.ask(path, reader).text
      #expect(page.contains("<p class=\"brand\"><a href=\"/\">Herald</a> <span class=\"soft\">\(Self.app)</span></p>"))
      #expect(page.contains("Sign out"))
    }
  }
}
