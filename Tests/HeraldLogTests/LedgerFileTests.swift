import Foundation
import GRDB
import Herald
import SystemPackage
import Testing

@testable import HeraldLog

@Suite("A ledger's file")
struct LedgerFileTests {
  @Test("A ledger is written with full durability in write-ahead mode")
  func ledgerIsFullyDurable() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    func pragma(_ name: String) throws -> String? {
      try ledger.queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }
    #expect(try pragma("synchronous") == "2")
    #expect(try pragma("journal_mode") == "wal")
    #expect(try pragma("recursive_triggers") == "1")
    #expect(try pragma("application_id") == String(0x4852_4C44))
    #expect(try pragma("trusted_schema") == "0")
    // Filling an empty ledger goes without the write-ahead log, and turns it on again at full durability.
    _ = try ledger.importLog(try scratch.log(Phone.busy(1).lines))
    #expect(try pragma("synchronous") == "2")
    #expect(try pragma("journal_mode") == "wal")
    try ledger.close()
  }

  @Test(
    "A ledger refuses every statement that changes or removes an event",
    arguments: [
      "UPDATE lines SET line = '{}'", "DELETE FROM lines", "INSERT OR REPLACE INTO lines SELECT * FROM lines",
    ])
  func eventsCannotBeChanged(sql: String) throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(1).lines))
    let error = #expect(throws: DatabaseError.self) { try ledger.queue.write { try $0.execute(sql: sql) } }
    #expect(error?.message?.contains("only ever appended") == true)
    try ledger.close()
    #expect(try scratch.exported() == Phone.busy(1).lines)
  }

  #if os(Linux)
    @Test(
      "A ledger that is written stays locked after this process looked at it, so that nobody removes its newest events")
    func looksLeaveLocks() throws {
      let scratch = try Scratch()
      let ledger = try Ledger(path: scratch.ledger)
      _ = try ledger.append(line: Phone.busy(1).lines[0])
      // It stays open until the end, because closing it would drop the locks too.
      let descriptor = try FileDescriptor.open(FilePath(scratch.ledger), .readWrite)
      /// True if the process has a lock on any byte: an open file description of its own is asked for a lock on all of
      /// them (`F_OFD_GETLK`, fcntl(2)), which the locks of the same process deny as those of others do.
      func isLocked() -> Bool {
        var wanted = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        let asked = fcntl(descriptor.rawValue, 36, &wanted)
        #expect(asked == 0)
        return wanted.l_type != Int16(F_UNLCK)
      }
      #expect(isLocked())
      #expect(try LedgerReader.isLedger(scratch.ledger))
      #expect(isLocked())
      #expect(try scratch.exported().count == 1)
      #expect(isLocked())
      try ledger.close()
      #expect(!isLocked())
      try descriptor.close()
    }
  #endif

  @Test("A file whose writer crashed before it made the tables is an empty ledger")
  func unmadeLedgerIsEmpty() throws {
    let scratch = try Scratch()
    let queue = try DatabaseQueue(path: scratch.ledger)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.close()
    #expect(try scratch.exported() == [])
    #expect(try scratch.reader().heads() == [])
    #expect(try scratch.outcome() == "")
    #expect(try scratch.reader().auditChain().heads == [])
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.append(line: Phone.busy(1).lines[0])
    try ledger.close()
    #expect(try scratch.exported() == [Phone.busy(1).lines[0]])
  }

  @Test("A ledger that has lost its schema version is damaged, and not empty")
  func ledgerWithoutVersionIsDamaged() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(1).lines))
    try ledger.close()
    try DatabaseQueue(path: scratch.ledger).writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 0") }
    let reading = #expect(throws: LedgerError.self) { try scratch.reader() }
    #expect(reading?.diagnostic.code.name == "damaged")
    let writing = #expect(throws: LedgerError.self) { try Ledger(path: scratch.ledger) }
    #expect(writing?.diagnostic.code.name == "damaged")
  }

  @Test("A writer closes while another process reads, and what it appended is there")
  func writerClosesBesideReader() throws {
    let scratch = try Scratch()
    let lines = Phone.busy(1).lines
    let first = try Ledger(path: scratch.ledger)
    _ = try first.append(line: lines[0])
    try first.close()
    let reader = try DatabaseQueue(path: scratch.ledger)
    try reader.inDatabase { database in
      try database.execute(sql: "BEGIN")
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM lines")
      defer { try? database.execute(sql: "ROLLBACK") }
      let writer = try Ledger(path: scratch.ledger)
      _ = try writer.append(line: lines[1])
      try writer.close()
    }
    try reader.close()
    #expect(try scratch.exported() == Array(lines.prefix(2)))
  }

  @Test("A ledger has one writer at a time, and names it to the second")
  func secondWriterIsRefused() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let error = #expect(throws: LedgerError.self) { try Ledger(path: scratch.ledger) }
    #expect(error?.diagnostic.code.name == "busy")
    #expect(error?.diagnostic.what.contains("\(getpid())") == true)
    try ledger.close()
  }

  @Test("A ledger can be read while it is written")
  func ledgerIsReadWhileWritten() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.append(line: Phone.busy(1).lines[0])
    #expect(try scratch.exported() == [Phone.busy(1).lines[0]])
    try ledger.close()
  }

  @Test("A ledger of a newer Herald is left unchanged")
  func newerLedgerIsLeftAlone() throws {
    let scratch = try Scratch()
    try Ledger(path: scratch.ledger).close()
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: "PRAGMA user_version = 99") }
    for open in [{ _ = try Ledger(path: scratch.ledger) }, { _ = try scratch.reader() }] {
      let error = #expect(throws: LedgerError.self) { try open() }
      #expect(error?.diagnostic.code.name == "newerLedger")
    }
  }

  @Test("A file that is another program's database, or not a database, is refused as a ledger")
  func otherDatabasesAreRefused() throws {
    let scratch = try Scratch()
    try DatabaseQueue(path: scratch.ledger).inDatabase { try $0.execute(sql: "CREATE TABLE other (x)") }
    #expect(throws: LedgerError.self) { try Ledger(path: scratch.ledger) }
    try Data("just text, and long enough to be no header".utf8).write(to: URL(fileURLWithPath: scratch.ledger))
    let error = #expect(throws: LedgerError.self) { try Ledger(path: scratch.ledger) }
    #expect(error?.diagnostic.code.name == "notALedger")
  }

  @Test("A ledger that runs out of disk space keeps what it had, and nothing of what did not fit")
  func fullDiskLosesNothing() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Phone.busy(1).lines))
    try ledger.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 40") }
    let error = #expect(throws: LedgerError.self) {
      try ledger.importLog(try scratch.log(Phone.busy(3000, source: "/i/2").lines))
    }
    #expect(error?.diagnostic.code.name == "diskFull")
    try ledger.close()
    #expect(try scratch.exported() == Phone.busy(1).lines)
  }
}
