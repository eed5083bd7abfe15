import Foundation
import GRDB
import Herald
import HeraldFormats
import HeraldLog

/// What installations are found by: their names, users, properties, the rules that they were shown, and why their last
/// document was refused.
///
/// Everything in it follows from the ledger. It is a file beside it that may be deleted at any time, and is made again
/// whenever something was forgotten.
actor SearchIndex {
  private let executor = DispatchQueueExecutor(label: "herald.search")
  private let queue: DatabaseQueue
  private let reader: LedgerReader
  private let path: String

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The version of the tables; an index of another version is made again.
  private static let version = 1
  /// How many events are looked at before others may ask.
  private static let slice = 20_000

  init(path: String, ledger: String) throws {
    self.path = path
    reader = try LedgerReader(path: ledger, reading: Formats.reading)
    queue = try LedgerError.naming(path, "opening it") {
      do { return try Self.opened(path) } catch let error as DatabaseError
        where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
      {
        // Nothing is lost with it, so no damage of it may keep the server from starting.
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        return try Self.opened(path)
      }
    }
  }

  private static func opened(_ path: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction {
      // With `OFF` a power loss damages the file; with `NORMAL` it takes back what was written last.
      try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON")
    }
    try queue.write { try makeTables(on: $0) }
    return queue
  }

  private static func makeTables(on database: Database) throws {
    if try Int.fetchOne(database, sql: "PRAGMA user_version") == version { return }
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS installations; DROP TABLE IF EXISTS shown; DROP TABLE IF EXISTS progress;
        CREATE TABLE installations (
          source TEXT PRIMARY KEY, user TEXT, last INTEGER, revision INTEGER NOT NULL, properties TEXT NOT NULL,
          refused TEXT, visible TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX installations_by_user ON installations (user) WHERE user IS NOT NULL;
        CREATE INDEX installations_by_refusal ON installations (refused) WHERE refused IS NOT NULL;
        CREATE TABLE shown (rule TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (rule, source)) STRICT, WITHOUT ROWID;
        CREATE TABLE progress (position INTEGER NOT NULL, forgettings INTEGER NOT NULL) STRICT;
        INSERT INTO progress VALUES (0, 0);
        PRAGMA user_version = \(version);
        """)
  }

  /// Takes in what the ledger has and the index has not.
  func catchUp() throws {
    while try takeSlice() {}
  }

  /// Takes in a part; false where nothing is left.
  private func takeSlice() throws -> Bool {
    let forgettings = try reader.forgettings()
    let progress = try queue.read { try Row.fetchOne($0, sql: "SELECT * FROM progress") }
    var position: Int = progress?["position"] ?? 0
    let isForgetful = progress.map { $0["forgettings"] as Int != forgettings } ?? true
    if isForgetful { position = 0 }
    let growth = try reader.growth(after: position, atMost: Self.slice)
    if growth.sources.isEmpty, !isForgetful { return false }
    let found = try growth.sources.compactMap { source in
      try reader.state(of: source).map { FoundInstallation(source, $0) }
    }
    try LedgerError.naming(path, "writing to it") {
      try queue.write { database in
        if isForgetful { try database.execute(sql: "DELETE FROM installations; DELETE FROM shown") }
        for installation in found { try installation.store(in: database) }
        try database.execute(
          sql: "UPDATE progress SET position = ?, forgettings = ?", arguments: [growth.position, forgettings])
      }
    }
    // Nothing of what was forgotten stays in the log beside the file.
    if isForgetful { _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
    return growth.isMore
  }

  /// The installations that a query means, after it has taken in what is new.
  ///
  /// - Parameters:
  ///   - after: the last installation of the page before; nil for the first page.
  ///   - limit: the most installations.
  func find(_ query: SearchQuery, after: ExactString?, atMost limit: Int) throws -> [FoundInstallation] {
    try catchUp()
    return try LedgerError.naming(path, "searching it") {
      try queue.read { try query.run(on: $0, after: after, atMost: limit) }
    }
  }

  /// The installations that had an event at a time or later.
  func sources(since time: Timestamp) throws -> Set<ExactString> {
    try catchUp()
    return try queue.read { database in
      let names = try String.fetchAll(
        database, sql: "SELECT source FROM installations WHERE last >= ?", arguments: [time.milliseconds])
      return Set(names.map { ExactString($0) })
    }
  }

  /// The installations that have been silent while others of the app went on.
  ///
  /// - Parameters:
  ///   - silence: how long an installation is silent, in milliseconds before the newest event of the app.
  ///   - now: the server's time. Clocks that are more than a day ahead of it don't count as new.
  ///   - limit: the most that are listed.
  func stopped(after silence: Int64, at now: Timestamp, atMost limit: Int) throws -> StoppedStreams {
    try catchUp()
    return try queue.read { database in
      let newest = try Int64.fetchOne(
        database, sql: "SELECT max(last) FROM installations WHERE last <= ?",
        arguments: [now.milliseconds + LengthOfTime.day])
      guard let newest else { return StoppedStreams(newest: nil, count: 0, installations: []) }
      let condition = "FROM installations WHERE last < \(newest - silence)"
      return StoppedStreams(
        newest: Timestamp(milliseconds: newest),
        count: try Int.fetchOne(database, sql: "SELECT count(*) \(condition)") ?? 0,
        installations: try Row.fetchAll(
          database, sql: "SELECT * \(condition) ORDER BY last DESC, source LIMIT \(limit)"
        ).map { FoundInstallation($0) })
    }
  }

  /// The number of installations.
  func count() throws -> Int {
    try catchUp()
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM installations") ?? 0 }
  }
}
