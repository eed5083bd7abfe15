import Foundation
import GRDB
import Herald

/// Keeping the bounds. Each removal is found by an index, and costs no more than what came in its place.
extension IntakeLog {
  /// Removes the oldest refused lines beyond the limits, and counts them.
  func cut(_ database: Database) throws {
    let crowded = try Row.fetchAll(
      database, sql: "SELECT token, reason, lines FROM rejected_sums WHERE lines > ?", arguments: [limits.alike])
    for row in crowded {
      let kind = RejectedGroup.Kind(token: row["token"], reason: row["reason"])
      try count(
        "WHERE token = ? AND reason = ?", [kind.token, kind.reason],
        Excess(lines: row["lines"] - limits.alike, bytes: 0), database)
    }
    let share = IntakeLimits.shareOfKey
    let keys = try Row.fetchAll(
      database, sql: "SELECT token, sum(lines) AS lines, sum(bytes) AS bytes FROM rejected_sums GROUP BY token")
    for row in keys {
      try count(
        "WHERE token = ?", [row["token"] as String],
        Excess(lines: row["lines"] - limits.lines / share, bytes: row["bytes"] - limits.bytes / share), database)
    }
    let sums = try Row.fetchOne(
      database, sql: "SELECT ifnull(sum(lines), 0) AS lines, ifnull(sum(bytes), 0) AS bytes FROM rejected_sums")
    guard let sums else { return }
    try count("", [], Excess(lines: sums["lines"] - limits.lines, bytes: sums["bytes"] - limits.bytes), database)
  }

  /// Lines and bytes that are too many; not above zero for none.
  private struct Excess {
    var lines: Int
    var bytes: Int
    var isLeft: Bool { lines > 0 || bytes > 0 }
  }

  /// Removes the oldest lines until nothing is too much, and counts them.
  private func count(
    _ condition: String, _ arguments: StatementArguments, _ excess: Excess, _ database: Database
  ) throws {
    var excess = excess
    guard excess.isLeft else { return }
    var removed: [Int64] = []
    var counted: [RejectedGroup.Kind: CountedLines] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT id, token, reason, times, first, last, size, digest FROM rejected \(condition) ORDER BY last, id",
      arguments: arguments)
    while excess.isLeft, let row = try rows.next() {
      removed.append(row["id"])
      excess.lines -= 1
      excess.bytes -= row["size"]
      let line = CountedLines(row)
      let kind = RejectedGroup.Kind(token: row["token"], reason: row["reason"])
      guard let known = counted[kind] else {
        counted[kind] = line
        continue
      }
      counted[kind] = CountedLines(
        times: known.times + line.times, first: min(known.first, line.first), last: max(known.last, line.last),
        digest: line.digest)
    }
    for (kind, lines) in counted { try lines.insert(into: database, kind) }
    let delete = try database.cachedStatement(sql: "DELETE FROM rejected WHERE id = ?")
    for id in removed { try delete.execute(arguments: [id]) }
  }

  /// Removes the forks and gaps that came first, where there are too many.
  func cutRefusals(_ database: Database) throws {
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM refusals") ?? 0
    guard count > IntakeLimits.refusals else { return }
    try database.execute(
      sql: """
        DELETE FROM refusals WHERE (source, reason) IN
          (SELECT source, reason FROM refusals ORDER BY last LIMIT \(count - IntakeLimits.refusals))
        """)
  }

  /// Number of new receipts after which the oldest ones are removed: of all, and of the installation that sent just then.
  private static let receiptsBetweenCuts: Int64 = 1000
  private static let receiptsOfOneBetweenCuts: Int64 = 64

  /// Stores a receipt, and now and then removes the oldest ones beyond the limits.
  func insert(_ receipt: Receipt, into database: Database) throws {
    try receipt.insert(into: database)
    let id = database.lastInsertedRowID
    if id % Self.receiptsOfOneBetweenCuts == 0 {
      try database.execute(
        sql: """
          DELETE FROM receipts WHERE rowid IN
            (SELECT rowid FROM receipts WHERE source = ? ORDER BY last DESC LIMIT -1 OFFSET ?)
          """, arguments: [receipt.source.string, IntakeLimits.receiptsOfOne])
    }
    if id % Self.receiptsBetweenCuts == 0 {
      try database.execute(
        sql: "DELETE FROM receipts WHERE rowid <= ?", arguments: [id - Int64(IntakeLimits.receipts)])
    }
  }
}
