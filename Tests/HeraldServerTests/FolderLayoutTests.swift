import Foundation
import GRDB
import HeraldFormats
import HeraldLog
import HeraldTestSupport
import Testing

@testable import HeraldServer

@Suite("The files of a server's folder")
struct FolderLayoutTests {
  private static let appNames = ["com.example.shop", "com.example.shop.search", "com.example.shop.arrivals", "X.heads"]

  @Test("Apps whose names end like other files keep files of their own", arguments: appNames, appNames)
  func names(_ first: String, _ second: String) async throws {
    let served = try ServedApp()
    for name in [first, second] { try served.apps.add(name) }
    let paths = Set(
      [first, second].flatMap { [ServerFile.ledger(of: $0), ServerFile.arrivals(of: $0), ServerFile.search(of: $0)] })
    #expect(paths.count == (first == second ? 3 : 6))
    try await served.apps.close()
    #expect(try Apps.names(in: served.folder.apps).sorted() == Set([first, second, served.app.name]).sorted())
  }

  @Test("An app whose name differs from another's in case alone is refused")
  func caseAlone() throws {
    let served = try ServedApp()
    #expect(throws: ServerError.self) { try served.apps.add("com.example.Shop") }
  }

  @Test("A ledger that cannot be opened stops no other app")
  func badApp() async throws {
    let folder = try ServerFolder(
      FileManager.default.temporaryDirectory.appendingPathComponent("herald-layout-\(UUID().uuidString)").path)
    let bad = "\(folder.path)/\(ServerFile.ledger(of: "com.example.bad"))"
    try Data("this is not a ledger, and never was one\n".utf8).write(to: URL(fileURLWithPath: bad))
    try Ledger(path: "\(folder.path)/\(ServerFile.ledger(of: "com.example.good"))").close()
    let apps = try Apps(
      folder: folder.path, users: { _ in nil }, policies: folder.policies, metrics: ServerMetrics(), logBytes: 64 << 20)
    #expect(apps.all.map(\.name) == ["com.example.good"])
    #expect(apps.failures.map(\.name) == ["com.example.bad"])
    #expect(throws: Problem.self) { try apps.add("com.example.bad") }
    try await apps.close()
  }

  @Test("Files of older names move to their folders, and a ledger of such a name stays")
  func olderNames() throws {
    let served = try ServedApp()
    let folder = served.folder.path
    let older = "\(folder)/\(ServerFile.olderArrivals(of: "com.example.old"))"
    _ = try IntakeLog(path: older)
    try Ledger(path: "\(folder)/\(ServerFile.ledger(of: "com.example.x.arrivals"))").close()
    try ServerFile.moveOlder(in: folder)
    #expect(!FileManager.default.fileExists(atPath: older))
    #expect(FileManager.default.fileExists(atPath: "\(folder)/\(ServerFile.arrivals(of: "com.example.old"))"))
    #expect(try Apps.names(in: served.folder.apps).contains("com.example.x.arrivals"))
  }

  @Test("An index for the search is never made in a file of another kind")
  func indexInALedger() throws {
    let served = try ServedApp()
    let other = "\(served.folder.path)/\(ServerFile.ledger(of: "com.example.other"))"
    try Ledger(path: other).close()
    #expect(throws: LedgerError.self) { try SearchIndex(path: other, ledger: served.app.path) }
    #expect(try LedgerReader(path: other, reading: Formats.reading).heads().isEmpty)
  }

  @Test("Nothing is acknowledged that went into a file that was removed or replaced", arguments: [false, true])
  func goneLedger(isReplaced: Bool) async throws {
    let served = try ServedApp()
    try await served.store([ServedApp.launch(1, at: "2026-03-02T08:00:00Z", user: "a")])
    let aside = served.app.path + ".aside"
    try FileManager.default.moveItem(atPath: served.app.path, toPath: aside)
    if isReplaced { try FileManager.default.copyItem(atPath: aside, toPath: served.app.path) }
    #expect(throws: Problem.self) { try served.app.writer.checkPlace() }
    await #expect(throws: Problem.self) {
      try await served.store([ServedApp.launch(2, at: "2026-03-02T08:01:00Z", user: "a")])
    }
    try? FileManager.default.removeItem(atPath: served.app.path)
    try FileManager.default.moveItem(atPath: aside, toPath: served.app.path)
    try served.app.writer.checkPlace()
    #expect(try LedgerReader(path: served.app.path, reading: Formats.reading).heads().map(\.revision) == [1])
  }
}
