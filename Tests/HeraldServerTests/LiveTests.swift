import Foundation
import HTTPTypes
import Herald
import HeraldLog
import Hummingbird
import NIOCore
import Testing

@testable import HeraldServer

@Suite("Listening to what comes")
struct LiveTests {
  private struct Listening {
    let served: ServedApp
    let listeners = LiveListeners()
    var token: AccessToken

    init() throws {
      served = try ServedApp()
      token = try served.folder.makeToken(name: "x", roles: [.read], app: nil, expires: nil).token
    }

    func enter(atMost most: Int = 10) throws -> LiveListener {
      try listeners.enter(token, of: served.app, from: 0, atMost: most)
    }

    func events(_ listener: LiveListener) -> LiveEvents.Iterator {
      LiveEvents(listener: listener, folder: served.folder, start: 0).makeAsyncIterator()
    }
  }

  private static let launch = ServedApp.launch(1, at: "2026-03-02T08:00:00Z", user: "zoe")

  @Test("A stream ends when its token is revoked, and how much it gave is on record")
  func revoked() async throws {
    let listening = try Listening()
    var events = listening.events(try listening.enter())
    try await listening.served.store([Self.launch])
    #expect(try await events.next().map { String(buffer: $0) } == ": live\n\n")
    #expect(try await events.next().map { String(buffer: $0) } == "id: 1\ndata: \(Self.launch)\n\n")
    try listening.served.folder.revokeToken(listening.token.id)
    try await listening.served.store([ServedApp.launch(2, at: "2026-03-02T09:00:00Z", user: "zoe")])
    #expect(try await events.next() == nil)
    let look = try #require(try listening.served.app.arrivals.looks(atMost: 10).first)
    #expect(look.token == listening.token.id)
    #expect(look.what == "live, to position 1")
    #expect(look.count == 1)
  }

  @Test("A stream ends with the session by which its token came")
  func session() async throws {
    var listening = try Listening()
    let sessions = listening.served.folder.sessions
    let secret = try sessions.begin(for: listening.token)
    listening.token = try #require(try listening.served.folder.token(ofSession: secret))
    var events = listening.events(try listening.enter())
    try await listening.served.store([Self.launch])
    _ = try await events.next()
    #expect(try await events.next() != nil)
    try sessions.end(try #require(listening.token.session).session)
    #expect(try await events.next() == nil)
  }

  @Test("A token is in force until its time")
  func expired() throws {
    let folder = try ServerFolder(TestedServer.newPath())
    let end = Date(timeIntervalSince1970: 1_772_438_400)
    let token = try folder.makeToken(name: "x", roles: [.read], app: nil, expires: end).token
    #expect(try folder.isInForce(token, now: end.addingTimeInterval(-1)))
    #expect(try !folder.isInForce(token, now: end))
  }

  @Test("A token has as many listeners at a time as the setting says, and who left counts no more")
  func bounded() throws {
    let listening = try Listening()
    var kept: [LiveListener] = []
    for _ in 0..<2 { kept.append(try listening.enter(atMost: 2)) }
    #expect(throws: Problem.self) { try listening.enter(atMost: 2) }
    kept.removeLast()
    kept.append(try listening.enter(atMost: 2))
    #expect(throws: Problem.self) { try listening.enter(atMost: 2) }
  }

  @Test("A carriage return between the members of a line cuts no event")
  func carriageReturn() {
    let text = LiveEvents.text([(1, "{\"a\": 1,\r\"b\": \"\\r\u{2028}é\"}\r"), (2, "{}")])
    #expect(text == "id: 1\ndata: {\"a\": 1, \"b\": \"\\r\u{2028}é\"} \n\nid: 2\ndata: {}\n\n")
  }

  @Test("An answer in pieces is cut when its token is not in force any more")
  func cut() async throws {
    let listening = try Listening()
    let file = try ResponseFile()
    try file.write([UInt8](repeating: 1, count: 600 << 10))
    let (folder, token) = (listening.served.folder, listening.token)
    let whole = Written()
    try await file.body { try folder.check(token) }.write(whole)
    #expect(whole.bytes == 600 << 10)
    let part = Written { try? folder.revokeToken(token.id) }
    await #expect(throws: Problem.self) { try await file.body { try folder.check(token) }.write(part) }
    #expect(part.bytes == 256 << 10)
  }

  /// Counts what is written, and does something after each piece.
  private final class Written: ResponseBodyWriter {
    var bytes = 0
    private let after: () -> Void

    init(after: @escaping () -> Void = {}) { self.after = after }

    func write(_ buffer: ByteBuffer) async throws {
      bytes += buffer.readableBytes
      after()
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
