import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import HeraldServer

@Suite("The tokens of a first start")
struct FirstTokenTests {
  private func folder() throws -> ServerFolder {
    try ServerFolder(
      FileManager.default.temporaryDirectory.appendingPathComponent("herald-first-\(UUID().uuidString)").path)
  }

  @Test("A start after one that may not have shown its tokens makes others, and those before stay valid")
  func maybeShown() throws {
    let path = try folder().path
    let first = try #require(try ServerFolder(path).begin(app: "a"))
    let folder = try ServerFolder(path)
    let second = try #require(try folder.begin(app: "a"))
    #expect(try folder.tokens.token(first.token) != nil)
    #expect(try folder.tokens.token(first.key)?.app == "a")
    #expect(try folder.tokens.token(second.token) != nil)
    #expect(try folder.tokens.token(second.key)?.app == "a")
  }

  @Test("Tokens that were shown stay, and no later start makes any")
  func shown() throws {
    let folder = try folder()
    let first = try #require(try folder.begin(app: "a"))
    try folder.noteShown()
    #expect(try folder.begin(app: "a") == nil)
    #expect(try ServerFolder(folder.path).begin(app: "a") == nil)
    #expect(try folder.tokens.token(first.token) != nil)
  }

  @Test("A start that cannot listen says why, and leaves no tokens")
  func cannotListen() async throws {
    let folder = try folder()
    let group = NIOSingletons.posixEventLoopGroup
    let taken = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
    var settings = ServerSettings()
    settings.listen = "127.0.0.1:\(try #require(taken.localAddress?.port))"
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let server = try Server(folder, app: "a", settings: settings, log: log)
    #expect(try folder.tokens.all().count == 2)
    let error = try await #require(throws: ServerError.self) { try await server.run { _ in } }
    #expect(error.diagnostic.code.name == "cannotListen")
    #expect(error.diagnostic.why == "another program listens there")
    #expect(try folder.tokens.all().isEmpty)
    try await server.close()
    try await taken.close()
  }

  @Test("Tokens that were shown are not taken back")
  func shownStay() throws {
    let folder = try folder()
    let first = try #require(try folder.begin(app: "a"))
    try folder.noteShown()
    try folder.tokens.remove(first)
    #expect(try folder.tokens.token(first.token) != nil)
    #expect(try folder.tokens.token(first.key) != nil)
  }

  @Test("A folder with tokens that somebody made gets no first ones")
  func madeByHand() throws {
    let folder = try folder()
    let own = try folder.makeToken(name: "desk", roles: [.read], app: nil, expires: nil)
    #expect(try folder.begin(app: "a") == nil)
    #expect(try folder.tokens.token(own.text) != nil)
  }

  @Test("A folder with tokens that somebody made after the first start gets no others")
  func madeMeanwhile() throws {
    let folder = try folder()
    let first = try #require(try folder.begin(app: "a"))
    let own = try folder.makeToken(name: "desk", roles: [.read], app: nil, expires: nil)
    #expect(try folder.begin(app: "a") == nil)
    #expect(try folder.tokens.token(own.text) != nil)
    #expect(try folder.tokens.token(first.token) != nil)
  }
}
