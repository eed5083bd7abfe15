import Foundation
import GRDB
import Herald
import Testing

@testable import HeraldLog

@Suite("Ledgers of which no event can be read")
struct AbsentEventsTests {
  private func files(_ scratch: Scratch) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).filter { !$0.hasSuffix("-lock") }.sorted()
  }

  @Test("The ledger of a running app that came without its write-ahead log says so, and nothing is left beside it")
  func missingLogIsNamed() throws {
    // GRDB.swift#771: the file of a running app, pulled alone, has 4,096 bytes.
    let (scratch, copied) = (try Scratch(), try Scratch())
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.append(line: Phone.busy(1).lines[0])
    try FileManager.default.copyItem(atPath: scratch.ledger, toPath: copied.ledger)
    try ledger.close()
    let finding = try #require(try copied.reader().missingEvents("phone.sqlite"))
    #expect(finding.code.name == "noEvents")
    #expect(finding.what.contains("`phone.sqlite-wal`, which did not come along"))
    #expect(finding.fix.contains("copy both files"))
    #expect(try copied.reader().missingTables("phone.sqlite") != nil)
    #expect(try files(copied) == ["ledger.sqlite"])
  }

  @Test("A ledger of 0 bytes, or cut to a few, is said to be cut", arguments: [0, 1])
  func cutLedgerIsNamed(size: Int) throws {
    let scratch = try Scratch()
    try Data("SQLite format 3\0".utf8.prefix(size)).write(to: URL(fileURLWithPath: scratch.ledger))
    let finding = try #require(try scratch.reader().missingEvents("phone.sqlite"))
    #expect(finding.code.name == "noEvents")
    #expect(finding.fix.contains("copy it once more"))
    #expect((try scratch.reader().emptiness("phone.sqlite") != nil) == (size == 0))
    #expect((try scratch.reader().missingTables("phone.sqlite") != nil) == (size > 0))
  }

  @Test("A ledger without events names the command that fills it, and one with events misses none")
  func newLedgerHasNoEvents() throws {
    let scratch = try Scratch()
    try Ledger(path: scratch.ledger).close()
    #expect(try scratch.reader().missingEvents("l.sqlite")?.fix.contains("herald import") == true)
    #expect(try scratch.reader().missingTables("l.sqlite") == nil)
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(1).lines))
    try ledger.close()
    #expect(try scratch.reader().missingEvents("l.sqlite") == nil)
  }

  @Test("A ledger that lost all its lines is for an audit to name")
  func lostLinesAreNotMissingEvents() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(1).lines))
    try ledger.close()
    try DatabaseQueue(path: scratch.ledger).inDatabase { database in
      for trigger in try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
        try database.execute(sql: "DROP TRIGGER \(trigger)")
      }
      try database.execute(sql: "DELETE FROM lines")
    }
    #expect(try scratch.reader().missingEvents("l.sqlite") == nil)
    #expect(try !scratch.reader().auditChain().isIntact)
  }

  @Test("Reading a ledger leaves no file beside it")
  func readingLeavesNothing() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(1).lines))
    try ledger.close()
    #expect(try scratch.exported().count == Phone.busy(1).lines.count)
    #expect(try files(scratch) == ["ledger.sqlite", "log.jsonl"])
  }

  @Test("Reading a ledger leaves the files of a writer alone")
  func writersKeepTheirFiles() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.append(line: Phone.busy(1).lines[0])
    #expect(try scratch.exported().count == 1)
    #expect(try files(scratch) == ["ledger.sqlite", "ledger.sqlite-shm", "ledger.sqlite-wal"])
    _ = try ledger.append(line: Phone.busy(1).lines[1])
    #expect(try scratch.exported().count == 2)
    try ledger.close()
  }

  @Test(
    "A ledger in a folder that nobody may write is read, with its write-ahead log or without", arguments: [false, true])
  func readOnlyFolderIsRead(hasLog: Bool) throws {
    let (scratch, copied) = (try Scratch(), try Scratch())
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Array(Phone.busy(1).lines.prefix(2))))
    _ = try ledger.append(line: Phone.busy(1).lines[2])
    let files = FileManager.default
    if !hasLog { try ledger.close() }
    for ending in hasLog ? ["", "-wal"] : [""] {
      try files.copyItem(atPath: scratch.ledger + ending, toPath: copied.ledger + ending)
      try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: copied.ledger + ending)
    }
    if hasLog { try ledger.close() }
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: copied.folder.path)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copied.folder.path) }
    #expect(try copied.exported() == Array(Phone.busy(1).lines.prefix(3)))
  }
}
