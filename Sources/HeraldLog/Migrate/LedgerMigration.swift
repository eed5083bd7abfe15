import GRDB
import Herald

/// One step from an older schema of a ledger to the next. A released step never changes. Derived tables are made after
/// all steps.
enum LedgerMigration {
  case statements(String)
  /// Verifies the chain that the first version of Herald wrote, and replaces it by the second.
  case secondChain

  /// The steps from an empty file to the newest schema.
  static let all: [LedgerMigration] = [
    .statements(lines), .statements(freeTheNameOfEvents), .statements(journal), .secondChain,
    .statements(firstLines), .statements(receptions),
  ]

  /// Brings a ledger's schema up to date, within the caller's transaction.
  ///
  /// - Throws: ``LedgerError`` where the ledger's chain does not cover an event.
  static func run(on database: Database, path: String) throws {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version < all.count else { return }
    for step in all.dropFirst(version) {
      switch step {
      case .statements(let sql): try database.execute(sql: sql)
      case .secondChain: try ChainV2.migrate(database, path: path, isNew: version == 0)
      }
    }
    try finish(on: database)
  }

  /// Makes the tables of a ledger that has none, whatever its schema says.
  static func makeTables(on database: Database) throws {
    for case .statements(let sql) in all { try database.execute(sql: sql) }
    try finish(on: database)
  }

  private static func finish(on database: Database) throws {
    try LedgerSchema.makeDerived(on: database)
    try database.execute(
      sql: "PRAGMA application_id = \(LedgerSchema.applicationID); PRAGMA user_version = \(all.count)")
  }

  /// The truth: the events.
  private static let lines =
    """
    CREATE TABLE events (
      position INTEGER PRIMARY KEY,
      stream INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      line TEXT NOT NULL,
      chain BLOB NOT NULL
    ) STRICT;
    CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
      BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
    CREATE TRIGGER events_are_never_removed BEFORE DELETE ON events
      BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
    """

  /// Frees the name `events` for a view. Derived tables are dropped first, and made again afterwards.
  private static let freeTheNameOfEvents =
    ["streams", "facts", "runs", "ids", "texts", "profiles", "documents", "snapshots", "derived"]
    .map { "DROP TABLE IF EXISTS \($0);\n" }.joined() + """
      DROP TRIGGER events_are_never_changed;
      DROP TRIGGER events_are_never_removed;
      ALTER TABLE events RENAME TO lines;
      """ + LedgerGuard.make(for: ["lines"])

  /// The tables of the ledger's history: its journal, and the parts that were forgotten.
  private static let journal =
    """
    -- One row: the ledger's own name, and the secret with which names of forgotten installations are hashed.
    CREATE TABLE identity (uuid TEXT NOT NULL, secret BLOB NOT NULL) STRICT;
    -- The journal: events about the ledger itself, chained as lines are.
    CREATE TABLE journal (position INTEGER PRIMARY KEY, line TEXT NOT NULL, chain BLOB NOT NULL) STRICT;
    -- Positions whose lines were forgotten.
    CREATE TABLE holes (first INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
    -- Lines that another line took the place of, each with the digest of the line that was chained.
    CREATE TABLE replaced (position INTEGER PRIMARY KEY, digest BLOB NOT NULL) STRICT;
    -- Installations that were forgotten, by the keyed hash of their names.
    CREATE TABLE forgotten (
      name BLOB PRIMARY KEY, revision INTEGER NOT NULL, events INTEGER NOT NULL, chain BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Streams whose first events were forgotten, each with the state after them. They lay before a time, in
    -- milliseconds since 1970.
    CREATE TABLE anchors (
      stream INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL, events INTEGER NOT NULL,
      numbered INTEGER NOT NULL, before INTEGER NOT NULL, chain BLOB NOT NULL, salt BLOB NOT NULL, state TEXT NOT NULL
    ) STRICT;
    -- Documents that no line brings any more, though events or anchors name them.
    CREATE TABLE kept_documents (digest TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
    -- A row while the file may still contain bytes of what was forgotten.
    CREATE TABLE unerased (since INTEGER PRIMARY KEY) STRICT;
    """ + LedgerGuard.make(for: LedgerGuard.firstForgettable.dropFirst() + ["journal", "identity"])

  /// The digests of first lines, which show the owners of streams after these lines were forgotten.
  private static let firstLines = "ALTER TABLE anchors ADD COLUMN first BLOB;"

  /// Adds the table of arrivals, and drops the views of older versions, because they may lack events.
  private static let receptions =
    """
    -- Of the events from a position to another: when a server received them, and the time of sending by the device's clock,
    -- both in milliseconds since 1970. The chain does not cover them.
    CREATE TABLE receptions (
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, received INTEGER NOT NULL, sent INTEGER
    ) STRICT;
    """ + LedgerGuard.make(for: ["receptions"])
    + ["events", "decisions", "prompts", "updates", "installations", "rules", "documents", "tables_behind"]
    .map { "\nDROP VIEW IF EXISTS \($0);" }.joined()
}

/// The triggers that refuse every change of what is true.
///
/// A forgetting and a migration pass them, with ``open(_:)`` inside their transaction. No other statement does.
enum LedgerGuard {
  /// The tables in which a forgetting may remove or replace rows. The journal is not among them.
  static let forgettable = firstForgettable + ["receptions"]
  /// The first of them, as a released step made their triggers.
  static let firstForgettable = ["lines", "holes", "replaced", "forgotten", "anchors", "kept_documents"]

  static func make(for tables: some Sequence<String>) -> String {
    tables.map { table in
      """

      CREATE TRIGGER \(table)_are_never_changed BEFORE UPDATE ON \(table)
        BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
      CREATE TRIGGER \(table)_are_never_removed BEFORE DELETE ON \(table)
        BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
      """
    }.joined()
  }

  /// Runs `body`, which may change and remove rows of the truth, within the caller's transaction.
  ///
  /// - Parameter tables: the tables that there are.
  static func open(
    _ database: Database, _ tables: [String] = forgettable, _ body: () throws -> Void
  ) throws {
    for table in tables {
      try database.execute(sql: "DROP TRIGGER \(table)_are_never_changed; DROP TRIGGER \(table)_are_never_removed")
    }
    try body()
    try database.execute(sql: make(for: tables))
  }
}
