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

  @Test("A ledger that is cut within a table is refused, and nothing is left beside it", arguments: [2, 5])
  func cutWithinATable(pages: Int) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(1).lines))
    try ledger.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: scratch.ledger))
    try whole.prefix(pages * 4096).write(to: URL(fileURLWithPath: scratch.ledger))
    #expect(throws: LedgerError.self) { try scratch.reader() }
    #expect(try files(scratch) == ["ledger.sqlite", "log.jsonl"])
  }

  /// A ledger with two events in its file and a third in its write-ahead log, or with all in the log; and the log's bytes.
  private func running(into copied: Scratch, isFilled: Bool) throws -> Data {
    let scratch = try Scratch()
    let first = try Ledger(path: scratch.ledger)
    if isFilled { _ = try first.importLog(try scratch.log(Array(Phone.busy(1).lines.prefix(2)))) }
    try first.close()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.append(line: Phone.busy(1).lines[isFilled ? 2 : 0])
    try FileManager.default.copyItem(atPath: scratch.ledger, toPath: copied.ledger)
    let log = try Data(contentsOf: URL(fileURLWithPath: scratch.ledger + "-wal"))
    try ledger.close()
    return log
  }

  @Test(
    "A write-ahead log that cannot be read is named, not read as one without events",
    arguments: [0, 8, 17, 26, 50, 100],
    [false, true])
  func damagedLogIsNamed(place: Int, isFilled: Bool) throws {
    let copied = try Scratch()
    var log = try running(into: copied, isFilled: isFilled)
    let path = URL(fileURLWithPath: copied.ledger + "-wal")
    try log.write(to: path)
    #expect(try copied.reader().missingEvents("l.sqlite") == nil)
    #expect(try copied.reader().missingLog("l.sqlite") == nil)
    log[place] ^= 0x40
    try log.write(to: path)
    try? FileManager.default.removeItem(atPath: copied.ledger + "-shm")
    let reader = try copied.reader()
    if isFilled {
      #expect(reader.missingLog("l.sqlite")?.what.contains("`l.sqlite-wal`") == true)
      #expect(try reader.missingEvents("l.sqlite") == nil)
    } else {
      #expect(try reader.missingEvents("l.sqlite")?.what.contains("`l.sqlite-wal`, cannot be read") == true)
    }
  }

  /// Writes a size of pages into a write-ahead log, and the sums over its head that belong to it.
  private func setPageSize(_ size: UInt32, in log: inout Data) {
    func put(_ word: UInt32, at place: Int, _ log: inout Data) {
      for index in 0..<4 { log[place + index] = UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * index)) }
    }
    put(size, at: 8, &log)
    let isBigEndian = log[3] & 1 == 1
    let words = stride(from: 0, to: 24, by: 4).map { place in
      log[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }.map { isBigEndian ? $0 : $0.byteSwapped }
    var sums: (UInt32, UInt32) = (0, 0)
    for place in stride(from: 0, to: 6, by: 2) {
      sums.0 &+= words[place] &+ sums.1
      sums.1 &+= words[place + 1] &+ sums.0
    }
    put(sums.0, at: 24, &log)
    put(sums.1, at: 28, &log)
  }

  @Test(
    "A write-ahead log with a size of pages that none can have is named, though its sums are right",
    arguments: [0, 256, 513, 516, 1028, 4100, 65_535, 131_072, .max])
  func impossiblePageSizeIsNamed(size: UInt32) throws {
    let copied = try Scratch()
    var log = try running(into: copied, isFilled: true)
    let path = URL(fileURLWithPath: copied.ledger + "-wal")
    let written = log
    setPageSize(4096, in: &log)
    #expect(log == written)
    setPageSize(size, in: &log)
    try log.write(to: path)
    try? FileManager.default.removeItem(atPath: copied.ledger + "-shm")
    #expect(try copied.reader().missingLog("l.sqlite")?.what.contains("`l.sqlite-wal`") == true)
  }

  @Test("A write-ahead log of zeros, as a crash before the first write leaves it, hides nothing")
  func logOfZerosHidesNothing() throws {
    let scratch = try Scratch()
    try Ledger(path: scratch.ledger).close()
    try Data(count: 65_536).write(to: URL(fileURLWithPath: scratch.ledger + "-wal"))
    #expect(try scratch.reader().missingEvents("l.sqlite")?.fix.contains("herald import") == true)
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
