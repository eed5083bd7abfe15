import Foundation
import HTTPTypes
import Herald
import HeraldTestSupport
import Testing

@testable import HeraldServer

@Suite("Limits of publishing")
struct PublishLimitTests {
  @Test(
    "A number of installations and a share up to 100 % are limits",
    arguments: [
      "lockedOut > 0", "lockedOutAhead > 0", "forcedAhead > 50%", "newlyForced > 10%", "newlyForced>1000",
      "changed > 100 %", "mostADay > 3", "blocked > 0%",
    ])
  func read(text: String) {
    #expect(PublishLimit(text) != nil)
  }

  @Test(
    "Numbers that mean nothing are refused",
    arguments: [
      "newlyForced > 101%", "newlyForced > -1", "newlyForced > -1%", "newlyForced > +1", "newlyForced > x",
      "newlyForced > 1.5%", "newlyForced > ", "newlyForced > %", "newlyForced > 9223372036854775808",
      "newlyForced > 9223372036854775807%", "newlyForced > nan", "newlyForced > 0x10", "newlyForced > 1e3",
      "newlyForced < 3", "unknown > 1", "mostADay > 10%", "before > 10%", "installations > 10%", "newlyForced > ١",
    ])
  func refused(text: String) throws {
    #expect(PublishLimit(text) == nil)
    #expect(throws: ServerError.self) { try ServerSettings(folder: "/nowhere", options: ["publishLimits": text]) }
  }

  @Test(
    "Keys that cannot be read and thresholds that nobody can meet are refused when settings are read",
    arguments: [
      ["policyKeys": "x"], ["policyKeys": "\(TestKey(1).publicKey.text),\(TestKey(1).publicKey.text)"],
      ["policyKeys": "\(TestKey(1).publicKey.text) \(TestKey(2).publicKey.text)"], ["policyThreshold": "2"],
      ["policyKeys": TestKey(1).publicKey.text, "policyThreshold": "2"], ["policyThreshold": "0"],
      ["policyKeys": TestKey(1).publicKey.text, "policyThreshold": "-1"],
    ])
  func keys(options: [String: String]) {
    #expect(throws: ServerError.self) { try ServerSettings(folder: "/nowhere", options: options) }
  }

  @Test("Two keys and a threshold of two are read")
  func twoKeys() throws {
    let keys = "\(TestKey(1).publicKey.text), \(TestKey(2).publicKey.text)"
    let settings = try ServerSettings(folder: "/nowhere", options: ["policyThreshold": "2", "policyKeys": keys])
    #expect(try settings.policyTrust?.threshold == 2)
  }
}

@Suite("Newcomers in the what-if of a publication")
struct NewcomerTests {
  private static let path = PolicyRouteTests.path

  /// A policy that forces the versions that a filter means.
  private static func force(_ filter: String) -> String {
    #"{"packageName":"\#(TestedServer.app)","revision":1,"updates":[{"id":1,"forceUpdate":true,"#
      + #""targetWebsiteUrl":"https://example.com/","filters":{"appVersionName":"\#(filter)"},"#
      + #""descriptions":{"*":{"message":"Update"}}}]}"#
  }

  /// An installation that starts and looks for a policy, which offers nothing.
  private static func life(_ source: String, version: String) -> [String] {
    let policy = #"{"packageName":"com.example.shop"}"#
    let fetch =
      #"{"trigger":"launch","url":"https://example.com/p.json","format":"herald","status":200,"#
      + #""document":"{\"packageName\":\"com.example.shop\"}","digest":"\#(Digest.of(policy))"}"#
    let launch = #"{"properties":{"appPackageName":"com.example.shop","appVersionName":"\#(version)"}}"#
    let now = DeviceTime(moment: .now)
    return [
      SentLines.event(source, 1, "app.launched", time: "\(now)", data: launch),
      SentLines.event(source, 2, "fetch.succeeded", time: "\(now)", data: fetch),
    ]
  }

  /// A server with installations of two versions, older ones of 1.0 and made-up ones of another version.
  private static func filled(
    old: Int, young: Int, version: String, _ body: @Sendable (TestedServer) async throws -> Void
  ) async throws {
    try await TestedServer.run { server in
      for index in 0..<old { #expect(try await server.send(life("/old/\(index)", version: "1.0")).status == 200) }
      let app = try #require(server.server.app(TestedServer.app))
      try await app.arrivals.queue.write {
        try $0.execute(sql: "UPDATE firsts SET received = received - 200000000")
      }
      for index in 0..<young {
        let sent = try await server.send(life("/young/\(index)", version: version), token: .key)
        #expect(sent.status == 200, "\(sent.text)")
      }
      try await body(server)
    }
  }

  @Test("Made-up installations cannot make a share smaller")
  func dilution() async throws {
    try await Self.filled(old: 4, young: 60, version: "9.0") { server in
      let answer = try await server.request(.put, Self.path, Array(Self.force("<2").utf8))
      #expect(answer.status == 409)
      #expect(answer.text.contains("newlyForced is 4 of 4 installations older than a day"), "\(answer.text)")
      let newcomers = try #require(try answer.json[name: "figures"]?[name: "newcomers"])
      #expect(newcomers[name: "installations"]?.line == "60")
      #expect(newcomers[name: "changed"]?.line == "0")
    }
  }

  @Test("A policy that locks out later is stopped, and one that forces later only where a setting says so")
  func ahead() async throws {
    let later = "\(DeviceTime(moment: Timestamp(milliseconds: Timestamp.now.milliseconds + 864_000_000)))"
    @Sendable func policy(_ keys: String) -> [UInt8] {
      Array(
        (#"{"packageName":"\#(TestedServer.app)","revision":1,"updates":[{"id":1,\#(keys),"#
          + #""descriptions":{"*":{"message":"Update"}}}]}"#).utf8)
    }
    try await Self.filled(old: 4, young: 0, version: "") { server in
      let exit = try await server.request(
        .put, Self.path, policy(#""forceExit":true,"displayAfterDate":"\#(later)""#))
      #expect(exit.status == 409)
      #expect(exit.text.contains("lockedOutAhead is 4 of 4 installations"), "\(exit.text)")
      #expect(!exit.text.contains("newlyForced is"), "\(exit.text)")
      let force = try await server.request(
        .put, "\(Self.path)?dry-run",
        policy(#""targetWebsiteUrl":"https://example.com/","deadline":{"at":"\#(later)"}"#))
      #expect(force.status == 200, "\(force.text)")
      #expect(try force.json[name: "figures"]?[name: "forcedAhead"]?.line == "4")
    }
  }

  @Test("Where only made-up installations pass a limit the answer says so, and a reason publishes")
  func newcomersAlone() async throws {
    try await Self.filled(old: 20, young: 6, version: "0.5") { server in
      let answer = try await server.request(.put, Self.path, Array(Self.force("<1").utf8))
      #expect(answer.status == 409)
      #expect(
        answer.text.contains("newlyForced is 6 of 26 installations")
          && answer.text.contains("only installations younger than a day pass it: without them it is 0 of 20"),
        "\(answer.text)")
      let newcomers = try #require(try answer.json[name: "figures"]?[name: "newcomers"])
      #expect(newcomers[name: "changed"]?.line == "6")
      #expect(newcomers[name: "newlyForced"]?.line == "6")
      #expect(newcomers[name: "addresses"]?.line == "1")
      #expect(newcomers[name: "tokens"]?.line == "1")
      let page = try await server.ask("/policies", server.token, form: ["do": "try", "document": Self.force("<1")])
      #expect(page.text.contains("6 of them are younger than a day"))
      let headers = ["Herald-Override": "they are made up"]
      #expect(try await server.request(.put, Self.path, Array(Self.force("<1").utf8), headers: headers).status == 201)
    }
  }

  @Test("An installation stays as old as it is after retention and after it sends again")
  func staysOld() async throws {
    try await Self.filled(old: 2, young: 0, version: "") { server in
      let app = try #require(server.server.app(TestedServer.app))
      _ = try app.arrivals.forget(.before(.now), isDryRun: false)
      #expect(try await server.send([SentLines.event("/old/0", 3, "app.backgrounded")]).status == 200)
      #expect(
        try app.arrivals.newcomers(since: Timestamp(milliseconds: Timestamp.now.milliseconds - 86_400_000)).isEmpty)
      let kept = try app.arrivals.newcomers(since: Timestamp(milliseconds: 0))
      #expect(kept.count == 2)
      #expect(kept.values.allSatisfy { $0.token.isEmpty && $0.address == nil })
      _ = try app.arrivals.forget(.installations(["/old/0"]), isDryRun: false)
      #expect(try app.arrivals.newcomers(since: Timestamp(milliseconds: 0)).count == 1)
    }
  }

  @Test("A stream whose first lines are skipped is as new as one that begins at 1")
  func skippedBeginning() async throws {
    try await TestedServer.run { server in
      let sent = try await server.send(
        [SentLines.event("/late", 2, "app.foregrounded")], headers: ["Herald-Skip": "1"])
      #expect(sent.status == 200, "\(sent.text)")
      let app = try #require(server.server.app(TestedServer.app))
      #expect(try app.arrivals.newcomers(since: Timestamp(milliseconds: 0)).keys.map(\.string) == ["/late"])
    }
  }
}
