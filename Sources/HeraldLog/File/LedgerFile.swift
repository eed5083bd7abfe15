import HeraldLines
import CSQLiteConfig
import Foundation
import GRDB
import GRDBSQLite
import SystemPackage

/// Opens a ledger's file and checks that it is a ledger.
enum LedgerFile {
  /// The longest wait of an operation for other connections, in seconds.
  static let patience = 5.0

  /// Opens a ledger for writing, and creates a missing one.
  ///
  /// - Parameters:
  ///   - pageCache: the most memory that SQLite keeps pages in, in bytes.
  ///   - migrate: brings the schema up to date, in one transaction.
  static func writable(
    _ path: String, pageCache: Int, migrate: (Database) throws -> Void
  ) throws -> DatabaseQueue {
    let isNew = !FileManager.default.fileExists(atPath: path)
    return try naming(path, "opening it for writing") {
      var configuration = Configuration()
      configuration.busyMode = .timeout(patience)
      configuration.prepareDatabase { try prepare($0) }
      let queue = try DatabaseQueue(path: fileName(path), configuration: configuration)
      if !isNew { try queue.read { try check($0, path) } }
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        // Set last, because wrappers lower it when they turn the write-ahead log on.
        try database.execute(
          sql: "PRAGMA synchronous = FULL; PRAGMA recursive_triggers = ON; PRAGMA cache_size = -\(pageCache >> 10)")
        // On Apple's systems `fsync` leaves the data in the drive's cache (fsync(2)); elsewhere this changes nothing.
        try database.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        try database.inTransaction(.immediate) {
          try migrate(database)
          return .commit
        }
      }
      if isNew { try syncDirectory(of: path) }
      return queue
    }
  }

  /// Opens for reading only.
  ///
  /// - Parameter makeTables: makes a ledger's tables, without rows, in a file that has none.
  static func readable(_ path: String, makeTables: (Database) throws -> Void) throws -> ReadableLedger {
    guard FileManager.default.fileExists(atPath: path) else {
      throw LedgerError(
        FileCode.cannotOpen, ledger: path, what: "`\(path)` is not there.", why: "no such file", fix: "check the path")
    }
    return try naming(path, "opening it for reading") {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(patience)
      configuration.prepareDatabase { try prepare($0) }
      let head = LedgerHead(of: path)
      let isLogUnreadable = head?.usesWriteAheadLog == true && WriteAheadLogHead(besideLedger: path).isUnreadable
      func opened(_ name: String, removing companions: CompanionFiles? = nil) throws -> ReadableLedger {
        let queue = try DatabaseQueue(path: name, configuration: configuration)
        // A writer that begins its log anew leaves it so for a moment.
        let lacksLog = isLogUnreadable && WriteAheadLogHead(besideLedger: path).isUnreadable
        if try queue.read({ try checkReadable($0, path) }) {
          return ReadableLedger(queue: queue, absence: nil, companions: companions, lacksLog: lacksLog)
        }
        return ReadableLedger(
          queue: try empty(makeTables), absence: lacksLog ? .damagedWriteAheadLog : absence(of: path, head),
          companions: companions, lacksLog: lacksLog)
      }
      let companions = head?.usesWriteAheadLog == true ? CompanionFiles(of: path) : nil
      // No table fits into one page, and nobody writes: SQLite need not make files beside it.
      if companions != nil, head?.hasOnePage == true { return try opened(immutable(path)) }
      do { return try opened(fileName(path), removing: companions) } catch let error as DatabaseError
        where isForbidden(error)
      {
        // In a folder that may not be written no other process of ours writes either.
        return try hasWriteAheadLog(path) ? LedgerCopy.read(path, opened) : opened(immutable(path))
      } catch {
        // Of a ledger that cannot be opened nobody else removes them.
        companions?.remove()
        throw error
      }
    }
  }

  /// True for a folder or a medium where SQLite may not make the files that it needs beside a ledger.
  private static func isForbidden(_ error: DatabaseError) -> Bool {
    error.resultCode == .SQLITE_CANTOPEN
      || error.resultCode == .SQLITE_READONLY && error.extendedResultCode != .SQLITE_READONLY_ROLLBACK
  }

  private static func immutable(_ path: String) -> String { "file:\(percentEncoded(path))?immutable=1" }

  private static func absence(of path: String, _ head: LedgerHead?) -> LedgerAbsence {
    if head?.size == 0 { return .noBytes }
    return head?.usesWriteAheadLog == true && !hasWriteAheadLog(path) ? .noWriteAheadLog : .noTables
  }

  /// The path as SQLite takes it for a file.
  ///
  /// SQLite takes an empty name, `:memory:` and some that begin with `file:` for a database in memory. Events that were
  /// acknowledged would be lost with the process.
  static func fileName(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  /// A ledger without events, in memory. It stands for a file whose writer crashed before it made the tables.
  private static func empty(_ makeTables: (Database) throws -> Void) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { try prepare($0) }
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { try makeTables($0) }
    return queue
  }

  /// True if the file has a ledger's tables.
  ///
  /// - Throws: ``LedgerError`` for a ledger of an older schema, because only a writer migrates it.
  private static func checkReadable(_ database: Database, _ path: String) throws -> Bool {
    try check(database, path)
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if version == 0 { return false }
    guard version == LedgerSchema.version else {
      throw LedgerError(
        .olderLedger, ledger: path, what: "`\(path)` was written by an older Herald.",
        why: "its schema is version \(version), this Herald reads version \(LedgerSchema.version)",
        fix: "bring it up to date once: `herald export \(path) --table all --as sqlite`")
    }
    return true
  }

  /// Runs `body`, which fills a ledger in one transaction, in the journal mode that writes the least.
  ///
  /// A write-ahead log writes everything twice. An empty ledger does not need one: a rollback journal keeps its few
  /// pages, new pages are written once, and a crash leaves the ledger empty. While another process reads, SQLite keeps
  /// the mode.
  static func filling<Result>(_ database: Database, _ body: () throws -> Result) throws -> Result {
    guard try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") == nil,
      (try? String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")) == "delete"
    else { return try body() }
    // Where a reader prevents it, the next writer turns the log on again.
    defer { _ = try? String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") }
    return try body()
  }

  /// Moves the write-ahead log into the ledger's file and empties it.
  ///
  /// A reader that stays keeps the part of the log that it reads. What was committed is durable without this, so nobody
  /// waits for the reader unless asked to.
  ///
  /// - Parameter seconds: the time to wait for readers.
  /// - Returns: false where a reader keeps the log.
  static func emptyLog(of database: Database, patience seconds: Double = 0) throws -> Bool {
    try database.execute(sql: "PRAGMA busy_timeout = \(Int(seconds * 1000))")
    defer { try? database.execute(sql: "PRAGMA busy_timeout = \(Int(patience * 1000))") }
    return try unlessBusy { _ = try database.checkpoint(.truncate) }
  }

  /// Runs `body`; false where another connection prevents it.
  static func unlessBusy(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
      return false
    }
  }

  /// True if a file begins like SQLite's, so that it is opened as a ledger and not as a log.
  ///
  /// SQLite takes an empty file for a database without tables, and so does this: a ledger that was cut to nothing can
  /// then be compared with its heads. Only the name distinguishes it from an empty log.
  ///
  /// - Returns: false for a file that does not exist.
  /// - Throws: ``LogFileError`` where the file cannot be opened or read. A ledger must not pass for a log then.
  static func looksLikeSQLite(_ path: String) throws -> Bool {
    // This process writes a ledger through SQLite alone, so a file that SQLite cannot open has no lock to lose.
    if isRegularFile(path), let head = SQLiteFileHead(of: path, count: 16) { return isSQLite(head.bytes, path) }
    let file: FileDescriptor
    do { file = try FileDescriptor.open(FilePath(path), .readOnly) } catch Errno.noSuchFileOrDirectory {
      return false
    } catch let error as Errno {
      throw LogFileError(opening: path, error)
    }
    return try file.closeAfter {
      do {
        let head = try file.read(atMost: 16)
        if head.isEmpty, (try? file.seek(offset: 0, from: .end)) == nil { return false }
        return isSQLite(head, path)
      } catch let error as Errno {
        throw LogFileError(reading: path, error)
      }
    }
  }

  private static func isSQLite(_ head: [UInt8], _ path: String) -> Bool {
    head.isEmpty ? isNamedAsLedger(path) : "SQLite format 3\0".utf8.starts(with: head)
  }

  /// True for a file with bytes of its own, false for a pipe, which has them once.
  private static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isNamedAsLedger(_ path: String) -> Bool {
    [".sqlite", ".sqlite3", ".db"].contains { path.hasSuffix($0) }
  }

  /// Runs `body`; throws SQLite's errors as ``LedgerError``, with the ledger's name and the current action.
  static func naming<Result>(_ path: String, _ doing: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as DatabaseError {
      throw LedgerError(error, ledger: path, doing: doing)
    } catch let changed as ChangedRow {
      throw LedgerError(changed, ledger: path)
    } catch let missing as MissingLines {
      throw LedgerError(missing, ledger: path)
    }
  }

  private static func prepare(_ database: Database) throws {
    guard let connection = database.sqliteConnection else { return }
    _ = herald_sqlite_set_defensive(connection)
    _ = herald_sqlite_distrust_schema(connection)
  }

  private static func check(_ database: Database, _ path: String) throws {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    if application == 0, version == 0, isEmpty { return }
    guard application == LedgerSchema.applicationID else {
      throw LedgerError(
        .notALedger, ledger: path, what: "`\(path)` is an SQLite file, but no ledger.",
        why: "its application id is \(application), a ledger's is \(LedgerSchema.applicationID)",
        fix: "check the path, or choose a new file")
    }
    guard version <= LedgerSchema.version else {
      throw LedgerError(
        .newerLedger, ledger: path, what: "`\(path)` was written by a newer Herald.",
        why: "its schema is version \(version), this Herald knows version \(LedgerSchema.version)",
        fix: "use the newer Herald; nothing was changed")
    }
    // Tables and their version appear in one transaction. Without this check the file would pass for an empty ledger.
    guard version > 0 else {
      throw LedgerError(
        .damaged, ledger: path, what: "`\(path)` has tables and no schema version.",
        why: "its bytes 60 to 63 are 0, and a ledger's are not",
        fix: "restore the file from a backup, or export what can be read")
    }
  }

  private static func hasWriteAheadLog(_ path: String) -> Bool {
    let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    return (size ?? 0) > 0
  }

  private static func percentEncoded(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  /// Makes the file's name in its folder as durable as the file: without it, a crash may lose the whole ledger.
  private static func syncDirectory(of path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    do {
      let directory = try FileDescriptor.open(FilePath(folder), .readOnly)
      try directory.closeAfter {
        // File systems that can't sync a folder keep names durable by themselves, or not at all.
        if fsync(directory.rawValue) != 0, ![.invalidArgument, .notSupported].contains(Errno(rawValue: errno)) {
          throw Errno(rawValue: errno)
        }
      }
    } catch let error as Errno {
      throw LedgerError(
        .notWritable, ledger: path, what: "`\(path)` cannot be written.", why: "\(folder): \(error.description)",
        fix: "check the permissions of the folder, and the space left on the disk")
    }
  }
}
