import GRDB

/// A new SQLite file that is filled in one transaction, and is of no use before its end.
package enum TableFile {
  /// Makes the file and fills it.
  ///
  /// - Parameters:
  ///   - path: where nothing is yet.
  ///   - name: what errors call the file.
  ///   - fill: makes tables and their rows.
  /// - Throws: ``LedgerError`` where the file cannot be written, and whatever `fill` throws.
  package static func make(_ path: String, named name: String, _ fill: (TableWriter) throws -> Void) throws {
    try LedgerFile.naming(name, "filling it") {
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { database in
        // Whoever fills it throws it away where it doesn't come to its end.
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

  /// Runs `body`, giving SQLite's errors the file's name: whoever reads a ledger would take them for its own.
  package func naming<Result>(_ body: () throws -> Result) throws -> Result {
    try LedgerFile.naming(name, "filling it", body)
  }

  package func execute(_ sql: String) throws { try database.execute(sql: sql) }

  /// A statement to run many times, within the transaction.
  package func statement(_ sql: String) throws -> Statement { try Statement(sql, on: database) }
}
