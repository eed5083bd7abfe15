import HTTPTypes
import Testing

@testable import HeraldServer

@Suite("Addresses that lead to this server alone")
struct OwnAddressTests {
  @Test(
    "A path of this server is kept, percent-encoded",
    arguments: [
      ("/", "/"), ("/search?app=a&q=b%20c", "/search?app=a&q=b%20c"), ("/a b", "/a%20b"), ("/é", "/%C3%A9"),
      ("/100%", "/100%25"), ("/a%2", "/a%252"), ("/\"<>", "/%22%3C%3E"), ("/a#r4", "/a#r4"), ("/%09/x", "/%09/x"),
      ("/\u{202E}x", "/%E2%80%AEx"),
    ])
  func kept(text: String, address: String) {
    #expect(OwnAddress.of(text) == address)
  }

  @Test(
    "What may lead elsewhere leads to the beginning",
    arguments: [
      "", "x", "//evil.example", "/\t/evil.example", "\t//evil.example", "/\n/evil.example", "/\r/x", "/\\evil.example",
      "\\\\evil.example", "https://evil.example", "javascript:alert(1)", "/a//b", "/\u{0}x", "/\u{7F}x", "/\u{85}x",
      " /x",
    ])
  func elsewhere(text: String) {
    #expect(OwnAddress.of(text) == "/")
  }

  @Test(
    "Signing in leads to this server's own pages", arguments: ["/\t/evil.example", "//evil.example", "/\\evil.example"])
  func signIn(to: String) async throws {
    try await TestedServer.run { server in
      let answer = try await SignedIn.signIn(server, server.token, to: to)
      #expect(answer.headers[.location] == "/")
      let page = try await server.get("/sign-in?to=\(to.addressPart)", token: .none, headers: ["Accept": "text/html"])
      #expect(page.text.contains(#"name="to" value="/""#))
    }
  }

  @Test(
    "A request to another host than the server's own names is refused",
    arguments: [
      ("", "anything.example", true), ("", "", true), ("a.example", "a.example", true),
      ("a.example", "A.EXAMPLE:8320", true),
      ("a.example", "a.example.", true), ("b.example, a.example", "a.example", true),
      ("a.example:8320", "a.example", false),
      ("a.example:8320", "a.example:8320", true), ("a.example", "evil.example", false), ("a.example", "", false),
      ("a.example", "a.example.evil.example", false), ("a.example", "a.example:x", false),
      ("a.example", "x@a.example", false),
      ("a.example", "xa.example", false), ("[::1]", "[::1]:8320", true),
      ("a.example", "a.example, evil.example", false),
    ])
  func names(setting: String, host: String, isOwn: Bool) throws {
    let names = try #require(PublicNames(setting))
    #expect(names.has(host) == isOwn)
  }

  @Test(
    "What is no name of a host is refused as the setting", arguments: ["a b", "a,,b", "https://a", "a:x", "/", "a/b"])
  func badNames(setting: String) {
    #expect(PublicNames(setting) == nil)
  }

  @Test("A server with names refuses other hosts on all paths, and a ticket links to its first name")
  func publicNames() async throws {
    var settings = ServerSettings()
    settings.publicNames = "herald.example.com"
    try await TestedServer.run(settings: settings) { server in
      for path in ["/", "/search", "/sign-in", "/v1/installations", "/nothing", "/metrics"] {
        let answer = try await server.get(path)
        #expect(answer.status == 421, "\(path)")
        #expect(answer.text.contains("otherHost"), "\(path)")
      }
    }
    settings.publicNames = "herald.example.com, localhost"
    try await TestedServer.run(settings: settings) { server in
      let sent = try await server.ask("/v1/events", server.token(.import), lines: SentLines.life("/i/one"))
      #expect(sent.status == 200)
      let page = try await server.ask("/installations/%2Fi%2Fone/at/last", server.token)
      #expect(page.text.contains("http://herald.example.com/installations/"))
    }
  }

  @Test(
    "Every answer has the headers that belong to all",
    arguments: [
      "/", "/search", "/nothing", "/v1/nothing", "/v1/installations", "/metrics", "/livez", "/v1/openapi.json",
    ])
  func headers(path: String) async throws {
    try await TestedServer.run { server in
      for method in [.get, .delete, .head] as [HTTPRequest.Method] {
        for token in [.all, .none, .text("x")] as [TestedServer.Carried] {
          let answer = try await server.request(method, path, token: token)
          #expect(answer.headers[.xContentTypeOptions] == "nosniff", "\(method) \(path)")
          #expect(answer.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
          #expect(answer.headers[.cacheControl] != nil)
        }
      }
    }
  }
}
