import GRDB

/// Figures of what was refused, for the server's metrics.
struct IntakeFigures: Hashable, Sendable {
  /// The number of refused lines that are kept, and their size in bytes.
  var lines = 0
  var bytes = 0
  /// The number of refused lines that were only counted, because too many were like them or there was no room.
  var counted = 0
  /// The number of installations with a fork, and with a gap.
  var forks = 0
  var gaps = 0

  /// The number of installations by the reason of their refusals.
  var refusals: [(reason: String, installations: Int)] {
    [(Refusal.Reason.fork.rawValue, forks), (Refusal.Reason.gap.rawValue, gaps)]
  }

  init() {}

  init(of database: Database) throws {
    let sums = try Row.fetchOne(
      database, sql: "SELECT ifnull(sum(lines), 0) AS lines, ifnull(sum(bytes), 0) AS bytes FROM rejected_sums")
    lines = sums?["lines"] ?? 0
    bytes = sums?["bytes"] ?? 0
    counted = try Int.fetchOne(database, sql: "SELECT sum(times) FROM counted") ?? 0
    let reasons = try Row.fetchAll(database, sql: "SELECT reason, count(*) FROM refusals GROUP BY reason")
    for row in reasons {
      switch Refusal.Reason(rawValue: row[0]) {
      case .fork: forks = row[1]
      case .gap: gaps = row[1]
      case nil: break
      }
    }
  }
}
