import GRDB
import Herald
import HeraldLines

extension Ledger {
  /// Forgets, in one transaction, and erases the bytes from the file.
  ///
  /// Everything else still verifies and replays as before. The journal keeps the kind of the forgetting, the number of
  /// lines, the reason and who asked: never a name, a value or a source.
  ///
  /// ```swift
  /// let ledger = try Ledger(path: "fleet.sqlite")
  /// let report = try ledger.forget(
  ///   .users(["u-17"]), reason: "request of 3 March", by: "support", reading: Formats.reading)
  /// print(report.replaced, report.isErased)
  /// ```
  ///
  /// - Parameters:
  ///   - what: the installations, users, properties or time.
  ///   - reason: the reason, for the journal.
  ///   - by: the person who asked; nil for nobody in particular.
  ///   - isDryRun: true only counts, and changes nothing.
  ///   - reading: reads documents into policies, for the states that are kept.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: ``LedgerError`` where a line differs from the appended one, or the ledger fails. Nothing is forgotten
  ///   then.
  public func forget(
    _ what: Forgetting, reason: String, by: String? = nil, isDryRun: Bool = false, reading: @escaping PolicyReading,
    progress: ((Double) -> Void)? = nil
  ) throws -> ForgettingReport {
    dropAppender()
    var report = try LedgerFile.naming(path, "forgetting") {
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA secure_delete = ON")
        var report = ForgettingReport()
        try database.inTransaction(.immediate) {
          let documents = StoredDocuments(on: database)
          let shelf = DocumentShelf(reading: reading) { try documents.text(of: $0) }
          var plan = ForgettingPlan(on: database, path: path, shelf: shelf)
          try plan.make(what, progress: progress)
          report = plan.report
          if isDryRun || plan.isEmpty { return .rollback }
          report.journal = try carryOut(plan, on: database, what.kind, reason: reason, by: by)
          return .commit
        }
        return report
      }
    }
    if report.journal != nil {
      report.isErased = try eraseForgotten(waits: true)
    } else if !isDryRun {
      let isDue = try isErasureDue()
      report.isErased = try eraseIfNeeded()
      report.finishedEarlier = isDue && report.isErased
    }
    return report
  }

  private func carryOut(
    _ plan: ForgettingPlan, on database: Database, _ kind: ForgettingKind, reason: String, by: String?
  ) throws -> StreamHead {
    // Before the tables are made again, because the walk along the chain asks the journal about replaced lines.
    var journal = try Journal(of: database)
    try journal.append(.forgot, digests: plan.digests) { output, part in
      output.member("kind", word: kind)
      output.member("removed", part == 0 ? plan.report.removed : 0)
      output.member("replaced", part == 0 ? plan.report.replaced : 0)
      output.member("installations", part == 0 ? plan.report.installations : 0)
      output.member("reason", reason)
      if let by { output.member("by", by) }
      if let before = plan.before { output.member("before", before) }
    }
    try LedgerGuard.open(database) {
      try plan.carryOut()
      try makeDerivedAgain(on: database)
    }
    try database.execute(sql: "INSERT INTO unerased VALUES (\(journal.head.revision))")
    return journal.head
  }

  /// Makes the derived tables again, and keeps the documents that only forgotten lines brought.
  private func makeDerivedAgain(on database: Database) throws {
    try database.execute(sql: "CREATE TABLE \(RebuiltDocuments.earlier) AS SELECT digest, body FROM bodies")
    try database.execute(sql: "CREATE UNIQUE INDEX bodies_before_digest ON \(RebuiltDocuments.earlier) (digest)")
    try database.execute(sql: "DELETE FROM kept_documents")
    try rebuild(on: database)
    try database.execute(sql: "DROP TABLE \(RebuiltDocuments.earlier)")
  }
}

extension Ledger {
  /// Erases what an earlier forgetting removed, where a crash or a reader prevented it.
  ///
  /// - Returns: false where a reader still does.
  @discardableResult
  func eraseIfNeeded() throws -> Bool { try isErasureDue() ? try eraseForgotten(waits: false) : true }

  /// True if the file still has bytes of what was forgotten.
  private func isErasureDue() throws -> Bool {
    try LedgerFile.naming(path, "looking for what is to be erased") {
      try queue.read { try Int.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM unerased)") == 1 }
    }
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
        guard try LedgerFile.emptyLog(of: database, patience: waits ? LedgerFile.patience : 0),
          try LedgerFile.unlessBusy({ try database.execute(sql: "VACUUM") }),
          try LedgerFile.emptyLog(of: database, patience: waits ? LedgerFile.patience : 0)
        else { return false }
        try database.execute(sql: "DELETE FROM unerased")
        return try LedgerFile.emptyLog(of: database, patience: waits ? LedgerFile.patience : 0)
      }
    }
  }
}
