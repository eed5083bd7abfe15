import Herald
import HeraldFetch
import Testing

@Suite("Redirects")
struct RedirectTests {
  /// Redirects `/1` to `/2` and so on; `/0` is the document.
  @Sendable private static func chain(_ request: TestServer.Request) -> [TestServer.Step] {
    let path = request.line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    guard let left = Int(path.dropFirst()), left > 0 else { return answer("200 OK", [], "{}") }
    return answer("302 Found", ["Location: /\(left - 1)"])
  }

  @Test("Redirects are followed up to the limit", arguments: TestTransport.allCases)
  func redirectsAreFollowedUpToTheLimit(over transport: TestTransport) async throws {
    try await TestServer.serving(Self.chain) { server in
      let longest = await transport.source(server.url("/5")).fetch(FetchRequest())
      #expect(longest.text == "{}")
      let tooLong = await transport.source(server.url("/6")).fetch(FetchRequest())
      #expect(tooLong.summary == "http 302 tooManyRedirects")
      #expect(tooLong.failure?.diagnostic.why == "at most 5 redirects in a row are followed")
      let none = HTTPOptions.patient.with { $0.limits.redirects = 0 }
      #expect(
        await transport.source(server.url("/1"), options: none).fetch(FetchRequest()).summary
          == "http 302 tooManyRedirects")
    }
  }

  @Test("Every status that redirects is followed", arguments: [301, 302, 303, 307, 308], TestTransport.allCases)
  func everyRedirectStatusIsFollowed(status: Int, over transport: TestTransport) async throws {
    try await TestServer.serving({ request in
      request.line.contains("/policy") ? answer("\(status) Moved", ["Location: /next"]) : answer("200 OK", [], "{}")
    }) { server in
      #expect(await transport.source(server.url()).fetch(FetchRequest()).text == "{}")
      #expect(server.requests.map(\.line) == ["GET /policy HTTP/1.1", "GET /next HTTP/1.1"])
    }
  }

  @Test(
    "A redirect to a relative address is resolved, and encoded once",
    arguments: [
      ("next", "/a/next"), ("./next?q=1", "/a/next?q=1"), ("../next", "/next"), ("/x y/é", "/x%20y/%C3%A9"),
      ("/x%20y/%C3%A9", "/x%20y/%C3%A9"), ("?q=a b", "/a/policy?q=a%20b"), ("//127.0.0.1:PORT/z#part", "/z"),
      ("http://127.0.0.1:PORT", "/"), ("http://user:secret@127.0.0.1:PORT/z", "/z"), ("/100%", "/100%25"),
    ] as [(location: String, path: String)], TestTransport.allCases)
  func relativeRedirectIsResolved(_ redirect: (location: String, path: String), over transport: TestTransport)
    async throws
  {
    try await TestServer.serving({ request in
      let host = request.header("host") ?? ""
      let location = redirect.location.replacing("127.0.0.1:PORT", with: host)
      return request.line == "GET /a/policy HTTP/1.1"
        ? answer("302 Found", ["Location: \(location)"]) : answer("200 OK", [], "{}")
    }) { server in
      #expect(await transport.source(server.url("/a/policy")).fetch(FetchRequest()).text == "{}")
      #expect(server.requests.last?.line == "GET \(redirect.path) HTTP/1.1")
      #expect(server.requests.last?.header("authorization") == nil)
    }
  }

  @Test("The body of a redirect is not awaited", arguments: TestTransport.allCases(butOnLinux: .awaitsRedirects))
  func bodyOfARedirectIsNotAwaited(over transport: TestTransport) async throws {
    try await TestServer.serving({ request in
      request.line.contains("/policy")
        ? [
          .send(head("302 Found", ["Location: /next", "Connection: close"])), .flood(Array(repeating: 32, count: 4096)),
        ]
        : answer("200 OK", [], "{}")
    }) { server in
      #expect(await transport.source(server.url()).fetch(FetchRequest()).text == "{}")
    }
  }

  @Test("A redirect loop is noticed at its first repetition", arguments: TestTransport.allCases)
  func redirectLoopIsNoticedAtOnce(over transport: TestTransport) async throws {
    try await TestServer.serving({ request in
      answer("301 Moved", ["Location: \(request.line.contains("/a") ? "/b" : "/a")"])
    }) { server in
      let outcome = await transport.source(server.url("/a")).fetch(FetchRequest())
      #expect(outcome.summary == "http 301 redirectLoop")
      #expect(outcome.failure?.diagnostic.what.contains("`\(server.url("/a"))` again") == true)
      #expect(server.requests.count == 2)
    }
  }

  @Test(
    "A redirect to an unusable address is a failure",
    arguments: ["", "ftp://127.0.0.1/", "javascript:alert(1)", "file:///etc/passwd", "https://", "data:,{}"],
    TestTransport.allCases(butOnLinux: .awaitsRedirects))
  func redirectToAnUnusableAddressFails(location: String, over transport: TestTransport) async throws {
    let outcome = try await outcome(of: answer("302 Found", ["Location: \(location)"]), over: transport)
    #expect(outcome.summary == "http 302 unusableRedirect")
  }

  @Test("A redirect without an address is a failure", arguments: TestTransport.allCases(butOnLinux: .awaitsRedirects))
  func redirectWithoutALocationFails(over transport: TestTransport) async throws {
    let outcome = try await outcome(of: answer("302 Found"), over: transport)
    #expect(outcome.summary == "http 302 unusableRedirect")
    #expect(outcome.failure?.diagnostic.why == "status 302 came without `Location`")
  }

  @Test(
    "A redirect from the device itself to plain HTTP elsewhere is refused, unless it is allowed",
    arguments: TestTransport.allCases)
  func redirectToPlainHTTPElsewhereIsRefused(over transport: TestTransport) async throws {
    let steps = answer("302 Found", ["Location: http://policy.invalid/"])
    #expect(try await outcome(of: steps, over: transport).summary == "insecure 302 redirectToPlainHTTP")
    let allowing = HTTPOptions.patient.with { $0.allowsPlainHTTP = true }
    let label = String(repeating: "a", count: 64)
    let unresolvable = answer("302 Found", ["Location: http://\(label).invalid/"])
    #expect(try await outcome(of: unresolvable, options: allowing, over: transport).summary == "offline unresolvedHost")
  }

  @Test("A redirect to another server does not carry what identifies the device", arguments: TestTransport.allCases)
  func deviceIdentityStaysWithItsServer(over transport: TestTransport) async throws {
    let options = HTTPOptions.patient.with {
      $0.headers = [("X-Device", "7f3a"), ("Cookie", "session=1")]
      $0.parameters = RequestParameters { _ in [("app", "a")] }
    }
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { other in
      try await TestServer.serving({ request in
        answer("307 Temporary", ["Location: \(request.line.contains("/own") ? other.url("/theirs") : "/own")"])
      }) { server in
        let url = server.url().replacing("://", with: "://user:pass%20word@")
        #expect(await transport.source(url, options: options).fetch(FetchRequest()).text == "{}")
        #expect(server.requests.map { $0.header("x-device") } == ["7f3a", "7f3a"])
        #expect(server.requests.map { $0.header("authorization") }.allSatisfy { $0 == "Basic dXNlcjpwYXNzIHdvcmQ=" })
        let theirs = try #require(other.requests.first)
        #expect(theirs.line == "GET /theirs HTTP/1.1")
        for name in ["x-device", "cookie", "authorization"] { #expect(theirs.header(name) == nil) }
      }
    }
  }
}
