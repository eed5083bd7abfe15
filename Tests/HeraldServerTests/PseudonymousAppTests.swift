import Foundation
import Herald
import HeraldLog
import Testing

@testable import HeraldServer

@Suite("An app whose users are stored under pseudonyms")
struct PseudonymousAppTests {
  private static let users = UserPseudonyms(app: "com.example.shop", key: Array(repeating: 7, count: 32))
  private static let name = "anna@example.com"
  private static let lines = [
    ServedApp.launch(1, at: "2026-03-01T00:00:00Z", user: name),
    ServedApp.launch(2, at: "2026-03-02T00:00:00Z", user: name),
  ]

  @Test("No file has the user after storing, refusing, searching and a backup")
  func nowhere() async throws {
    let served = try ServedApp(users: Self.users)
    try await served.store(Self.lines)
    try await served.store([#"{"user":"\#(Self.name)"}"#, #"no JSON of \#(Self.name)"#])
    #expect(try served.app.arrivals.rejected(atMost: 10).count == 2)
    #expect(try await served.found(Self.name) == ["/i/1"])
    _ = try FolderBackup.make(
      of: served.folder.path, at: "\(served.folder.path)/backup", now: .now, progress: { _ in })
    #expect(try !served.contains(Self.name))
    #expect(try served.contains(Self.users.pseudonym(of: ExactString(Self.name)).string))
  }

  @Test("The user's own name finds the pseudonym, with and without other words")
  func search() async throws {
    let served = try ServedApp(users: Self.users)
    try await served.store(Self.lines)
    try await served.store([ServedApp.launch(1, at: "2026-03-01T00:00:00Z", user: "ben", source: "/i/2")])
    #expect(try await served.found(Self.name) == ["/i/1"])
    #expect(try await served.found("user:\(Self.name)") == ["/i/1"])
    #expect(try await served.found("appPackageName=com.example.shop user:ben") == ["/i/2"])
    #expect(try await served.found("/i/ ben") == ["/i/2"])
    #expect(try await served.found("carl") == [])
  }

  @Test("Forgetting by the user's own name forgets the pseudonym")
  func forgetting() async throws {
    let served = try ServedApp(users: Self.users)
    try await served.store(Self.lines)
    let report = try await served.app.forget(
      .users([ExactString(Self.name)]), reason: "asked", by: "desk", isDryRun: false)
    #expect(report.replaced == 2)
    #expect(try !served.contains(Self.users.pseudonym(of: ExactString(Self.name)).string))
    #expect(try await served.found(Self.name) == [])
    #expect(try await served.store(Self.lines).streams.map(\.duplicates) == [2])
  }
}
