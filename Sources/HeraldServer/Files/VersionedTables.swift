import GRDB
import HeraldLog

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
