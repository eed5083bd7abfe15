import Foundation
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
