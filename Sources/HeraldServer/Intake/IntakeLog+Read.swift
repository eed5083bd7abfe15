import Foundation
import GRDB
import Herald
import HeraldLog

/// Reading what came for an app.
extension IntakeLog {
  /// The refused lines, the newest first.
  func rejected(atMost limit: Int, source: ExactString? = nil, reason: String? = nil) throws -> [RejectedLine] {
    try read("reading refused lines") { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM rejected WHERE (?1 IS NULL OR source = ?1) AND (?2 IS NULL OR reason = ?2)
          ORDER BY last DESC, id DESC LIMIT ?3
          """,
        arguments: [source?.string, reason, limit]
      ).map { RejectedLine($0) }
    }
  }

  /// The number of refused lines of an installation.
  func rejectedCount(of source: ExactString) throws -> Int {
    try read("counting refused lines") { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM rejected WHERE source = ?", arguments: [source.string]) ?? 0
    }
  }

  /// The reasons for which lines were refused, the commonest first.
  ///
  /// - Parameter source: the only installation; nil for all. Lines that are only counted are of no known installation.
  func reasons(of source: ExactString? = nil) throws -> [RejectedReason] {
    try read("counting refused lines") { database in
      var reasons = try Row.fetchAll(
        database,
        sql: """
          SELECT reason, count(*) AS lines, count(DISTINCT source) AS sources, sum(times) AS times,
            sum(policy) AS policies, min(first) AS first, max(last) AS last
          FROM rejected WHERE ?1 IS NULL OR source = ?1 GROUP BY reason ORDER BY reason
          """, arguments: [source?.string]
      ).map { RejectedReason($0) }
      for row in try Row.fetchAll(
        database,
        sql: """
          SELECT reason, type FROM rejected WHERE type IS NOT NULL AND (?1 IS NULL OR source = ?1)
          GROUP BY reason, type ORDER BY count(*) DESC, type LIMIT 1000
          """, arguments: [source?.string])
      {
        guard let place = reasons.firstIndex(where: { $0.name == row["reason"] }),
          reasons[place].types.count < RejectedReason.mostTypes
        else { continue }
        reasons[place].types.append(row["type"])
      }
      if source == nil {
        for row in try Row.fetchAll(
          database,
          sql: """
            SELECT reason, sum(times) AS times, min(first) AS first, max(last) AS last, max(digest) AS digest
            FROM counted GROUP BY reason ORDER BY reason
            """)
        {
          let name: String = row["reason"]
          let place = reasons.firstIndex { $0.name == name } ?? reasons.endIndex
          if place == reasons.endIndex { reasons.append(RejectedReason(name: name)) }
          reasons[place].counted = CountedLines(row)
        }
      }
      return reasons.sorted { ($1.all, $0.name) < ($0.all, $1.name) }
    }
  }

  /// The installations of the lines that were refused for a reason, the most troubled first.
  func sources(of reason: String, atMost limit: Int) throws -> [ExactString] {
    try read("counting refused lines") { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT source FROM rejected WHERE reason = ? AND source IS NOT NULL
          GROUP BY source ORDER BY count(*) DESC, source LIMIT \(limit)
          """, arguments: [reason]
      ).map { ExactString($0) }
    }
  }

  /// The forks and gaps, the newest first.
  ///
  /// - Parameter source: the only installation; nil for all.
  func refusals(of source: ExactString? = nil, atMost limit: Int) throws -> [Refusal] {
    try read("reading forks and gaps") { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM refusals WHERE ?1 IS NULL OR source = ?1 ORDER BY last DESC, source LIMIT ?2",
        arguments: [source?.string, limit]
      ).compactMap { Refusal($0) }
    }
  }

  /// The arrival of each installation's last events, of those that told when they sent them.
  func lastReceipts() throws -> [ExactString: Timestamp] {
    try read("reading receipts") { database in
      // SQLite takes the other columns from the row of the greatest revision.
      let rows = try Row.fetchCursor(database, sql: "SELECT source, received, max(last) FROM receipts GROUP BY source")
      var receipts: [ExactString: Timestamp] = [:]
      while let row = try rows.next() {
        receipts[ExactString(row["source"] as String)] = Timestamp(milliseconds: row["received"])
      }
      return receipts
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
}

/// The lines that were refused for one reason.
struct RejectedReason: Sendable {
  let name: String
  /// The number of lines that are kept, of their installations, and of the times that they came.
  var lines = 0
  var sources = 0
  var times = 0
  /// The number of these lines that brought a document.
  var policies = 0
  /// The commonest types of the events that they would have been.
  var types: [String] = []
  var first: Timestamp?
  var last: Timestamp?
  /// The lines that are only counted; nil for none.
  var counted: CountedLines?

  /// The number of times that a line was refused for this reason.
  var all: Int { times + (counted?.times ?? 0) }

  static let mostTypes = 4

  init(name: String) { self.name = name }

  init(_ row: Row) {
    name = row["reason"]
    lines = row["lines"]
    sources = row["sources"]
    times = row["times"]
    policies = row["policies"]
    first = Timestamp(milliseconds: row["first"])
    last = Timestamp(milliseconds: row["last"])
  }
}
