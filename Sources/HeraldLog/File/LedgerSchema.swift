import GRDB

/// The tables of a ledger.
///
/// The truth is in `lines`, the events as they were written with the chain over them, and in the tables of what was
/// forgotten (``LedgerMigration``). Every other table is derived from these and may be deleted at any time; the next
/// writer rebuilds it. An ``AnalysisSchema`` adds views for queries.
enum LedgerSchema {
  /// "HRLD", which distinguishes a ledger from any other SQLite file.
  static let applicationID = 0x4852_4C44

  /// The number of steps in ``LedgerMigration/all``.
  static let version = 6

  /// The derived tables, made again whenever one of them is missing.
  static let derived: String =
    """
    -- Rows that answers rest on have a checksum (``RowSum``).
    -- Each stream: its source, its last revision, how many events it has, whether its lines carry revisions, and the
    -- last value of its chain.
    CREATE TABLE IF NOT EXISTS streams (
      id INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE, head INTEGER NOT NULL, events INTEGER NOT NULL,
      numbered INTEGER NOT NULL, chain BLOB NOT NULL, sum INTEGER NOT NULL
    ) STRICT;
    -- The facts that a replay reads, clustered by stream: event = stream * 2^32 + revision. Time is in milliseconds
    -- since 1970, zone in minutes ahead of UTC, type the code of the event's type (0: unknown), data packed.
    CREATE TABLE IF NOT EXISTS facts (
      event INTEGER PRIMARY KEY, position INTEGER NOT NULL, time INTEGER NOT NULL, zone INTEGER NOT NULL,
      type INTEGER NOT NULL, data BLOB NOT NULL, sum INTEGER NOT NULL
    ) STRICT;
    -- The same facts packed, many in a row: event is the first one's key, last the last one's, events their number.
    CREATE TABLE IF NOT EXISTS runs (
      event INTEGER PRIMARY KEY, last INTEGER NOT NULL, events INTEGER NOT NULL, data BLOB NOT NULL, sum INTEGER NOT NULL
    ) STRICT;
    -- Events by a hash of source and id.
    CREATE TABLE IF NOT EXISTS ids (hash INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (hash, position))
      STRICT, WITHOUT ROWID;
    -- Texts and properties that packed data refers to by number.
    CREATE TABLE IF NOT EXISTS texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS profiles (
      id INTEGER PRIMARY KEY, properties TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS bodies (digest TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS snapshots (
      stream INTEGER PRIMARY KEY, revision INTEGER NOT NULL, state TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT;
    -- One row: the fingerprint of the Herald that made the tables above, or 0 after rows of them were deleted.
    CREATE TABLE IF NOT EXISTS derived (complete INTEGER NOT NULL) STRICT;
    """ + needed.map(watching).joined()

  /// Makes the derived tables that are missing.
  static func makeDerived(on database: Database) throws {
    try database.execute(sql: derived)
    try database.execute(
      sql: "INSERT INTO derived SELECT \(DerivedFingerprint.current) WHERE NOT EXISTS (SELECT 1 FROM derived)")
  }

  /// The tables that a replay needs.
  static let needed = ["streams", "facts", "runs", "ids", "texts", "profiles", "bodies"]
  static let derivedTables = needed + ["snapshots", "derived"]

  /// Records that rows of a table were deleted, so that readers don't have to count them.
  private static func watching(_ table: String) -> String {
    """

    CREATE TRIGGER IF NOT EXISTS \(table)_are_missing AFTER DELETE ON \(table)
      BEGIN UPDATE derived SET complete = 0; END;
    """
  }

  /// The key of an event in `facts`.
  static func key(stream: Int, revision: Int) -> Int64 { Int64(stream) << 32 | Int64(revision) }
  /// The highest revision that fits a key.
  static let lastRevision = 0xFFFF_FFFF
  static func stream(ofKey key: Int64) -> Int { Int(key >> 32) }
  static func revision(ofKey key: Int64) -> Int { Int(key & 0xFFFF_FFFF) }
}

/// The positions of a ledger: of its lines, and of lines that were forgotten.
struct Positions {
  /// The last position that was ever given.
  let last: Int
  /// The number of events that are there.
  let events: Int

  init(on database: Database) throws {
    let line = try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") ?? 0
    let hole = try Int.fetchOne(database, sql: "SELECT max(last) FROM holes") ?? 0
    let forgotten = try Int.fetchOne(database, sql: "SELECT sum(last - first + 1) FROM holes") ?? 0
    last = max(line, hole)
    events = last - forgotten
  }
}
