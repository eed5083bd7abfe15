import GRDB
import Herald

extension Ledger {
  /// Erases what an earlier forgetting removed, where a crash or a reader prevented it.
  func eraseIfNeeded() throws {
    let isDue = try LedgerFile.naming(path, "looking for what is to be erased") {
      try queue.read { try Int.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM unerased)") == 1 }
    }
    if isDue { _ = try eraseForgotten(waits: false) }
  }

  /// Rewrites the file without any byte of what was forgotten, and empties the write-ahead log.
  ///
  /// Deleting leaves bytes in free pages, and SQLite copies cells within pages when it balances them. Only pages that are
  /// written from what is left (`VACUUM`, https://sqlite.org/lang_vacuum.html) contain nothing else.
  ///
  /// - Parameter waits: true to wait some seconds for readers.
  /// - Returns: false where another process reads the ledger. The next writer then erases.
  func eraseForgotten(waits: Bool) throws -> Bool {
    dropAppender()
    return try LedgerFile.naming(path, "erasing what was forgotten") {
      try queue.writeWithoutTransaction { database in
        // Before the file is rewritten, which takes long and would be in vain.
        guard try LedgerFile.emptyLog(of: database, waits: waits),
          try LedgerFile.unlessBusy({ try database.execute(sql: "VACUUM") }),
          try LedgerFile.emptyLog(of: database, waits: waits)
        else { return false }
        try database.execute(sql: "DELETE FROM unerased")
        return try LedgerFile.emptyLog(of: database, waits: waits)
      }
    }
  }
}
