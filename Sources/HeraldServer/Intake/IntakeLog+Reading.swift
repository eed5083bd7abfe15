import GRDB
import Herald

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

  /// The accesses of people to installations, the newest first.
  func accesses(atMost limit: Int) throws -> [Access] {
    try read("reading who looked") { database in
      try Row.fetchAll(database, sql: "SELECT * FROM accesses ORDER BY rowid DESC LIMIT \(limit)").map { Access($0) }
    }
  }
}

/// An access: somebody looked at the data of an installation.
struct Access: Sendable {
  let time: Timestamp
  /// The id of the token.
  let token: String
  let source: ExactString
  /// The part that was looked at.
  let what: String

  init(_ row: Row) {
    time = Timestamp(milliseconds: row["time"])
    token = row["token"]
    source = ExactString(row["source"] as String)
    what = row["what"]
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
