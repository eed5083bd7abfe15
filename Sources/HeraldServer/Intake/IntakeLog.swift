import Foundation
import GRDB
import Herald
import HeraldLog

/// Data about an app that its ledger does not have: refused lines, receipts with the times of sending and arrival, and
/// the looks of people at data.
///
/// The data is in a file of its own beside the ledger, with the ledger's writer as its only writer.
final class IntakeLog: Sendable {
  private let queue: DatabaseQueue
  let path: String

  /// "HRLA", which distinguishes it from any other SQLite file.
  private static let applicationID = 0x4852_4C41
  /// The largest part of a refused line that is kept, in bytes.
  static let longestLine = 64 << 10

  init(path: String) throws {
    self.path = path
    queue = try VersionedTables(applicationID: Self.applicationID, name: "what came for an app", steps: Self.steps)
      .open(path, "PRAGMA journal_mode = WAL")
  }

  /// The steps from one version to the next; append only. Times are in milliseconds since 1970.
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
    // A look may be at data of several installations, and has a number.
    """
    DROP INDEX accesses_by_source;
    ALTER TABLE accesses RENAME TO older;
    CREATE TABLE accesses (
      time INTEGER NOT NULL, token TEXT NOT NULL, source TEXT, what TEXT NOT NULL, count INTEGER
    ) STRICT;
    INSERT INTO accesses SELECT time, token, source, what, NULL FROM older ORDER BY rowid;
    DROP TABLE older;
    CREATE INDEX accesses_by_source ON accesses (source, time);
    """,
  ]

  /// Stores what came; refused lines durably.
  func store(_ rejected: [RejectedLine], _ receipts: [Receipt]) throws {
    if rejected.isEmpty, receipts.isEmpty { return }
    try LedgerError.naming(path, "storing what came") {
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA synchronous = \(rejected.isEmpty ? "NORMAL" : "FULL")")
        try database.inTransaction(.immediate) {
          for line in rejected { try line.insert(into: database) }
          for receipt in receipts { try receipt.insert(into: database) }
          return .commit
        }
      }
    }
  }

  /// Number of accesses that are kept. The oldest ones are removed first.
  static let mostAccesses = 100_000
  /// Number of new accesses after which the oldest ones are removed.
  private static let accessesBetweenCuts = 1000

  /// Puts a look on record.
  func note(_ look: Look) throws {
    try LedgerError.naming(path, "noting who looked") {
      try queue.write { database in
        try database.cachedStatement(sql: "INSERT INTO accesses VALUES (?, ?, ?, ?, ?)").execute(arguments: [
          look.time.milliseconds, look.token, look.source?.string, look.what, look.count,
        ])
        guard database.lastInsertedRowID % Int64(Self.accessesBetweenCuts) == 0 else { return }
        try database.execute(
          sql: "DELETE FROM accesses WHERE rowid <= ?",
          arguments: [database.lastInsertedRowID - Int64(Self.mostAccesses)])
      }
    }
  }

  /// Removes what names an installation or a text, such as a user.
  func forget(sources: [ExactString], texts: [String]) throws {
    try forgetting { database in
      for table in ["receipts", "accesses", "rejected"] {
        for source in sources {
          try database.execute(sql: "DELETE FROM \(table) WHERE source = ?", arguments: [source.string])
        }
      }
      for text in sources.map(\.string) + texts {
        try database.execute(
          sql: "DELETE FROM rejected WHERE instr(line, CAST(? AS BLOB)) > 0", arguments: [text])
      }
    }
  }

  /// Removes what came before a time.
  func forget(before time: Timestamp) throws {
    try forgetting {
      for (table, column) in [("receipts", "received"), ("accesses", "time"), ("rejected", "last")] {
        try $0.execute(sql: "DELETE FROM \(table) WHERE \(column) < ?", arguments: [time.milliseconds])
      }
    }
  }

  /// Changes the tables so that the bytes of what is deleted leave the file and the log beside it.
  private func forgetting(_ body: (Database) throws -> Void) throws {
    try LedgerError.naming(path, "forgetting") {
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA secure_delete = ON; PRAGMA synchronous = FULL")
        try database.inTransaction(.immediate) {
          try body(database)
          return .commit
        }
        _ = try? database.checkpoint(.truncate)
      }
    }
  }

  func read<Result>(_ doing: String, _ body: (Database) throws -> Result) throws -> Result {
    try LedgerError.naming(path, doing) { try queue.read(body) }
  }

  func close() throws {
    try LedgerError.naming(path, "closing it") {
      // A reader that stays keeps a part of the log; what was committed is durable all the same.
      _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try queue.close()
    }
  }
}

/// Reads what came for an app and who looked at it.
extension IntakeLog {
  /// The refused lines, the newest first.
  func rejected(atMost limit: Int, source: ExactString? = nil) throws -> [RejectedLine] {
    try read("reading refused lines") { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM rejected WHERE ?1 IS NULL OR source = ?1 ORDER BY last DESC, digest LIMIT ?2",
        arguments: [source?.string, limit]
      ).map { RejectedLine($0) }
    }
  }

  /// The number of refused lines of an installation.
  func rejectedCount(of source: ExactString) throws -> Int {
    try read("counting refused lines") { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM rejected WHERE source = ?", arguments: [source.string]) ?? 0
    }
  }

  /// The receipts, the newest first.
  ///
  /// - Parameter source: the only installation; nil for all.
  func receipts(of source: ExactString? = nil, atMost limit: Int) throws -> [Receipt] {
    try read("reading receipts") { database in
      let condition = source == nil ? "" : "WHERE source = ?"
      return try Row.fetchAll(
        database, sql: "SELECT * FROM receipts \(condition) ORDER BY rowid DESC LIMIT \(limit)",
        arguments: source.map { [$0.string] } ?? []
      ).map { Receipt($0) }
    }
  }

  /// The looks of people at data, the newest first.
  func looks(atMost limit: Int) throws -> [Look] {
    try read("reading who looked") { database in
      try Row.fetchAll(database, sql: "SELECT * FROM accesses ORDER BY rowid DESC LIMIT \(limit)").map { Look($0) }
    }
  }
}

extension Look {
  fileprivate init(_ row: Row) {
    self.init(
      time: Timestamp(milliseconds: row["time"]), token: row["token"],
      source: (row["source"] as String?).map { ExactString($0) }, what: row["what"], count: row["count"])
  }
}

extension Receipt {
  init(_ row: Row) {
    self.init(
      source: ExactString(row["source"] as String), received: Timestamp(milliseconds: row["received"]),
      sent: row["sent"], revisions: (row["first"] as Int)...max(row["first"], row["last"]))
  }

  /// The milliseconds from the device's time of sending to the arrival. Negative for a clock that is ahead; nil for a
  /// time that cannot be read.
  var delay: Int64? {
    DeviceTime(rfc3339: sent).map { received.milliseconds - $0.moment.milliseconds }
  }
}
