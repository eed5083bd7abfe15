import Herald
import HeraldFetch
import HeraldTestSupport
import Testing

@Suite("Addresses of HTTP sources")
struct AddressTests {
  @Test(
    "A plain HTTP address is refused before anything is sent",
    arguments: [
      "http://policy.invalid/", "HTTP://policy.invalid/", "http://10.0.0.1/", "http://127.0.0.1.invalid/",
      "http://128.0.0.1/", "http://127.0.0.+1/", "http://127.1/", "http://localhost.invalid/",
      "http://localhost@policy.invalid/", "http://127.0.0.1:80@policy.invalid/", "http://[::2]/", "http://[::ffff:a]/",
    ])
  func plainHTTPIsRefused(url: String) async {
    let outcome = await TestTransport.curl.source(url).fetch(FetchRequest())
    #expect(outcome.summary == "insecure plainHTTP")
  }

  @Test("The refusal of plain HTTP names the reason and the fix")
  func plainHTTPRefusalNamesTheFix() async throws {
    let outcome = await TestTransport.curl.source("http://policy.invalid/a").fetch(FetchRequest())
    let diagnostic = try #require(outcome.failure?.diagnostic)
    #expect(diagnostic.what == "Nothing was asked: the address is plain HTTP.")
    #expect(diagnostic.why == "anybody on the way could read and change the policy")
    #expect(diagnostic.fix == "publish it with HTTPS, or allow plain HTTP for this source")
    #expect(diagnostic.location == "http://policy.invalid/a")
  }

  @Test(
    "An unusable address is reported as such",
    arguments: [
      "", "policy.json", "//host/a", "ftp://host/a", "https://", "https:///a", "https://:443/", "https://user@/",
      "https://host:0/", "https://host:65536/", "https://host:99999999999999999999/", "https://host:port/",
      "https://bücher.invalid/", "https://a b/", "https://[::1/", "market://details?id=a", "itms-apps://a",
      "https://%6c%6fcalhost/", "https://host\u{0}/", #"https://host\@elsewhere.invalid/"#,
      "https://host\\\u{301}@elsewhere.invalid/",
    ])
  func unusableAddressIsReported(url: String) async {
    let outcome = await TestTransport.curl.source(url).fetch(FetchRequest())
    #expect(outcome.summary == "invalidUrl invalidUrl")
  }

  @Test(
    "A request's target is encoded once, without fragment and user name",
    arguments: [
      ("/a b", "/a%20b"), ("/粉%E7%8C%AA/id1", "/%E7%B2%89%E7%8C%AA/id1"), ("/100%", "/100%25"), ("", "/"),
      ("?a=1", "/?a=1"), ("/?q=ü&r=1#é", "/?q=%C3%BC&r=1"), ("/a#b", "/a"), ("/\"<>", "/%22%3C%3E"),
      ("/a//b/../c", "/a//b/../c"), ("/a?b?c/d", "/a?b?c/d"), ("/a;b=c,d", "/a;b=c,d"), ("/%2F%2f", "/%2F%2f"),
      ("/a?", "/a?"), ("/a[1]?b[2]=3", "/a%5B1%5D?b%5B2%5D=3"), ("/a+b?c+d", "/a+b?c+d"),
    ] as [(path: String, requested: String)], TestTransport.allCases(butOnLinux: .resolvesDots))
  func requestTargetIsEncodedOnce(_ target: (path: String, requested: String), over transport: TestTransport)
    async throws
  {
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { server in
      let source = transport.source(server.url(target.path))
      #expect(await source.fetch(FetchRequest()).text == "{}")
      #expect(server.requests.map(\.line) == ["GET \(target.requested) HTTP/1.1"])
      #expect(server.requests.first?.header("host") == "127.0.0.1:\(server.port)")
    }
  }

  @Test("A user name in the address is sent to the server, and appears in no name", arguments: TestTransport.allCases)
  func userNameIsSentAndNamedNowhere(over transport: TestTransport) async throws {
    try await TestServer.serving({ _ in answer("404 Not Found") }) { server in
      let source = transport.source(server.url(host: "me:p%40ss@127.0.0.1"))
      #expect(source.url == server.url())
      let outcome = await source.fetch(FetchRequest())
      #expect(outcome.failure?.diagnostic.file == server.url())
      #expect(server.requests.first?.header("authorization") == "Basic bWU6cEBzcw==")
    }
  }

  @Test(
    "The name of an unusable address shows nothing that may be a password",
    arguments: [
      ("ftp://me:secret@host/a", "ftp://host/a"), ("https://me:secret@bücher/a@b", "https://bücher/a@b"),
      ("https://me:sec/ret@host/", "https://host/"), ("https:/me:secret@host/", "https:host/"),
      ("me:secret@host", "me:host"), ("ftp://me:secret@\u{301}host", "ftp://\u{301}host"), ("secret@host", "host"),
      ("https://", "https://"), ("", ""),
    ])
  func unusableAddressHidesItsPassword(url: String, name: String) {
    #expect(TestTransport.curl.source(url).url == name)
  }

  @Test("A random address fails in a known way, and its name shows no password", arguments: 1...20)
  func noAddressShowsItsPassword(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    let parts = [
      "a", "%", "%41", "@", ":", "[", "]", "::1", "127.0.0.1", "localhost", "/", "?", "#", " ", "é", "\\", "\u{0}", "1",
      ".", "\u{FEFF}", "//", ";", "=", "\u{1F600}",
    ]
    for _ in 0..<25 {
      let rest = random.text(of: parts, count: 0...7)
      let source = TestTransport.curl.source("http://me:secret@" + rest)
      #expect(!source.url.contains("secret"), "\(rest)")
      let outcome = await source.fetch(FetchRequest())
      let known = ["insecure plainHTTP", "invalidUrl invalidUrl", "offline unreachableHost"]
      // Something may listen at the port that the parts make.
      let wasAnswered = outcome.failure?.diagnostic.code.name == "httpStatus"
      #expect(wasAnswered || known.contains(outcome.summary), "\(rest): \(outcome.summary)")
    }
  }

  @Test("An HTTP source is named by its address as requested, with its fragment")
  func sourceIsNamedByItsAddress() {
    #expect(TestTransport.curl.source(" https://Example.com/a b#c ").url == "https://Example.com/a%20b#c")
  }

  @Test("A host that does not exist, and a port that nobody listens on, are offline", arguments: TestTransport.allCases)
  func unreachableServerIsOffline(over transport: TestTransport) async throws {
    // A label of 64 characters is not a DNS name (RFC 1035, section 2.3.4), so no server is asked for it.
    let label = String(repeating: "a", count: 64)
    let unresolved = await transport.source("https://\(label).invalid/").fetch(FetchRequest())
    #expect(unresolved.summary == "offline unresolvedHost")
    #expect(unresolved.failure?.diagnostic.what == "The host `\(label).invalid` was not found.")

    // The port is free after its server has stopped.
    let url = try await TestServer.serving({ _ in [] }) { $0.url() }
    for host in ["127.0.0.1", "localhost"] {
      let refused = await transport.source(url.replacing("127.0.0.1", with: host)).fetch(FetchRequest())
      #expect(refused.summary == "offline unreachableHost")
      #expect(refused.failure?.diagnostic.why.hasPrefix("the system says: ") == true)
    }
  }

  @Test(
    "A header that cannot be sent is reported", arguments: [("X Y", "1"), ("", "1"), ("X", "1\r\nY: 2"), ("é", "1")])
  func unusableHeaderIsReported(name: String, value: String) async throws {
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { server in
      let options = HTTPOptions.patient.with { $0.headers = [(name, value)] }
      let outcome = await TestTransport.curl.source(server.url(), options: options).fetch(FetchRequest())
      #expect(outcome.summary == "http unusableHeader")
      #expect(server.requests.isEmpty)
    }
  }
}
