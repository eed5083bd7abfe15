import Foundation
import GRDB
import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions

/// The index for the search of installations: by name, user, property, shown rule, and the reason why the last document
/// was refused.
///
/// Everything in it follows from the ledger. It is a file beside the ledger that may be deleted at any time. It is made
/// again whenever something was forgotten.
actor SearchIndex {
  private let executor = DispatchQueueExecutor(label: "herald.search")
  private let queue: DatabaseQueue
  private let reader: LedgerReader
  private let path: String

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The version of the tables; an index of another version is made again.
  private static let version = 2
  /// "HRLX", which distinguishes it from any other SQLite file.
  private static let applicationID = 0x4852_4C58
  /// The most events that are looked at in one step.
  private static let slice = 200_000
  /// The most new events, as a share of all, for which installations are looked up one by one. For more, all of them are
  /// replayed in one pass, which costs each event once.
  private static let mostNew = 0.1
  /// The most new events for which the installations are always looked up one by one.
  private static let leastForAll = 1000

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
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction {
      // With `OFF` a power loss damages the file; with `NORMAL` it takes back what was written last.
      try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON")
    }
    try queue.write { try makeTables(on: $0, path: path) }
    return queue
  }

  /// - Throws: `LedgerError` for a file that another program or another part of the server made.
  private static func makeTables(on database: Database, path: String) throws {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard [0, applicationID].contains(application) else {
      throw LedgerError.otherFile(path, expected: "the index for the search")
    }
    if try Int.fetchOne(database, sql: "PRAGMA user_version") == version { return }
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS installations; DROP TABLE IF EXISTS shown; DROP TABLE IF EXISTS users;
        DROP TABLE IF EXISTS progress;
        CREATE TABLE installations (
          source TEXT PRIMARY KEY, user TEXT, last INTEGER, revision INTEGER NOT NULL, properties TEXT NOT NULL,
          refused TEXT, visible TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX installations_by_refusal ON installations (refused) WHERE refused IS NOT NULL;
        CREATE TABLE shown (rule TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (rule, source)) STRICT, WITHOUT ROWID;
        CREATE TABLE users (user TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (user, source)) STRICT, WITHOUT ROWID;
        CREATE TABLE progress (position INTEGER NOT NULL, forgettings INTEGER NOT NULL) STRICT;
        INSERT INTO progress VALUES (0, 0);
        PRAGMA user_version = \(version);
        PRAGMA application_id = \(applicationID);
        """)
  }

  /// Takes in what the ledger has and the index has not.
  func catchUp() throws {
    let progress = try queue.read { try Row.fetchOne($0, sql: "SELECT * FROM progress") }
    let position: Int = progress?["position"] ?? 0
    let (last, forgettings) = (try reader.lastPosition(), try reader.forgettings())
    let isForgetful = progress.map { $0["forgettings"] as Int != forgettings } ?? true
    let new = last - position
    if isForgetful || new > Self.leastForAll && Double(new) > Double(last) * Self.mostNew {
      try takeAll(to: last, forgettings)
    } else {
      while try takeSlice() {}
    }
  }

  /// Makes the index again without what the ledger forgot.
  ///
  /// - Returns: false where another process reads the index, so that the log beside it keeps the bytes.
  func forget() throws -> Bool {
    try catchUp()
    return try LedgerError.naming(path, "forgetting") {
      try queue.writeWithoutTransaction { database in
        // SQLite copies rows within pages. Only pages that are written again have nothing else.
        try database.execute(sql: "VACUUM")
        return (try? database.checkpoint(.truncate)) != nil
      }
    }
  }

  /// Makes the index again, in one pass over the ledger.
  ///
  /// - Parameter last: the last event's position before the pass. What is appended meanwhile is looked at again later.
  private func takeAll(to last: Int, _ forgettings: Int) throws {
    try write { database in
      for table in ["installations", "shown", "users"] { try database.execute(sql: "DELETE FROM \(table)") }
      try database.execute(sql: "UPDATE progress SET position = 0")
    }
    var found = takingInstallations
    try reader.replay(visitor: &found)
    try found.storeRest()
    try write { database in
      try database.execute(sql: "UPDATE progress SET position = ?, forgettings = ?", arguments: [last, forgettings])
    }
    // Nothing of what was forgotten stays in the log beside the file.
    _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }

  /// Takes in the installations of some new events; false where nothing is left.
  private func takeSlice() throws -> Bool {
    let position = try queue.read { try Int.fetchOne($0, sql: "SELECT position FROM progress") ?? 0 }
    let growth = try reader.growth(after: position, atMost: Self.slice)
    if growth.sources.isEmpty { return false }
    var found = takingInstallations
    for source in growth.sources { try reader.replay(source: source, visitor: &found) }
    try found.storeRest()
    try write { try $0.execute(sql: "UPDATE progress SET position = ?", arguments: [growth.position]) }
    return growth.isMore
  }

  private var takingInstallations: FoundInstallations {
    FoundInstallations { [queue, path] found in
      try LedgerError.naming(path, "writing to it") {
        try queue.write { database in
          for installation in found { try installation.store(in: database) }
        }
      }
    }
  }

  private func write(_ body: (Database) throws -> Void) throws {
    try LedgerError.naming(path, "writing to it") { try queue.write(body) }
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

  /// The number of installations that a query means, on all its pages.
  func count(_ query: SearchQuery) throws -> Int {
    try catchUp()
    return try LedgerError.naming(path, "searching it") { try queue.read { try query.count(on: $0) } }
  }

  /// The installations that a person means with a text other than an installation's name.
  ///
  /// The text is a user's name, else a user's name in any case, else a user's name without the marks of letters, else a
  /// part of an installation's name in any case.
  ///
  /// - Parameter pseudonym: the name under which such a user is stored; nil where users are stored as they are.
  /// - Returns: up to `limit` installations, by name.
  func meant(by text: ExactString, pseudonym: ExactString?, atMost limit: Int) throws -> [ExactString] {
    try catchUp()
    return try LedgerError.naming(path, "searching it") {
      try queue.read { database in
        for (condition, values) in [
          (
            "source IN (SELECT source FROM users WHERE user IN (?, ?))",
            [text.string, pseudonym?.string ?? text.string]
          ),
          ("source IN (SELECT source FROM users WHERE herald_lower(user) = ?)", [text.inLowerCase]),
          (
            "? <> '' AND source IN (SELECT source FROM users WHERE herald_plain(user) = ?)",
            [text.inPlainLetters, text.inPlainLetters]
          ),
          ("instr(herald_lower(source), ?) > 0", [text.inLowerCase]),
        ] {
          let found = try String.fetchAll(
            database, sql: "SELECT source FROM installations WHERE \(condition) ORDER BY source LIMIT ?",
            arguments: StatementArguments(values) + [limit])
          if !found.isEmpty { return found.map { ExactString($0) } }
        }
        return []
      }
    }
  }

  /// The users whose names have a text as a part, in any case and without the marks of letters, each with an installation,
  /// by name. A text of marks alone is looked for as it is.
  func users(near text: ExactString, atMost limit: Int) throws -> [(user: ExactString, source: ExactString)] {
    try catchUp()
    return try LedgerError.naming(path, "searching it") {
      try queue.read { database in
        let plain = text.inPlainLetters
        let (function, part) = plain.isEmpty ? ("herald_lower", text.inLowerCase) : ("herald_plain", plain)
        return try Row.fetchAll(
          database, sql: "SELECT user, source FROM users WHERE instr(\(function)(user), ?) > 0 ORDER BY 1, 2 LIMIT ?",
          arguments: [part, limit]
        ).map { (user: ExactString($0["user"] as String), source: ExactString($0["source"] as String)) }
      }
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
  ///   - silence: the shortest silence in milliseconds, measured back from the newest event of the app.
  ///   - now: the server's time. Clocks that are more than a day ahead of it don't count as new.
  ///   - limit: the most that are listed.
  func stopped(after silence: Int64, at now: Timestamp, atMost limit: Int) throws -> SilentInstallations {
    try catchUp()
    return try queue.read { database in
      guard let newest = try Self.newest(at: now, database) else {
        return SilentInstallations(newest: nil, count: 0, installations: [])
      }
      let condition = "FROM installations WHERE last < \(newest - silence)"
      return SilentInstallations(
        newest: Timestamp(milliseconds: newest),
        count: try Int.fetchOne(database, sql: "SELECT count(*) \(condition)") ?? 0,
        installations: try Row.fetchAll(
          database, sql: "SELECT * \(condition) ORDER BY last DESC, source LIMIT \(limit)"
        ).map { FoundInstallation($0) })
    }
  }

  /// The time of the newest event; nil where no event has one.
  ///
  /// - Parameter now: the server's time. Clocks that are more than a day ahead of it don't count.
  func newest(at now: Timestamp) throws -> Timestamp? {
    try catchUp()
    return try queue.read { try Self.newest(at: now, $0) }.map { Timestamp(milliseconds: $0) }
  }

  private static func newest(at now: Timestamp, _ database: Database) throws -> Int64? {
    try Int64.fetchOne(
      database, sql: "SELECT max(last) FROM installations WHERE last <= ?",
      arguments: [now.milliseconds + LengthOfTime.day])
  }

  /// The installations of a list that have events, by their names.
  func known(_ sources: [ExactString]) throws -> [ExactString: FoundInstallation] {
    if sources.isEmpty { return [:] }
    try catchUp()
    return try LedgerError.naming(path, "searching it") {
      try queue.read { database in
        let select = try database.cachedStatement(sql: "SELECT * FROM installations WHERE source = ?")
        var found: [ExactString: FoundInstallation] = [:]
        for source in Set(sources) {
          if let row = try Row.fetchOne(select, arguments: [source.string]) { found[source] = FoundInstallation(row) }
        }
        return found
      }
    }
  }

  /// The number of installations.
  func count() throws -> Int {
    try catchUp()
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM installations") ?? 0 }
  }
}
