import Foundation
import HTTPTypes
import Herald
import HeraldFormats
import HeraldLog
import HeraldTestSupport
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore

@testable import HeraldServer

/// A server of a folder, whose router is asked in this process: without a socket, and without another process.
struct TestedServer: Sendable {
  static let app = "com.example.shop"

  let folder: ServerFolder
  let server: Server
  /// A token with all roles.
  let token: String
  /// An app key.
  let key: String
  private let client: any TestClientProtocol

  /// The path of the app's ledger.
  var ledger: String { "\(folder.path)/\(ServerFile.ledger(of: Self.app))" }

  /// Makes a server that takes requests while `body` runs.
  ///
  /// - Parameters:
  ///   - path: the server's folder; nil for a new one.
  ///   - settings: its settings, of which the space on the disk does not count.
  static func run(
    _ path: String? = nil, settings: ServerSettings = ServerSettings(),
    _ body: @Sendable (TestedServer) async throws -> Void
  ) async throws {
    let folder = try ServerFolder(path ?? newPath())
    func token(_ roles: Set<Role>) throws -> String {
      try folder.makeToken(name: "test", roles: roles, app: app, expires: nil).text
    }
    let (all, key) = (try token(Set(Role.allCases)), try token([.append]))
    var settings = settings
    settings.freeBytes = 0
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    // A clock that stands, since a slow machine would begin another minute between two requests.
    let server = try Server(folder, app: app, settings: settings, log: log, elapsed: { 0 })
    let outcome: Result<Void, any Error>
    do {
      try await Application(router: server.router, logger: log).test(.router) { client in
        try await body(TestedServer(folder: folder, server: server, token: all, key: key, client: client))
      }
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    try await server.close()
    try outcome.get()
  }

  /// The path of a folder that is not there yet.
  static func newPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("herald-server-\(UUID().uuidString)").path
  }

  /// Makes a token for the app.
  func token(_ roles: Role..., name: String = "desk") throws -> String {
    try folder.makeToken(name: name, roles: Set(roles), app: Self.app, expires: nil).text
  }
}

extension TestedServer {
  /// An answer to a request.
  struct Answer {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONNode { get throws { try JSONNode.read(text).node } }

    /// The streams that an upload brought events of.
    var streams: [JSONNode] { get throws { try json[name: "streams"]?.elements ?? [] } }
    /// The only stream of an upload.
    var stream: JSONNode {
      get throws {
        let streams = try streams
        guard let first = streams.first, streams.count == 1 else { throw OtherStreams(count: streams.count) }
        return first
      }
    }
    /// The refused lines of an upload.
    var rejected: [JSONNode] { get throws { try json[name: "rejected"]?.elements ?? [] } }
    /// The reasons of the refused lines.
    var reasons: [String?] { get throws { try rejected.map { $0[name: "reason"]?.string } } }
  }

  /// An upload of another number of streams than one.
  private struct OtherStreams: Error { let count: Int }

  /// The token that a request carries.
  enum Carried {
    case all, key, none
    case text(String)
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - headers: headers besides the token's.
  func request(
    _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8]? = nil, token carried: Carried = .all,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    var fields = HTTPFields()
    for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
    switch carried {
    case .all: fields[.authorization] = "Bearer \(token)"
    case .key: fields[.authorization] = "Bearer \(key)"
    case .text(let text): fields[.authorization] = "Bearer \(text)"
    case .none: break
    }
    let response = try await client.execute(
      uri: path, method: method, headers: fields, body: body.map { ByteBuffer(bytes: $0) })
    return Answer(
      status: response.status.code, headers: response.headers, body: Array(response.body.readableBytesView))
  }

  func get(_ path: String, token: Carried = .all, headers: [String: String] = [:]) async throws -> Answer {
    try await request(.get, path, token: token, headers: headers)
  }

  /// Sends events as lines.
  func send(
    _ lines: [String], token: Carried = .all, headers: [String: String] = [:]
  ) async throws -> Answer {
    try await send(Array(lines.map { $0 + "\n" }.joined().utf8), token: token, headers: headers)
  }

  /// Sends events as the bytes of a body.
  func send(
    _ body: [UInt8], _ type: String = "application/x-ndjson", token: Carried = .all, headers: [String: String] = [:]
  ) async throws -> Answer {
    try await request(
      .post, "/v1/events", body, token: token, headers: headers.merging(["Content-Type": type]) { own, _ in own })
  }

  /// Sends a request as a browser does, or with a form, or with events. A form is sent by somebody who signed in with the
  /// token, or by nobody where the token signs nobody in.
  func ask(
    _ path: String, _ token: String, form: [String: String]? = nil, lines: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    if let form { return try await SignedIn(server: self, token: token).send(path, form, headers: headers) }
    var headers = headers.merging(["Accept": "text/html"]) { own, _ in own }
    if lines != nil { headers["Content-Type"] = "application/jsonl" }
    return try await request(
      lines == nil ? .get : .post, path, lines.map { Array($0.utf8) }, token: .text(token), headers: headers)
  }
}

/// A browser of somebody who signed in.
struct SignedIn: Sendable {
  let server: TestedServer
  /// The cookie as the browser sends it; nil where nobody was signed in.
  let cookie: String?

  /// The headers of a form that a page of the server sends.
  static let own = ["Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"]

  /// Types a token on the page.
  init(server: TestedServer, token: String) async throws {
    self.server = server
    let answer = try await Self.signIn(server, token)
    cookie = answer.headers[.setCookie]?.split(separator: ";").first.map(String.init)
  }

  /// The answer to a token that is typed on the page.
  static func signIn(
    _ server: TestedServer, _ token: String, to: String = "/", headers: [String: String] = own
  ) async throws -> TestedServer.Answer {
    try await server.request(
      .post, "/sign-in", body(["token": token, "to": to]), token: .none,
      headers: headers.merging(["Accept": "text/html"]) { own, _ in own })
  }

  /// The secret of the session.
  var secret: String { cookie?.split(separator: "=").last.map(String.init) ?? "" }

  /// The value of the hidden field of the session's forms.
  var proof: String { get throws { try server.folder.sessions.session(secret)?.formProof ?? "" } }

  func get(_ path: String, headers: [String: String] = [:]) async throws -> TestedServer.Answer {
    try await request(.get, path, headers: headers.merging(["Accept": "text/html"]) { own, _ in own })
  }

  /// Sends a request with the cookie alone.
  func request(
    _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8]? = nil, headers: [String: String] = [:]
  ) async throws -> TestedServer.Answer {
    var headers = headers
    headers["Cookie"] = cookie
    return try await server.request(method, path, body, token: .none, headers: headers)
  }

  /// Sends a form as a page of the server does.
  ///
  /// - Parameters:
  ///   - own: the headers that say where the form is from.
  ///   - proof: the hidden field; nil for the session's.
  func send(
    _ path: String, _ form: [String: String], own: [String: String] = own, proof: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> TestedServer.Answer {
    let field = try proof ?? self.proof
    let headers = headers.merging(own) { given, _ in given }.merging(["Accept": "text/html"]) { given, _ in given }
    return try await request(.post, path, Self.body(form.merging(["proof": field]) { $1 }), headers: headers)
  }

  static func body(_ form: [String: String]) -> [UInt8] {
    Array(form.map { "\($0.key.addressPart)=\($0.value.addressPart)" }.joined(separator: "&").utf8)
  }
}

extension TestedServer {
  /// The lines of the app's ledger, in its order.
  func lines() throws -> [String] {
    try LedgerReader(path: ledger, reading: Formats.reading).lines(after: 0, atMost: .max).map(\.line)
  }
}
