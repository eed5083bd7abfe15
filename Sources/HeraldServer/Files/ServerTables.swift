import Foundation
import GRDB
import HeraldLog

/// `server.sqlite`: the tokens, the sessions of people who signed in, and the published policies with their history.
///
/// It has a rollback journal and no write-ahead log, because `herald token` writes to it while the server runs, and SQLite
/// before 3.51.3 may damage a log that two processes write to (its WAL-reset bug). Of the older branches 3.50.7 and 3.44.6
/// have the fix, and no other version does.
final class ServerTables: Sendable {
  let queue: DatabaseQueue
  /// A connection that reads and never waits. While another process writes it fails at once as busy.
  let reading: DatabaseQueue
  let path: String

  /// "HRLS", which distinguishes it from any other SQLite file.
  private static let applicationID = 0x4852_4C53

  init(path: String) throws {
    self.path = path
    queue = try VersionedTables(applicationID: Self.applicationID, name: "a server's own tables", steps: Self.steps)
      .open(path, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON")
    reading = try LedgerError.naming(path, "opening it") {
      var configuration = Configuration()
      configuration.busyMode = .immediateError
      return try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// The steps from one version to the next; append only.
  private static let steps = [
    """
    CREATE TABLE tokens (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, roles TEXT NOT NULL, app TEXT, digest BLOB NOT NULL, made INTEGER NOT NULL,
      expires INTEGER, revoked INTEGER
    ) STRICT;
    CREATE TABLE policies (
      app TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, digest TEXT NOT NULL, format TEXT NOT NULL,
      revision INTEGER, signature TEXT, time INTEGER NOT NULL, token TEXT NOT NULL, override TEXT, figures TEXT,
      PRIMARY KEY (app, number)
    ) STRICT;
    """,
    // The tokens of a first start that were not shown yet.
    "CREATE TABLE unshown (token TEXT PRIMARY KEY) STRICT;",
    // The sign-ins of people. Of a session's secret only the digest is stored.
    """
    CREATE TABLE sessions (digest BLOB NOT NULL UNIQUE, token TEXT NOT NULL, made INTEGER NOT NULL, expires INTEGER NOT NULL)
    STRICT;
    """,
  ]

  /// Ends all sessions in a copy of the file, so that a folder that is restored brings back no sign-in that ended since.
  ///
  /// - Throws: `LedgerError` where the copy cannot be changed.
  static func endSessions(inCopy path: String) throws {
    let copy = try ServerTables(path: path)
    try naming(path, "ending its sessions") {
      try copy.queue.write { try $0.execute(sql: "DELETE FROM sessions") }
      try copy.queue.close()
      try copy.reading.close()
    }
  }

  /// Runs `body`; throws SQLite's errors with the file's name and the current action.
  static func naming<Result>(_ path: String, _ doing: String, _ body: () throws -> Result) throws -> Result {
    try LedgerError.naming(path, doing, body)
  }
}

extension Date {
  /// Makes a date from seconds since 1970.
  init(seconds: Int) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }
  var seconds: Int { Int(timeIntervalSince1970.rounded(.down)) }
}

/// The tables of an SQLite file of the server, in the versions that they had one after the other.
struct VersionedTables {
  /// The number in the file's header that distinguishes it from any other SQLite file.
  let applicationID: Int
  /// The content of the file in words, for the error about another file in its place.
  let name: String
  /// The statements from one version to the next.
  let steps: [String]

  /// Opens the file, and brings its tables to the last version.
  ///
  /// - Parameter settings: statements that hold for the connection, such as `PRAGMA journal_mode = WAL`.
  /// - Throws: `LedgerError` where it cannot be opened, is another file, or is of a later version.
  func open(_ path: String, _ settings: String) throws -> DatabaseQueue {
    try LedgerError.naming(path, "opening it") {
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: settings)
        try database.inTransaction(.immediate) {
          try migrate(database, path: path)
          return .commit
        }
      }
      return queue
    }
  }

  private func migrate(_ database: Database, path: String) throws {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard version <= steps.count, version == 0 || application == applicationID else {
      throw LedgerError.otherFile(path, expected: name)
    }
    for step in steps.dropFirst(version) { try database.execute(sql: step) }
    try database.execute(sql: "PRAGMA user_version = \(steps.count); PRAGMA application_id = \(applicationID)")
  }
}
