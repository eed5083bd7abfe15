import Foundation
import GRDB
import Herald
import HeraldLog

/// The result of a forgetting beside the ledger, or of its dry run.
struct IntakeForgetting {
  /// The number of refused lines that went.
  var lines = 0
  /// True if neither the file nor the log beside it has the bytes.
  var isErased = true
}

/// Forgetting what the ledger forgets.
extension IntakeLog {
  /// Removes what the ledger forgets: what names it, and each refused line that cannot be read, because it may name it.
  func forget(_ what: Forgetting, isDryRun: Bool) throws -> IntakeForgetting {
    try LedgerError.naming(path, "forgetting") {
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA synchronous = FULL")
        var result = IntakeForgetting()
        let before = database.totalChangesCount
        try database.inTransaction(.immediate) {
          result.lines = try remove(what, database)
          return isDryRun ? .rollback : .commit
        }
        if isDryRun { return result }
        // Lines that were removed before, to keep the bounds, may be in free pages still.
        if what.isAboutNames || database.totalChangesCount > before { result.isErased = try erase(database) }
        try refresh(database)
        return result
      }
    }
  }

  private func remove(_ what: Forgetting, _ database: Database) throws -> Int {
    switch what {
    case .before(let time): return try remove(before: time, database)
    case .installations(let sources):
      for source in sources {
        for table in ["receipts", "accesses", "refusals", "firsts"] {
          try database.execute(sql: "DELETE FROM \(table) WHERE source = ?", arguments: [source.string])
        }
      }
      return try removeLines(database) { line in
        sources.contains { line.source == $0 || line.names($0.string) }
      }
    case .users(let users):
      return try removeLines(database) { line in users.contains { line.names($0.string) } }
    case .properties(let names):
      return try removeLines(database) { line in names.contains { line.content?.hasMember($0.string) ?? true } }
    }
  }

  private func remove(before time: Timestamp, _ database: Database) throws -> Int {
    let lines = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM rejected WHERE last < ?", arguments: [time.milliseconds])
    for (table, column) in [
      ("receipts", "received"), ("accesses", "time"), ("rejected", "last"), ("counted", "last"), ("refusals", "last"),
    ] {
      try database.execute(sql: "DELETE FROM \(table) WHERE \(column) < ?", arguments: [time.milliseconds])
    }
    // The time stays: without it the installation would count as new.
    try database.execute(
      sql: "UPDATE firsts SET token = NULL, address = NULL WHERE received < ?", arguments: [time.milliseconds])
    return lines ?? 0
  }

  /// Removes the refused lines that match, and the digests of lines that nobody can look into any more.
  private func removeLines(_ database: Database, where matches: (RejectedLine) -> Bool) throws -> Int {
    var ids: [Int64] = []
    let rows = try Row.fetchCursor(database, sql: "SELECT * FROM rejected")
    while let row = try rows.next() { if matches(RejectedLine(row)) { ids.append(row["id"]) } }
    let delete = try database.cachedStatement(sql: "DELETE FROM rejected WHERE id = ?")
    for id in ids { try delete.execute(arguments: [id]) }
    try database.execute(sql: "UPDATE counted SET digest = NULL WHERE digest IS NOT NULL")
    return ids.count
  }

  /// Writes the file again without any byte of what was removed, and empties the log beside it.
  private func erase(_ database: Database) throws -> Bool {
    do { try database.execute(sql: "VACUUM") } catch let error as DatabaseError
      where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
    {
      return false
    }
    return try emptyLog(of: database)
  }
}

extension Forgetting {
  /// True if it names something that lines can have in any place.
  fileprivate var isAboutNames: Bool {
    switch self {
    case .installations, .users, .properties: true
    case .before: false
    }
  }
}

extension RejectedLine {
  /// True if it names a text, or cannot be read and so may name it.
  fileprivate func names(_ text: String) -> Bool {
    content?.names(text) ?? true
  }
}
