import Foundation
import Herald
import HeraldLog
import HeraldTestSupport
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

  /// The lines of a phone that has a user, each with its salt.
  private static let sent = (1...4).map {
    SentLines.event(
      "/i/salted", $0, "app.launched",
      data: #"{"properties":{"appPackageName":"com.example.shop"},"user":"\#(name)"}"#)
  }

  /// The chain over lines, as a phone computes it.
  private static func chain(_ lines: [String]) -> String {
    var chain = [UInt8](repeating: 0, count: 32)
    for (index, line) in lines.enumerated() {
      let revision = withUnsafeBytes(of: UInt64(index + 1).bigEndian) { Array($0) }
      chain = sha256(Array("herald2".utf8) + chain + revision + sha256(Array(line.utf8)))
    }
    return Hex.text(of: chain)
  }

  private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256Hasher()
    bytes.withBorrowedBytes { hash.update($0) }
    return hash.finish()
  }

  @Test("The chain is that over what was sent, and what was sent is recognized also under another key")
  func otherKey() async throws {
    var settings = ServerSettings()
    settings.pseudonymousUsers = "all"
    let path = TestedServer.newPath()
    try await TestedServer.run(path, settings: settings) { server in
      let stream = try await server.send(Array(Self.sent[..<2])).stream
      #expect(stream[name: "chain"]?.string == Self.chain(Array(Self.sent[..<2])))
      #expect(try !server.lines().contains { $0.contains(Self.name) })
    }
    try FileManager.default.removeItem(atPath: "\(path)/user-key")
    try await TestedServer.run(path, settings: settings) { server in
      let stream = try await server.send(Self.sent).stream
      #expect(stream[name: "duplicates"]?.integer == 2)
      #expect(stream[name: "stored"]?.integer == 2)
      #expect(stream[name: "chain"]?.string == Self.chain(Self.sent))
    }
  }

  @Test("The routes take the user's own name, for a search and for a forgetting")
  func routes() async throws {
    var settings = ServerSettings()
    settings.pseudonymousUsers = "all"
    try await TestedServer.run(settings: settings) { server in
      #expect(try await server.send(Self.sent).status == 200)
      let refused = try await server.send([#"{"user":"\#(Self.name)"}"#, "no JSON of \(Self.name)"])
      #expect(refused.status == 422)
      let found =
        try await server.get("/v1/installations?query=\(Self.name)").json[name: "installations"]?.elements ?? []
      #expect(found.map { $0[name: "user"]?.string?.hasPrefix("user-") } == [true])
      let forgotten = try await server.request(.post, "/v1/forget?user=\(Self.name)&reason=asked")
      #expect(try (forgotten.json[name: "replaced"]?.integer ?? 0) > 0)
      _ = try CopyAudit(ledger: server.ledger, name: server.ledger, code: .changedLedger).run(progress: { _ in })
    }
  }
}
