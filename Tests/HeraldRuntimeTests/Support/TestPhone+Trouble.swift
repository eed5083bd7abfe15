import GRDB
import HeraldLog

extension TestPhone {
  /// Makes the ledger refuse every event, as a full disk does, until the flag is reset.
  func breakLedger(_ isBroken: Bool = true) throws { try breakEvents(isBroken ? "1" : nil) }

  /// Makes the ledger refuse showings only.
  func breakShowings() throws { try breakEvents("NEW.line LIKE '%prompt.shown%'") }

  private func breakEvents(_ condition: String?) throws {
    let queue = try DatabaseQueue(path: ledger)
    try queue.write { database in
      try database.execute(sql: "DROP TRIGGER IF EXISTS broken")
      if let condition {
        try database.execute(
          sql: """
            CREATE TRIGGER broken BEFORE INSERT ON lines WHEN \(condition)
            BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
            """)
      }
    }
    try queue.close()
  }

  /// Damages the ledger's schema, which an app that has the ledger open finds with its next write.
  func damageLedger() throws {
    let queue = try DatabaseQueue(path: ledger)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA writable_schema = ON")
      try database.execute(sql: "UPDATE sqlite_master SET sql = 'CREATE nonsense' WHERE name = 'lines'")
      // Other connections read the schema again only where its version has changed.
      let version = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
      try database.execute(sql: "PRAGMA schema_version = \(version + 1)")
    }
    try queue.close()
  }

  /// Stores the last event, whose append failed, as after a power loss between the write and its acknowledgement.
  func storeLastEvent(_ type: String, _ data: String) throws {
    let ledger = try Ledger(path: ledger)
    let revision = try types().count + 1
    let line =
      #"{"specversion":"1.0","id":"e-\#(ids.value)","source":"/i/1","type":"\#(type)","time":"\#(clock.value)","revision":\#(revision),"data":\#(data)}"#
    _ = try ledger.append(line: line)
    try ledger.close()
  }
}
