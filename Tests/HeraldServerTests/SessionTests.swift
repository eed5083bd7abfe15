import Foundation
import HTTPTypes
import Testing

@testable import HeraldServer

@Suite("Sessions of people who signed in")
struct SessionTests {
  private let now = Date(timeIntervalSince1970: 1_772_438_400)

  private func folder() throws -> (ServerFolder, AccessToken, text: String) {
    let folder = try ServerFolder(TestedServer.newPath())
    let made = try folder.makeToken(name: "desk", roles: [.read], app: nil, expires: nil)
    return (folder, made.token, made.text)
  }

  @Test("A session's secret is drawn, is not the token, and is in no file")
  func secret() throws {
    let (folder, token, text) = try folder()
    let first = try folder.sessions.begin(for: token)
    #expect(try first != folder.sessions.begin(for: token))
    #expect(!text.contains(first))
    #expect(try folder.token(ofSession: first)?.id == token.id)
    #expect(try folder.token(ofSession: text) == nil)
    #expect(try folder.token(ofSession: "") == nil)
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(file)") ?? Data()
      #expect(bytes.range(of: Data(first.utf8)) == nil)
    }
  }

  @Test("A session is open after a new start, and ended by signing out also then")
  func kept() throws {
    let (folder, token, _) = try folder()
    let (left, ended) = try (folder.sessions.begin(for: token), folder.sessions.begin(for: token))
    let session = try #require(try folder.sessions.session(ended)?.session)
    try folder.sessions.end(session)
    #expect(try folder.token(ofSession: ended) == nil)
    let again = try ServerFolder(folder.path)
    #expect(try again.token(ofSession: left) != nil)
    #expect(try again.token(ofSession: ended) == nil)
  }

  @Test("A folder that is restored from a backup has no session, and the tokens")
  func restored() throws {
    let (folder, token, text) = try folder()
    let session = try folder.sessions.begin(for: token)
    let (backup, restored) = (TestedServer.newPath(), TestedServer.newPath())
    _ = try FolderBackup.make(of: folder.path, at: backup, now: .now, progress: { _ in })
    _ = try FolderRestore.make(of: backup, at: restored, progress: { _ in })
    #expect(try folder.token(ofSession: session) != nil)
    let again = try ServerFolder(restored)
    #expect(try again.sessions.count == 0)
    #expect(try again.token(ofSession: session) == nil)
    #expect(try again.tokens.token(text)?.id == token.id)
  }

  @Test("A session ends after twelve hours, and is removed")
  func expires() throws {
    let (folder, token, _) = try folder()
    let secret = try folder.sessions.begin(for: token, now: now)
    let end = now.addingTimeInterval(12 * 3600)
    #expect(try folder.sessions.session(secret, now: end.addingTimeInterval(-1)) != nil)
    #expect(try folder.sessions.session(secret, now: end) == nil)
    try folder.sessions.removeEnded(now: end)
    #expect(try folder.sessions.count == 0)
  }

  @Test("A session ends with its token's time, and is never longer")
  func endsWithToken() throws {
    let (folder, _, _) = try folder()
    let soon = now.addingTimeInterval(60)
    let (token, _) = try folder.makeToken(name: "desk", roles: [.read], app: nil, expires: soon)
    let secret = try folder.sessions.begin(for: token, now: now)
    #expect(try folder.token(ofSession: secret, now: now) != nil)
    #expect(try folder.token(ofSession: secret, now: soon) == nil)
  }

  @Test("Revoking a token, also by another process, ends its sessions within the second")
  func revoked() throws {
    let (folder, token, _) = try folder()
    let secret = try folder.sessions.begin(for: token)
    #expect(try folder.token(ofSession: secret) != nil)
    try ServerFolder(folder.path).revokeToken(token.id)
    let soon = Date().addingTimeInterval(1)
    #expect(try folder.token(ofSession: secret, now: soon) == nil)
    try folder.sessions.removeEnded()
    #expect(try folder.sessions.count == 0)
  }

  @Test("The number of sessions of a token is bounded, and the oldest end")
  func bounded() throws {
    let (folder, token, _) = try folder()
    let other = try folder.makeToken(name: "other", roles: [.read], app: nil, expires: nil).token
    let others = try folder.sessions.begin(for: other)
    let secrets = try (0...SessionStore.mostOfAToken).map { _ in try folder.sessions.begin(for: token) }
    #expect(try folder.sessions.count == SessionStore.mostOfAToken + 1)
    #expect(try folder.token(ofSession: secrets[0]) == nil)
    #expect(try folder.token(ofSession: secrets[1]) != nil)
    #expect(try folder.token(ofSession: others) != nil)
  }

  @Test("A cookie has the session and not the token, and signing out ends it on the server")
  func signingOut() async throws {
    try await TestedServer.run { server in
      let reader = try server.token(.read)
      let answer = try await SignedIn.signIn(server, reader, to: "/search")
      #expect(answer.status == 303)
      #expect(answer.headers[.location] == "/search")
      let cookie = try #require(answer.headers[.setCookie])
      #expect(!cookie.contains(reader))
      #expect(cookie.hasPrefix("herald="))
      for word in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"] { #expect(cookie.contains(word)) }
      let browser = try await SignedIn(server: server, token: reader)
      #expect(try await browser.get("/search").status == 200)
      #expect(try await browser.send("/sign-out", [:]).status == 303)
      #expect(try await browser.get("/search").status == 303)
      #expect(try await browser.request(.get, "/v1/installations").status == 401)
    }
  }

  @Test("The token itself in a cookie counts as none")
  func tokenAsCookie() async throws {
    try await TestedServer.run { server in
      let headers = ["Cookie": "herald=\(server.token)"]
      let answer = try await server.request(.get, "/v1/installations", token: .none, headers: headers)
      #expect(answer.status == 401)
    }
  }

  @Test("Behind TLS the cookie is for this host alone, and another name does not count")
  func secure() async throws {
    var settings = ServerSettings()
    settings.secureCookies = "always"
    try await TestedServer.run(settings: settings) { server in
      let answer = try await SignedIn.signIn(
        server, server.token(.read), headers: ["Sec-Fetch-Site": "same-origin"])
      let cookie = try #require(answer.headers[.setCookie])
      #expect(cookie.hasPrefix("__Host-herald="))
      #expect(cookie.contains("; Secure"))
      let pair = String(cookie.prefix { $0 != ";" })
      func status(_ cookie: String) async throws -> Int {
        try await server.request(.get, "/v1/installations", token: .none, headers: ["Cookie": cookie]).status
      }
      #expect(try await status(pair) == 200)
      #expect(try await status(pair.replacing("__Host-herald", with: "herald")) == 401)
    }
  }

  @Test("A word of a client that is no trusted proxy makes no request one by TLS")
  func forwarded() async throws {
    try await TestedServer.run { server in
      let answer = try await SignedIn.signIn(
        server, server.token(.read), headers: SignedIn.own.merging(["X-Forwarded-Proto": "https"]) { $1 })
      #expect(answer.headers[.setCookie]?.hasPrefix("herald=") == true)
    }
  }

  @Test(
    "Only a token with a role that a page needs signs in, and the page says why",
    arguments: [
      ([.append], 403), ([.import], 403), ([.metrics], 403), ([.read], 303), ([.publish], 303), ([.forget], 303),
    ]
      as [(Set<Role>, Int)])
  func roles(roles: Set<Role>, status: Int) async throws {
    try await TestedServer.run { server in
      let (_, text) = try server.folder.makeToken(name: "x", roles: roles, app: TestedServer.app, expires: nil)
      let answer = try await SignedIn.signIn(server, text)
      #expect(answer.status == status)
      #expect((answer.headers[.setCookie] != nil) == (status == 303))
      #expect(answer.text.contains("no page is of use") == (status == 403))
    }
  }

  @Test("Signing in again ends the session before")
  func again() async throws {
    try await TestedServer.run { server in
      let reader = try server.token(.read)
      let browser = try await SignedIn(server: server, token: reader)
      let headers = SignedIn.own.merging(["Cookie": browser.cookie ?? ""]) { $1 }
      #expect(try await SignedIn.signIn(server, reader, headers: headers).status == 303)
      #expect(try server.folder.sessions.count == 1)
      #expect(try await browser.get("/search").status == 303)
    }
  }

  @Test("Wrong tokens are slowed down, on the page and in the header, and right ones are not")
  func slowed() async throws {
    var settings = ServerSettings()
    settings.failedTokens = 3
    try await TestedServer.run(settings: settings) { server in
      let first = try await SignedIn.signIn(server, "herald_12345678_x")
      #expect(first.status == 401)
      let path = "/v1/installations"
      for _ in 0..<2 { #expect(try await server.get(path, token: .text("herald_12345678_x")).status == 401) }
      #expect(try await server.get(path, token: .text("herald_12345678_x")).status == 429)
      #expect(try await SignedIn.signIn(server, "herald_12345678_x").status == 429)
      #expect(try await server.get(path).status == 200)
    }
  }
}
