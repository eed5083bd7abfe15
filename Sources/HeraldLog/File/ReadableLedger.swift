import CSQLiteConfig
import Foundation
import GRDB
import GRDBSQLite
import HeraldLines

/// A ledger's file that is open for reading, and how it was found.
struct ReadableLedger {
  let queue: DatabaseQueue
  /// The reason why the file has no tables; nil where it has some.
  let absence: LedgerAbsence?
  /// The files that SQLite made beside the ledger, which are removed again at the end; nil for none.
  let companions: CompanionFiles?
  /// True if SQLite passes over the write-ahead log, so that its events are missing.
  var lacksLog = false
}

/// The reasons why a ledger's file has no tables.
enum LedgerAbsence: Hashable {
  /// It has no byte.
  case noBytes
  /// Its write-ahead log, which has the events, did not come along.
  case noWriteAheadLog
  /// Its write-ahead log, which has the events, cannot be read.
  case damagedWriteAheadLog
  /// It has bytes, and nothing was stored in them.
  case noTables
}

/// The files that SQLite makes beside a ledger to read it: an empty write-ahead log, and the index of it.
///
/// A connection that only reads leaves them behind. Beside the copy of a ledger they look as if they belonged to it, and
/// the ledger's own log, copied later, would meet an index of another file.
struct CompanionFiles {
  private let path: String

  /// Nil where one of the files is there already: it may be a writer's.
  init?(of path: String) {
    let files = FileManager.default
    if files.fileExists(atPath: path + "-wal") || files.fileExists(atPath: path + "-shm") { return nil }
    self.path = path
  }

  /// Lets SQLite remove the files, unless another process uses them.
  ///
  /// SQLite removes them where the last connection that may write ends. It locks the ledger for that, so nothing is taken
  /// from a writer that came meanwhile. The write-ahead log is empty then, so nothing is written.
  func remove() {
    let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    guard size == 0 else { return }
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    guard sqlite3_open_v2(LedgerFile.fileName(path), &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      return
    }
    sqlite3_exec(connection, "SELECT 1 FROM sqlite_schema LIMIT 1", nil, nil, nil)
  }
}

/// The first bytes of a ledger's file.
struct LedgerHead {
  /// The file's size in bytes.
  let size: Int
  /// True if SQLite writes the file through a write-ahead log.
  let usesWriteAheadLog: Bool
  /// True if the file has one page at most, so that no table can be in it.
  let hasOnePage: Bool

  /// Nil where the file cannot be read.
  init?(of path: String) {
    guard let file = SQLiteFileHead(of: path, count: 100) else { return nil }
    let head = file.bytes
    size = file.size
    // Bytes 18 and 19 are the versions of the file's format, 2 with a write-ahead log (sqlite.org/fileformat2.html).
    usesWriteAheadLog = head.count > 19 && head[18] == 2 && head[19] == 2
    hasOnePage = head.count > 31 && head[28..<32].reduce(0) { $0 << 8 | Int($1) } <= 1
  }
}

/// A copy of a ledger and its write-ahead log, for a folder in which SQLite may not make the log's index.
enum LedgerCopy {
  /// Runs `body` with the path of a copy, whose name is gone afterwards. What is open stays readable.
  static func read<Result>(_ path: String, _ body: (String, CompanionFiles?) throws -> Result) throws -> Result {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("herald-\(UUID().uuidString)")
    do {
      try files.createDirectory(at: folder, withIntermediateDirectories: false)
      let copy = folder.appendingPathComponent("ledger.sqlite").path
      defer { try? files.removeItem(at: folder) }
      for ending in ["", "-wal"] {
        try files.copyItem(atPath: path + ending, toPath: copy + ending)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy + ending)
      }
      return try body(copy, nil)
    } catch let error as CocoaError {
      throw LedgerError(
        .ledgerFailed, ledger: path, what: "`\(path)` could not be copied to be read.",
        why: "its folder may not be written, and \(error.localizedDescription)",
        fix:
          "copy it with its `-wal` to a folder of your own, or free some space in \(folder.deletingLastPathComponent().path)"
      )
    }
  }
}
