import GRDB
import Herald

extension Ledger {
  /// Erases what an earlier forgetting removed, where a crash or a reader prevented it.
  func eraseIfNeeded() throws {
    let isDue = try LedgerFile.naming(path, "looking for what is to be erased") {
      try queue.read { try Int.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM unerased)") == 1 }
    }
    if isDue { _ = try eraseForgotten() }
  }

  /// Writes the file anew without any byte of what was forgotten, and empties the write-ahead log.
  ///
  /// Deleting leaves bytes in free pages, and SQLite copies cells within pages when it balances them. Only pages that are
  /// written from what is left (`VACUUM`, https://sqlite.org/lang_vacuum.html) contain nothing else.
  ///
  /// - Returns: false where another process reads the ledger. The next writer then erases.
  func eraseForgotten() throws -> Bool {
    eventAppender = nil
    return try LedgerFile.naming(path, "erasing what was forgotten") {
      try queue.writeWithoutTransaction { database in
        do {
          try database.execute(sql: "VACUUM")
          try database.checkpoint(.truncate)
          try database.execute(sql: "DELETE FROM unerased")
          try database.checkpoint(.truncate)
          return true
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
          return false
        }
      }
    }
  }
}
