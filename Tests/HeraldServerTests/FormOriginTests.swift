import HTTPTypes
import Testing

@testable import HeraldServer

@Suite("Forms of this server's own pages")
struct FormOriginTests {
  private static let forms = ["/sign-in", "/sign-out", "/policies", "/forget", "/installations/%2Fi/at/1/draft"]

  @Test(
    "A form counts only from this server's own pages",
    arguments: [
      [:], ["Origin": "null"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": "same-origin", "Origin": "null"],
      ["Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"],
      ["Sec-Fetch-Site": "same-site", "Origin": "http://localhost"], ["Origin": "http://localhost:8321"],
      ["Origin": "https://localhost"], ["Origin": "http://localhost.evil.example"],
      ["Origin": "http://evil.example://localhost"], ["Origin": "://localhost"], ["Origin": "http://x@localhost"],
      ["Origin": "http://localhost/"], ["Origin": ""], ["Referer": "http://localhost/policies"],
    ])
  func foreign(headers: [String: String]) async throws {
    try await TestedServer.run { server in
      let browser = try await SignedIn(server: server, token: server.token)
      for form in Self.forms {
        let answer = try await browser.send(form, ["token": server.token, "do": "try"], own: headers)
        #expect(answer.status == 403, "\(form)")
        #expect(answer.text.contains("foreignForm"), "\(form)")
      }
      #expect(try await browser.get("/search").status == 200)
    }
  }

  @Test(
    "Either word of a browser is enough",
    arguments: [["Sec-Fetch-Site": "same-origin"], ["Origin": "http://LOCALHOST:80"]])
  func own(headers: [String: String]) async throws {
    try await TestedServer.run { server in
      let browser = try await SignedIn(server: server, token: server.token)
      #expect(try await browser.send("/policies", ["do": "try", "document": "{}"], own: headers).status == 200)
    }
  }

  @Test("Every path outside /v1 that changes something refuses what says nothing of its origin")
  func everyPath() async throws {
    try await TestedServer.run { server in
      let browser = try await SignedIn(server: server, token: server.token)
      let changing = server.server.router.routes.filter { ![.get, .head].contains($0.method) }
      #expect(changing.count > Self.forms.count)
      for route in changing where !"\(route.path)".hasPrefix("/v1/") {
        #expect(try await browser.request(route.method, "\(route.path)", []).status == 403, "\(route.path)")
      }
    }
  }

  @Test("A form needs the hidden field of its own session")
  func proof() async throws {
    try await TestedServer.run { server in
      let browser = try await SignedIn(server: server, token: server.token)
      let other = try await SignedIn(server: server, token: server.token)
      for wrong in ["", "x", try other.proof, browser.secret] {
        for form in Self.forms.dropFirst() {
          #expect(try await browser.send(form, ["do": "try"], proof: wrong).status == 403, "\(form)")
        }
      }
      let page = try await browser.get("/policies")
      #expect(page.text.contains(try browser.proof))
      #expect(!page.text.contains(browser.secret))
    }
  }

  @Test("A form with a token in place of a session is refused")
  func withoutSession() async throws {
    try await TestedServer.run { server in
      let answer = try await server.request(.post, "/forget", [], headers: SignedIn.own)
      #expect(answer.status == 403)
      let nobody = try await server.request(.post, "/forget", [], token: .none, headers: SignedIn.own)
      #expect(nobody.status == 401)
    }
  }

  @Test("Each form of a template that changes something is marked, and no other text is")
  func templates() throws {
    let session = ShownSession(Session.draw(for: try token(), at: .distantPast).session, secret: "x")
    for template in DeskTemplate.allCases {
      let text = String(decoding: template.bytes, as: UTF8.self)
      let forms = text.split(separator: "<form", omittingEmptySubsequences: false).dropFirst()
      let posted = forms.filter { !$0.hasPrefix(" method=\"get\"") }
      #expect(posted.allSatisfy { $0.hasPrefix(" method=\"post\"") }, "\(template)")
      let marked = OwnForms.marked(text, for: session)
      #expect(marked.split(separator: session.formProof).count - 1 == posted.count, "\(template)")
    }
    #expect(OwnForms.marked("<form method=\"post\" action=\"/x\">", for: nil) == "<form method=\"post\" action=\"/x\">")
  }

  private func token() throws -> AccessToken {
    AccessToken.draw(name: "x", roles: [.read], app: nil, made: .distantPast, expires: nil).token
  }

  @Test(
    "On /v1 a cookie counts for reading alone, and the answer says so",
    arguments: [
      (.post, "/v1/forget?before=2030-01-01T00:00:00Z&reason=r"), (.put, "/v1/policies/com.example.shop"),
      (.post, "/v1/whatif"), (.post, "/v1/policies/com.example.shop/rollback?to=x"), (.post, "/v1/events"),
    ] as [(HTTPRequest.Method, String)])
  func programs(method: HTTPRequest.Method, path: String) async throws {
    try await TestedServer.run { server in
      let browser = try await SignedIn(server: server, token: server.token)
      let answer = try await browser.request(method, path, Array("{}".utf8), headers: SignedIn.own)
      #expect(answer.status == 401)
      #expect(answer.text.contains("a cookie counts for GET"))
      #expect(try await browser.request(.get, "/v1/installations").status == 200)
      #expect(try await browser.request(.head, "/v1/installations").status == 200)
    }
  }

  @Test("Pages send their origin with a form, and others learn nothing")
  func referrer() async throws {
    try await TestedServer.run { server in
      let page = try await server.ask("/search", server.token)
      #expect(page.headers[HTTPField.Name("Referrer-Policy") ?? .origin] == "same-origin")
      // The page's own word wins over the header.
      #expect(page.text.contains(#"<meta name="referrer" content="same-origin">"#))
    }
  }

  @Test("The body of a request counts no more when the token was revoked meanwhile")
  func revokedMeanwhile() async throws {
    let folder = try ServerFolder(TestedServer.newPath())
    let token = try folder.makeToken(name: "x", roles: [.publish], app: nil, expires: nil).token
    func read() async throws -> Int {
      let body = BodyOfToken(body: .init(buffer: .init(string: "four"))) { try folder.check(token) }
      return try await body.reduce(0) { $0 + $1.readableBytes }
    }
    #expect(try await read() == 4)
    try folder.revokeToken(token.id)
    await #expect(throws: Problem.self) { try await read() }
  }
}
