import Foundation
import GRDB
import Herald
import HeraldLog

/// A line that is bad for good, kept as it came so that nothing that was refused is lost.
struct RejectedLine: Sendable {
  /// The SHA-256 of the whole line: the same line may come many times.
  var digest: [UInt8]
  /// The time at which it came last.
  let time: Timestamp
  /// The id of the token that it came with.
  let token: String
  let source: ExactString?
  let reason: String
  var finding: Finding
  /// The line, or the first ``IntakeLog/longestLine`` bytes of it.
  var line: [UInt8]
  /// The length of the whole line in bytes.
  let length: Int
  /// Number of times that it came.
  var times = 1
  /// The time at which it came first; nil for a new line.
  var first: Timestamp?

  init(_ refused: BatchOutcome.Refused, token: String, at time: Timestamp) {
    digest = Self.digest(of: refused.bytes)
    self.time = time
    self.token = token
    source = refused.source
    reason = refused.finding.code.name
    finding = refused.finding.words
    line = Array(refused.bytes.prefix(IntakeLog.longestLine))
    length = refused.bytes.count
  }

  static func digest(of line: [UInt8]) -> [UInt8] {
    var hash = SHA256Hasher()
    line.withBorrowedBytes { hash.update($0) }
    return hash.finish()
  }

  func insert(into database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO rejected VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (digest) DO UPDATE SET times = times + 1, last = excluded.last, token = excluded.token
        """
    ).execute(arguments: [
      Data(digest), time.milliseconds, time.milliseconds, token, source?.string, reason, finding.what,
      finding.why, finding.fix, Data(line), length,
    ])
  }
}

extension RejectedLine {
  init(_ row: Row) {
    digest = Array(row["digest"] as Data)
    time = Timestamp(milliseconds: row["last"])
    token = row["token"]
    source = (row["source"] as String?).map { ExactString($0) }
    reason = row["reason"]
    finding = Finding(row["what"], why: row["why"], fix: row["fix"])
    line = Array(row["line"] as Data)
    length = row["length"]
    times = row["times"]
    first = Timestamp(milliseconds: row["first"])
  }
}

/// The time at which a part of a stream came, and the device's time of sending. No decision uses it; it is for people.
struct Receipt: Sendable {
  let source: ExactString
  let received: Timestamp
  /// The device's time as it wrote it.
  let sent: String
  let revisions: ClosedRange<Int>

  func insert(into database: Database) throws {
    try database.cachedStatement(sql: "INSERT INTO receipts VALUES (?, ?, ?, ?, ?)").execute(arguments: [
      source.string, received.milliseconds, sent, revisions.lowerBound, revisions.upperBound,
    ])
  }
}
