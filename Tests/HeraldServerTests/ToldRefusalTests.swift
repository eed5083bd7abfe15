import Herald
import Testing

@testable import HeraldServer

@Suite("Pages tell what was refused")
struct ToldRefusalTests {
  private static let app = TestedServer.app
  private static let policy =
    #"{"trigger":"launch","url":"https://e.x/p","format":"herald","status":200,"digest":"no","document":"{}"}"#

  /// A server with a fork, a gap, and lines of two phones that each brought a policy.
  private static func filled(_ body: @Sendable (TestedServer) async throws -> Void) async throws {
    try await TestedServer.run { server in
      for source in ["/i/one", "/i/two"] {
        let data = #"{"properties":{"appPackageName":"\#(app)","appVersionName":"3.2.1","deviceModel":"SM-1"}}"#
        let launch = SentLines.event(source, 1, "app.launched", data: data)
        #expect(try await server.send([launch, SentLines.event(source, 2)]).status == 200)
        let bad = try await server.send([SentLines.event(source, 3, "fetch.succeeded", data: policy)])
        #expect(bad.status == 422)
      }
      let fork = [
        SentLines.event("/i/one", 2, "app.backgrounded", id: "other"),
        SentLines.event(
          "/i/one", 3, "fetch.succeeded", data: policy.replacing(#""no""#, with: "\"\(Digest.of("{}").string)\"")),
      ]
      for _ in 1...2 { #expect(try await server.send(fork).status == 409) }
      #expect(try await server.send([SentLines.event("/i/two", 9)]).status == 409)
      try await body(server)
    }
  }

  @Test("The page of an installation tells a fork, a gap and refused lines, and what was lost")
  func device() async throws {
    try await Self.filled { server in
      let one = try await server.get("/installations/%2Fi%2Fone?app=\(Self.app)").text
      #expect(one.contains("<h2 id=\"refused-title\">Refused</h2>"))
      #expect(one.contains("2 requests with 4 events refused as a fork (forked)"))
      #expect(one.contains("revision 2 is here with other content"))
      #expect(one.contains("app.backgrounded, fetch.succeeded; 2 of them brought a policy"))
      #expect(one.contains("1 line refused as "))
      #expect(one.contains("it brought a policy"))
      #expect(!one.contains("No trouble"))
      let two = try await server.get("/installations/%2Fi%2Ftwo?app=\(Self.app)").text
      #expect(two.contains("refused behind a gap (gap)"))
      #expect(two.contains("revision 9 came where 3 was expected. They did not come since"))
      #expect(
        try await server.send((3...9).map { SentLines.event("/i/two", $0) }).status == 200)
      let healed = try await server.get("/installations/%2Fi%2Ftwo?app=\(Self.app)").text
      #expect(healed.contains("The events came since."))
    }
  }

  @Test("Refused lines are grouped by their reason, with version, model, time and what was lost")
  func page() async throws {
    try await Self.filled { server in
      let page = try await server.get("/rejected?app=\(Self.app)").text
      for words in [
        "2 lines of 2 installations, came 2 times", "all app 3.2.1", "all model SM-1", "each brought a policy",
        "revision 3", "fetch.succeeded", "device’s time 2026-03-02T08:00:03.000+01:00", "Forks and gaps",
      ] {
        #expect(page.contains(words), "\(words)")
      }
      let reason = try #require(
        page.firstMatch(of: /reason=([A-Za-z]+)/)?.output.1 ?? page.firstMatch(of: /<h2><code>([A-Za-z]+)</)?.output.1)
      let only = try await server.get("/rejected?app=\(Self.app)&reason=\(reason)&source=%2Fi%2Fone").text
      #expect(only.contains("1 line of 1 installation, came once"))
      #expect(!only.contains("/i/two"))
    }
  }

  @Test("The figures of all installations name what was refused")
  func fleet() async throws {
    try await Self.filled { server in
      let fleet = try await server.get("/fleet?app=\(Self.app)").text
      #expect(fleet.contains("<h3>Refused</h3>"))
      #expect(fleet.contains("1 installation with a fork, 1 with a gap."))
      #expect(fleet.contains("(fetch.succeeded; each brought a policy)"))
      let figures = try await server.get("/metrics").text
      #expect(figures.contains("herald_installations_refused{app=\"\(Self.app)\",reason=\"forked\"} 1\n"))
    }
  }

  @Test("Hostile texts are escaped in every place that tells a refusal")
  func escaped() async throws {
    let script = "<script>alert(1)</script>"
    let properties = #"{"appPackageName":"\#(Self.app)","appVersionName":"\#(script)","deviceModel":"\#(script)"}"#
    try await TestedServer.run { server in
      for source in ["/i/\(script)", "/i/2"] {
        let data = #"{"properties":\#(properties)}"#
        let stored = try await server.send([SentLines.event(source, 1, "app.launched", data: data)])
        let gap = try await server.send([SentLines.event(source, 9, script)])
        let head = #"{"specversion":"1.0","source":"\#(source)","id":7,"revision":2"#
        let bad = try await server.send([head + #","type":"\#(script)","time":"\#(script)"}"#])
        #expect([stored.status, gap.status, bad.status] == [200, 409, 422])
      }
      for path in ["/rejected", "/fleet", "/installations/\("/i/\(script)".addressPart)"] {
        let page = try await server.get("\(path)?app=\(Self.app)")
        #expect(page.status == 200)
        #expect(!page.text.contains(script))
      }
    }
  }
}
