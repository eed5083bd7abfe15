import GRDB
import Herald
import HeraldLog

/// The refused lines and forks, for conditions on installations.
extension IntakeLog {
  /// The lines that were refused and the forks, by installation. A line counts from the revision before its own on.
  ///
  /// - Throws: `LedgerError`.
  func lineRefusals() throws -> [ExactString: LineRefusals] {
    try read("reading refused lines") { database in
      var refusals: [ExactString: LineRefusals] = [:]
      let lines = try Row.fetchCursor(
        database, sql: "SELECT source, revision FROM rejected WHERE source IS NOT NULL ORDER BY id")
      while let row = try lines.next() {
        refusals[ExactString(row["source"] as String), default: LineRefusals()]
          .appendLine(after: ((row["revision"] as Int?) ?? 1) - 1)
      }
      let forks = try Row.fetchCursor(
        database, sql: "SELECT source, revision, times FROM refusals WHERE reason = ?",
        arguments: [Refusal.Reason.fork.rawValue])
      while let row = try forks.next() {
        refusals[ExactString(row["source"] as String), default: LineRefusals()]
          .appendFork(after: ((row["revision"] as Int?) ?? 1) - 1, count: row["times"])
      }
      return refusals
    }
  }
}
