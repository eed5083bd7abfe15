import Foundation
import Herald
import HeraldLog
import Testing

@testable import HeraldServer

@Suite("Forgetting reaches everything that a server keeps")
struct ForgetEverywhereTests {
  /// A refused line and a request to forget something in it.
  struct Case: CustomTestStringConvertible {
    let line: String
    let what: Forgetting
    var testDescription: String { line }

    static let users = [
      #"{"user":"anna-4711"}"#, #"{"user":"\u0061nna-4711"}"#, #"{"us\u0065r":"anna\u002d4711"}"#,
      #"{"data":{"a":[{"user":{"id":"anna-4711"}}]}}"#, #"{"anna-4711":1}"#, #"{"data":{"u":"x anna-4711 y"}}"#,
      #"{"data":{"document":"{\"user\":\"\\u0061nna-4711\"}"}}"#, #"{"url":"https://e.x/?u=anna%2D4711"}"#,
      #"no JSON of anna-4711"#, #"{"user":"\u0061nna-4711""#, #"[{"user":"anna-4711"}] "#, #""\u0061nna-4711""#,
    ].map { Case(line: $0, what: .users(["anna-4711"])) }

    static let properties = [
      #"{"advertisingId":"SECRET-4711"}"#, #"{"data":{"properties":{"advertisingId":"SECRET-4711"}}}"#,
      #"{"data":{"properties":{"a":[{"\u0061dvertisingId":"SECRET-4711"}]}}}"#,
      #"{"data":"{\"properties\":{\"advertisingId\":\"SECRET-4711\"}}"}"#,
      #"{"data":{"properties":{"advertisingId":"SECRET-4711"}"#, "advertisingId=SECRET-4711",
    ].map { Case(line: $0, what: .properties(["advertisingId"])) }

    static let installations = [
      #"{"source":"/i/secret-4711"}"#, #"{"s\u006Furce":"\/i\/secret-4711"}"#, #"{"x":["/i/secret-4711"]}"#,
      "/i/secret-4711", #"{"source":"/i/secret-4711","#,
    ].map { Case(line: $0, what: .installations(["/i/secret-4711"])) }
  }

  @Test(
    "A refused line goes, however it names what is forgotten",
    arguments: Case.users + Case.properties + Case.installations)
  func lines(_ tried: Case) async throws {
    let served = try ServedApp()
    let other = #"{"user":"ben","source":"/i/other","data":{"properties":{"seat":"4A"}},"note":"stays"}"#
    try await served.store([tried.line])
    try await served.store([other])
    #expect(try served.app.arrivals.rejected(atMost: 10).count == 2)
    let dry = try await served.app.forget(tried.what, reason: "r", by: "t", isDryRun: true)
    #expect(dry.refusedLines == 1)
    #expect(!dry.isErased)
    let report = try await served.app.forget(tried.what, reason: "r", by: "t", isDryRun: false)
    #expect(report.refusedLines == 1)
    #expect(report.isErased)
    #expect(
      try served.app.arrivals.rejected(atMost: 10).map { String(decoding: $0.line, as: UTF8.self) } == [other])
    for secret in ["nna-4711", "ECRET-4711", "ecret-4711"] { #expect(try !served.contains(secret)) }
  }

  @Test("A line that was cut goes whole, and so do the digests of lines that are only counted")
  func cut() async throws {
    let served = try ServedApp()
    let long = #"{"pad":"\#(String(repeating: "x", count: IntakeLog.longestLine))","user":"carl"}"#
    try await served.store([long])
    try Self.count("guess", in: served.app.arrivals)
    let report = try await served.app.forget(.users(["anna"]), reason: "r", by: "t", isDryRun: false)
    #expect(report.refusedLines == 1)
    #expect(try served.app.arrivals.reasons().map(\.counted?.digest) == [nil])
    #expect(try served.app.arrivals.reasons().map(\.all) == [1])
  }

  private static func count(_ line: String, in intake: IntakeLog) throws {
    let digest = RejectedLine.digest(of: Array(line.utf8))
    let counted = CountedLines(times: 1, first: .now, last: .now, digest: digest)
    try intake.queue.write { try counted.insert(into: $0, RejectedGroup.Kind(token: "t", reason: "r")) }
  }

  @Test("Lines that went to keep the bounds leave no bytes either")
  func bounded() async throws {
    let served = try ServedApp()
    try await served.store((0..<1100).map { #"{"user":"anna-\#($0)"}"# })
    try await served.store((0..<1100).map { #"{"user":"ben-\#($0)"}"# })
    _ = try await served.app.forget(.users(["anna"]), reason: "r", by: "t", isDryRun: false)
    #expect(try !served.contains("anna-"))
  }

  @Test("Under pseudonyms a refused line goes with the user's own name")
  func pseudonyms() async throws {
    let users = UserPseudonyms(app: "com.example.shop", key: Array(repeating: 7, count: 32))
    let served = try ServedApp(users: users)
    try await served.store([#"{"user":"anna"}"#])
    try await served.store([#"{"user":"ben"}"#])
    let report = try await served.app.forget(.users(["anna"]), reason: "r", by: "t", isDryRun: false)
    #expect(report.refusedLines == 1)
    #expect(try served.app.arrivals.rejected(atMost: 10).count == 1)
    #expect(try !served.contains(users.pseudonym(of: "anna").string))
  }

  @Test("A property leaves the search index")
  func index() async throws {
    let served = try ServedApp()
    let data = #"{"properties":{"appPackageName":"com.example.shop","advertisingId":"SECRET-4711"}}"#
    try await served.store([SentLines.event("/i/1", 1, "app.launched", data: data)])
    #expect(try await served.found("advertisingId=SECRET-4711") == ["/i/1"])
    let report = try await served.app.forget(.properties(["advertisingId"]), reason: "r", by: "t", isDryRun: false)
    #expect(report.isErased)
    #expect(try await served.found("advertisingId=SECRET-4711") == [])
    for secret in ["nna-4711", "ECRET-4711", "ecret-4711"] { #expect(try !served.contains(secret)) }
  }

  @Test("With an installation go its receipts, its forks and gaps, and who looked; nothing of it is kept afterwards")
  func installation() async throws {
    let served = try ServedApp()
    let source = "/i/secret-4711"
    try await served.store(SentLines.stream(source, 2))
    try await served.store([SentLines.event(source, 9)])
    try served.app.arrivals.note(Look(time: .now, token: "t", source: ExactString(source), what: "page", count: nil))
    #expect(try served.app.arrivals.refusals(atMost: 10).count == 1)
    let report = try await served.app.forget(
      .installations([ExactString(source)]), reason: "r", by: "t", isDryRun: false)
    #expect(report.isErased)
    #expect(try !served.contains("secret-4711"))
    let again = try await served.store([SentLines.event(source, 9)])
    #expect(again.refused.map(\.kind) == [.forgotten])
    let bad = try await served.store([#"{"specversion":"1.0","source":"\#(source)"}"#])
    #expect(bad.refused.map(\.kind) == [.forgotten])
    #expect(try !served.contains("secret-4711"))
  }

  @Test(
    "A name that no event has is not erased on the server, and who is near is said to a token that may read",
    arguments: [("user", "zeo", "zoe"), ("installation", "/i/onn", "/i/one")])
  func mistypedName(kind: String, name: String, meant: String) async throws {
    try await TestedServer.run { server in
      _ = try await server.ask("/v1/events", server.token(.import), lines: SentLines.life("/i/one", user: "zoe"))
      let answer = try await server.request(.post, "/v1/forget?\(kind)=\(name)&reason=r")
      #expect(answer.status == 200)
      #expect(answer.text.contains(#""erased":false"#), "\(answer.text)")
      #expect(answer.text.contains(#""notFound":["\#(name)"],"near":["\#(meant)"]"#), "\(answer.text)")
      let done = try await server.request(.post, "/v1/forget?\(kind)=\(meant)&reason=r")
      #expect(done.text.contains(#""erased":true"#), "\(done.text)")
      #expect(!done.text.contains("notFound"))
    }
  }

  @Test("The answer counts refused lines, and the page forgets what only refused lines have")
  func answer() async throws {
    try await TestedServer.run { server in
      _ = try await server.send([#"{"advertisingId":"AD-4711"}"#], token: .key)
      let misspelt = try await server.request(.post, "/v1/forget?property=advertisingId&reason=r&dryrun=true")
      #expect(misspelt.status == 400)
      let dry = try await server.request(.post, "/v1/forget?property=advertisingId&reason=r&dry-run=")
      #expect(try dry.json[name: "refusedLines"]?.integer == 1)
      let done = try await server.request(.post, "/v1/forget?property=advertisingId&reason=r")
      #expect(try done.json[name: "refusedLines"]?.integer == 1)
      #expect(done.text.contains(#""erased":true"#))
      #expect(try await server.get("/rejected?app=\(TestedServer.app)").text.contains("No line was refused"))
    }
  }
}
