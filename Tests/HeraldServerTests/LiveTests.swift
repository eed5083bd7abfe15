import Foundation
import HTTPTypes
import Herald
import HeraldLog
import HeraldWire
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
  func listenersAreBounded() throws {
    let listening = try Listening()
    var kept: [LiveListener] = []
    for _ in 0..<2 { kept.append(try listening.enter(atMost: 2)) }
    #expect(throws: Problem.self) { try listening.enter(atMost: 2) }
    kept.removeLast()
    kept.append(try listening.enter(atMost: 2))
    #expect(throws: Problem.self) { try listening.enter(atMost: 2) }
  }

  @Test(
    "An answer with an end gives at most so many events, and says where there are no more", arguments: [1, 2, 3, 9])
  func bounded(most: Int) async throws {
    let listening = try Listening()
    let lines = (1...2).map { ServedApp.launch($0, at: "2026-03-02T0\($0):00:00Z", user: "zoe") }
    try await listening.served.store(lines)
    let live = LiveEvents(
      listener: try listening.enter(), folder: listening.served.folder, start: 0, most: most)
    var body: [UInt8] = []
    for try await piece in live { body += piece.readableBytesView }
    let answer = try #require(LiveAnswer(body, behind: 0))
    #expect(answer.lines.map { String(decoding: $0, as: UTF8.self) } == Array(lines.prefix(most)))
    #expect(answer.isAtHead == (most > 2))
    #expect(answer.position == min(most, 2))
  }

  @Test("An answer with an end whose token is revoked meanwhile does not look whole")
  func revokedMeanwhile() async throws {
    let listening = try Listening()
    try await listening.served.store([Self.launch])
    var events = LiveEvents(
      listener: try listening.enter(), folder: listening.served.folder, start: 0, most: 9
    ).makeAsyncIterator()
    var body: [UInt8] = []
    for _ in 0..<2 { body += try #require(try await events.next()).readableBytesView }
    try listening.served.folder.revokeToken(listening.token.id)
    while let piece = try await events.next() { body += piece.readableBytesView }
    #expect(LiveAnswer(body, behind: 0) == nil)
    #expect(LiveAnswer(body + Array(LiveText.Comment.head.text.utf8), behind: 0) != nil)
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
