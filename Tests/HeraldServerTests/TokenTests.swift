import Foundation
import Testing

@testable import HeraldServer

@Suite("Tokens")
struct TokenTests {
  private let now = Date(timeIntervalSince1970: 1_772_438_400)

  private func folder() throws -> ServerFolder {
    try ServerFolder(
      FileManager.default.temporaryDirectory.appendingPathComponent("herald-tokens-\(UUID().uuidString)").path)
  }

  @Test("A token is accepted by its text alone")
  func accepted() throws {
    let folder = try folder()
    let (token, text) = try folder.makeToken(name: "desk", roles: [.read], app: nil, expires: nil)
    #expect(try folder.tokens.token(text) == token.reread(in: folder))
    #expect(try folder.tokens.token(text + "x") == nil)
    #expect(try folder.tokens.token(String(text.dropLast())) == nil)
    #expect(try folder.tokens.token("herald_\(token.id)_") == nil)
    #expect(try folder.tokens.token("") == nil)
  }

  @Test("An expired token is refused from its time on")
  func expires() throws {
    let folder = try folder()
    let text = try folder.makeToken(name: "desk", roles: [.read], app: nil, expires: now).text
    #expect(try folder.tokens.token(text, now: now.addingTimeInterval(-1)) != nil)
    #expect(try folder.tokens.token(text, now: now) == nil)
  }

  @Test("A revoked token is refused")
  func revoked() throws {
    let folder = try folder()
    let (token, text) = try folder.makeToken(name: "desk", roles: [.read], app: nil, expires: nil)
    try folder.revokeToken(token.id)
    #expect(try folder.tokens.token(text, now: Date().addingTimeInterval(2)) == nil)
    #expect(throws: ServerError.self) { try folder.revokeToken("nonsense") }
  }

  @Test("No file of the folder has a token's secret in it")
  func secretIsNotStored() throws {
    let folder = try folder()
    let text = try folder.makeToken(name: "desk", roles: [.read], app: nil, expires: nil).text
    let secret = try #require(AccessToken.parts(of: text)?.secret)
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(file)") ?? Data()
      #expect(bytes.range(of: Data(secret.utf8)) == nil)
    }
  }

  @Test("A stream's token is its own, and the same for ever")
  func streams() throws {
    let folder = try folder()
    let text = folder.streamTokens.text(of: "/i/1", app: "a")
    #expect(try ServerFolder(folder.path).streamTokens.text(of: "/i/1", app: "a") == text)
    #expect(folder.streamTokens.accepts(text, source: "/i/1", app: "a"))
    #expect(!folder.streamTokens.accepts(text, source: "/i/2", app: "a"))
    #expect(!folder.streamTokens.accepts(text, source: "/i/1", app: "b"))
  }

  @Test(
    "A name that could leave the folder is no app's",
    arguments: ["", ".", "..", ".hidden", "a/b", "a\\b", "a b", "é", String(repeating: "a", count: 129), "a\u{0}"])
  func appNames(name: String) throws {
    #expect(throws: ServerError.self) { try folder().makeToken(name: "key", roles: [.append], app: name, expires: nil) }
  }
}

extension AccessToken {
  /// The token as the folder's file has it, with whole seconds.
  fileprivate func reread(in folder: ServerFolder) throws -> AccessToken? {
    try folder.tokens.all().first { $0.id == id }
  }
}
