import GRDB

/// A new SQLite file that is filled in one transaction, and is unusable until the transaction ends.
package enum TableFile {
  /// Makes the file and fills it.
  ///
  /// - Parameters:
  ///   - path: the file's place, where nothing is yet.
  ///   - name: the file's name in errors.
  ///   - fill: makes tables and their rows.
  /// - Throws: ``LedgerError`` where the file cannot be written, and the errors of `fill`.
  package static func make(_ path: String, named name: String, _ fill: (TableWriter) throws -> Void) throws {
    try LedgerFile.naming(name, "filling it") {
      let queue = try DatabaseQueue(path: LedgerFile.fileName(path))
      try queue.writeWithoutTransaction { database in
        // No journal: the caller deletes the file if filling it fails.
        try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384")
        try database.inTransaction(.immediate) {
          try fill(TableWriter(database: database, name: name))
          return .commit
        }
      }
      try queue.close()
    }
  }
}

/// A transaction in which tables are made and filled.
package struct TableWriter {
  let database: Database
  let name: String

  /// Runs `body` and puts this file's name into SQLite's errors. Without it, a ledger that is read meanwhile would put
  /// its own.
  package func naming<Result>(_ body: () throws -> Result) throws -> Result {
    try LedgerFile.naming(name, "filling it", body)
  }

  package func execute(_ sql: String) throws { try database.execute(sql: sql) }

  /// A statement to run many times, within the transaction.
  package func statement(_ sql: String) throws -> RawStatement { try RawStatement(sql, on: database) }
}
