import GRDB
import GRDBSQLite

/// Room made ahead at the end of a ledger's write-ahead log, for the transactions to come.
///
/// Each transaction that makes the file longer has the file system write the new length and blocks durably too, beside
/// what was appended. SQLite writes the log from its start again after a checkpoint; until the first one every
/// transaction lengthens it. So now and then one transaction lengthens it for many.
///
/// The room is zeros. Those are no frame of any log, whose header draws random salts that each frame repeats
/// (https://sqlite.org/fileformat2.html, 4.2 and 4.4): who reads or recovers a log ends before them.
final class WALPreallocation {
  private let connection: OpaquePointer
  private let pageSize: Int
  /// A log of so many frames is checkpointed.
  private let most: Int32
  /// How many frames the log had after the last transaction; 0 before the first.
  private var frames = 0
  /// How long the file is at least.
  private var end = 0
  private var isGivenUp = false

  /// Made where less than this is left, in bytes; a transaction of one event takes some 20,000.
  private static let least = 1 << 16
  /// As much again as there is already, but no more than this at once.
  private static let mostAtOnce = 1 << 20
  private static let zeros = [UInt8](repeating: 0, count: least)

  /// Watches over a connection's log; nil where no room is of use, or SQLite's own hook is not the one that watches.
  init?(on database: Database) throws {
    #if os(Linux)
      guard let connection = database.sqliteConnection,
        try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal",
        // 0 beside another hook: put in its place, this one would never checkpoint.
        let most = try Int32.fetchOne(database, sql: "PRAGMA wal_autocheckpoint"), most > 0
      else { return nil }
      self.connection = connection
      pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      self.most = most
      let hook: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
        room, connection, name, frames in
        guard let room else { return SQLITE_OK }
        let most = Unmanaged<WALPreallocation>.fromOpaque(room).takeUnretainedValue().committed(frames)
        // What SQLite's own hook does, in whose place this one is.
        if frames >= most { sqlite3_wal_checkpoint(connection, name) }
        return SQLITE_OK
      }
      sqlite3_wal_hook(connection, hook, Unmanaged.passUnretained(self).toOpaque())
    #else
      // Only measured on Linux. Where files are copied when they are written, room would be of no use.
      return nil
    #endif
  }

  deinit { sqlite3_wal_autocheckpoint(connection, most) }

  private func committed(_ frames: Int32) -> Int32 {
    self.frames = Int(frames)
    return most
  }

  /// Makes room if little is left; to be called within a transaction that may write, so that nobody else writes the log.
  ///
  /// Where it fails, nothing is lost but time.
  func extendIfNeeded() {
    let used = 32 + frames * (24 + pageSize)
    // A log of a single transaction will perhaps stay one.
    guard frames > 0, used + Self.least > end, !isGivenUp else { return }
    var log: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK,
      let log, let file = log.pointee.pMethods?.pointee
    else { return }
    var size: sqlite3_int64 = 0
    guard file.xFileSize(log, &size) == SQLITE_OK else { return }
    end = Int(size)
    let wanted = used + min(max(used, Self.least), Self.mostAtOnce)
    guard used + Self.least > end else { return }
    // Only behind the end: what is there already is not touched.
    while end < wanted, !isGivenUp {
      isGivenUp = file.xWrite(log, Self.zeros, Int32(Self.zeros.count), sqlite3_int64(end)) != SQLITE_OK
      if !isGivenUp { end += Self.zeros.count }
    }
    if isGivenUp { _ = file.xTruncate(log, size) }
  }
}
