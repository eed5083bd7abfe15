import GRDB

extension TestPhone {
  /// Makes the ledger refuse every event, as a full disk does, until it's told to accept them again.
  func breakLedger(_ isBroken: Bool = true) throws { try breakEvents(isBroken ? "1" : nil) }

  /// Makes the ledger refuse showings alone.
  func breakShowings() throws { try breakEvents("NEW.line LIKE '%prompt.shown%'") }

  private func breakEvents(_ condition: String?) throws {
    let queue = try DatabaseQueue(path: ledger)
    try queue.write { database in
      try database.execute(sql: "DROP TRIGGER IF EXISTS broken")
      if let condition {
        try database.execute(
          sql: """
            CREATE TRIGGER broken BEFORE INSERT ON events WHEN \(condition)
            BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
            """)
      }
    }
    try queue.close()
  }
}
