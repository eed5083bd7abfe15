/// The tables of what came for an app, in the versions that they had one after the other. Times are in milliseconds since
/// 1970.
enum IntakeTables {
  /// The steps from one version to the next; append only.
  static let steps = [
    """
    CREATE TABLE rejected (
      digest BLOB PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, times INTEGER NOT NULL, token TEXT NOT NULL,
      source TEXT, reason TEXT NOT NULL, what TEXT NOT NULL, why TEXT NOT NULL, fix TEXT NOT NULL, line BLOB NOT NULL,
      length INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE receipts (
      source TEXT NOT NULL, received INTEGER NOT NULL, sent TEXT, first INTEGER NOT NULL, last INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX receipts_by_source ON receipts (source, last);
    CREATE TABLE accesses (time INTEGER NOT NULL, token TEXT NOT NULL, source TEXT NOT NULL, what TEXT NOT NULL) STRICT;
    CREATE INDEX accesses_by_source ON accesses (source, time);
    """,
    bounded,
    IntakeLog.firstsTable,
    looks,
  ]

  /// A look may be at data of several installations, and has a number.
  private static let looks = """
    DROP INDEX accesses_by_source;
    ALTER TABLE accesses RENAME TO older;
    CREATE TABLE accesses (
      time INTEGER NOT NULL, token TEXT NOT NULL, source TEXT, what TEXT NOT NULL, count INTEGER
    ) STRICT;
    INSERT INTO accesses SELECT time, token, source, what, NULL FROM older ORDER BY rowid;
    DROP TABLE older;
    CREATE INDEX accesses_by_source ON accesses (source, time);
    """

  /// Bounds on refused lines. The line stands last, so that the columns before it are read without it.
  private static let bounded = """
    ALTER TABLE rejected RENAME TO earlier;
    CREATE TABLE rejected (
      id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, first INTEGER NOT NULL, last INTEGER NOT NULL,
      times INTEGER NOT NULL, token TEXT NOT NULL, source TEXT, reason TEXT NOT NULL, revision INTEGER, type TEXT,
      time TEXT, policy INTEGER NOT NULL, length INTEGER NOT NULL, size INTEGER NOT NULL, what TEXT NOT NULL,
      why TEXT NOT NULL, fix TEXT NOT NULL, line BLOB NOT NULL
    ) STRICT;
    INSERT INTO rejected (digest, first, last, times, token, source, reason, policy, length, size, what, why, fix, line)
      SELECT digest, first, last, times, token, source, reason, 0, length, length(line) + 1024, what, why, fix, line
      FROM earlier ORDER BY last;
    DROP TABLE earlier;
    CREATE INDEX rejected_by_reason ON rejected (token, reason, last);
    CREATE INDEX rejected_by_token ON rejected (token, last);
    CREATE INDEX rejected_by_source ON rejected (source, last);
    CREATE INDEX rejected_by_age ON rejected (last);
    -- The number and size of the lines that are kept, so that nobody has to count them.
    CREATE TABLE rejected_sums (
      token TEXT NOT NULL, reason TEXT NOT NULL, lines INTEGER NOT NULL, bytes INTEGER NOT NULL,
      PRIMARY KEY (token, reason)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO rejected_sums SELECT token, reason, count(*), sum(size) FROM rejected GROUP BY token, reason;
    CREATE TRIGGER rejected_are_added AFTER INSERT ON rejected BEGIN
      INSERT INTO rejected_sums VALUES (new.token, new.reason, 1, new.size)
        ON CONFLICT (token, reason) DO UPDATE SET lines = lines + 1, bytes = bytes + excluded.bytes;
    END;
    CREATE TRIGGER rejected_are_removed AFTER DELETE ON rejected BEGIN
      UPDATE rejected_sums SET lines = lines - 1, bytes = bytes - old.size
        WHERE token = old.token AND reason = old.reason;
    END;
    -- Lines of one key and reason that are not kept: their number, and the digest of the last of them.
    CREATE TABLE counted (
      token TEXT NOT NULL, reason TEXT NOT NULL, times INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
      digest BLOB, PRIMARY KEY (token, reason)
    ) STRICT, WITHOUT ROWID;
    -- Forks and gaps: what was refused because of its place in a stream.
    CREATE TABLE refusals (
      source TEXT NOT NULL, reason TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, times INTEGER NOT NULL,
      revision INTEGER, expected INTEGER, events INTEGER NOT NULL, types TEXT NOT NULL, policies INTEGER NOT NULL,
      PRIMARY KEY (source, reason)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX refusals_by_age ON refusals (last);
    -- One row: the time at which events came last.
    CREATE TABLE arrived (time INTEGER NOT NULL) STRICT;
    INSERT INTO arrived
      SELECT time FROM (SELECT max(received) AS time FROM receipts) WHERE time IS NOT NULL;
    """
}
