import Foundation
import GRDB
import Herald

/// Refused lines of one key and reason that are not kept.
struct CountedLines: Sendable {
  var times: Int
  var first: Timestamp
  var last: Timestamp
  /// The digest of one of them; nil after something was forgotten, because a digest confirms a guess at its line.
  var digest: [UInt8]?

  func insert(into database: Database, _ kind: RejectedGroup.Kind) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO counted VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (token, reason) DO UPDATE SET
          times = times + excluded.times, first = min(first, excluded.first), last = max(last, excluded.last),
          digest = excluded.digest
        """
    ).execute(arguments: [
      kind.token, kind.reason, times, first.milliseconds, last.milliseconds, digest.map { Data($0) },
    ])
  }
}

extension CountedLines {
  init(_ row: Row) {
    times = row["times"]
    first = Timestamp(milliseconds: row["first"])
    last = Timestamp(milliseconds: row["last"])
    digest = (row["digest"] as Data?).map { Array($0) }
  }
}
