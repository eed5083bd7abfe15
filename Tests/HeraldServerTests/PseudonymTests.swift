import Foundation
import Herald
import HeraldLog
import Testing

@testable import HeraldServer

@Suite("Users under pseudonyms")
struct PseudonymTests {
  private static let users = UserPseudonyms(app: "com.example.shop", key: Array(repeating: 7, count: 32))
  private static let name = "anna@example.com"

  private static func refused(_ text: String, _ line: [UInt8]? = nil) throws -> RejectedLine {
    let bytes = line ?? Array(text.utf8)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-users-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ledger = try Ledger(path: folder.appendingPathComponent("l.sqlite").path)
    let batch = LineBatch(bytes, lines: [0..<bytes.count], users: users, longestLine: 1 << 20)
    let outcome = try #require(try ledger.append([batch]).first?.refused.first)
    return RejectedLine(outcome, token: "t", at: Timestamp(milliseconds: 0))
  }

  private static func contains(_ line: RejectedLine) -> Bool {
    let words = line.finding
    return [words.what, words.why, words.fix, String(decoding: line.line, as: UTF8.self)].contains {
      $0.contains(name)
    }
  }

  @Test("The same user has one pseudonym in an app, and another one in another app or under another key")
  func stable() {
    let user = ExactString(Self.name)
    let pseudonym = Self.users.pseudonym(of: user)
    #expect(pseudonym.string.hasPrefix("user-"))
    #expect(pseudonym.string.count == 37)
    #expect(Self.users.pseudonym(of: user) == pseudonym)
    #expect(UserPseudonyms(app: "b", key: Array(repeating: 7, count: 32)).pseudonym(of: user) != pseudonym)
    #expect(
      UserPseudonyms(app: "com.example.shop", key: Array(repeating: 8, count: 32)).pseudonym(of: user) != pseudonym)
  }

  @Test("A pseudonym and an empty name stay as they are")
  func stays() {
    let pseudonym = Self.users.pseudonym(of: ExactString(Self.name))
    #expect(Self.users.pseudonym(of: pseudonym) == pseudonym)
    #expect(Self.users.pseudonym(of: "") == "")
  }

  @Test(
    "A refused line is kept without the user, wherever it names one",
    arguments: [
      #"{"user":"anna@example.com"}"#, #"{"data":{"user":"anna@example.com"}}"#,
      #"{"data":[{"User":"anna@example.com","a":1}]}"#, #"{"data":{"user":{"mail":"anna@example.com"}}}"#,
      #"{"data":{"user":"anna@example.com""#, "anna@example.com", #"{"data":{"user":"anna@example.com"}} x"#,
    ])
  func refusedLines(text: String) throws {
    let line = try Self.refused(text).without(Self.users)
    #expect(!Self.contains(line))
    #expect(line.digest != RejectedLine.digest(of: Array(text.utf8)))
    #expect(line.length > 0)
  }

  @Test("Of a line longer than what is kept nothing is kept")
  func longLines() throws {
    let text = #"{"data":{"user":"anna@example.com","filler":""# + String(repeating: "x", count: 70_000) + "\"}}"
    #expect(try Self.refused(text).without(Self.users).line.isEmpty)
  }

  @Test("A refused line that names no user is kept as it came")
  func otherLines() throws {
    let text = #"{"id":"1","a":[1.0,"ü"]}"#
    let line = try Self.refused(text)
    #expect(String(decoding: line.without(Self.users).line, as: UTF8.self) == text)
    #expect(line.without(Self.users).finding.what == line.finding.what)
  }

  @Test(
    "The setting names apps", arguments: [("none", false), ("all", true), ("b, com.example.shop", true), ("b", false)])
  func apps(text: String, isNamed: Bool) throws {
    #expect(try #require(PseudonymousApps(text)).contains("com.example.shop") == isNamed)
  }

  @Test("What is not a name of an app is refused as the setting", arguments: ["a/b", "a,,b c", ".."])
  func badApps(text: String) { #expect(PseudonymousApps(text) == nil) }

  @Test("A folder draws its key once, for its owner to read, and keeps it")
  func key() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("herald-users-\(UUID().uuidString)").path
    let folder = try ServerFolder(path)
    var settings = ServerSettings()
    #expect(try folder.pseudonyms(settings)("a") == nil)
    #expect(!FileManager.default.fileExists(atPath: "\(path)/user-key"))
    settings.pseudonymousUsers = "a"
    let first = try #require(try folder.pseudonyms(settings)("a")).pseudonym(of: "anna")
    #expect(try ServerFolder(path).pseudonyms(settings)("a")?.pseudonym(of: "anna") == first)
    #expect(try folder.pseudonyms(settings)("b") == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/user-key")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
