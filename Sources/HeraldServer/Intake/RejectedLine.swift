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
  /// The id of the token that it came with first.
  let token: String
  let source: ExactString?
  let reason: String
  var finding: Finding
  /// The line, or the first ``IntakeLog/longestLine`` bytes of it.
  var line: [UInt8]
  /// The length of the whole line in bytes.
  var length: Int
  /// Number of times that it came.
  var times = 1
  /// The time at which it came first; nil for a new line.
  var first: Timestamp?
  /// The event that the line describes, as far as the line can be read.
  var revision: Int?
  var type: String?
  var eventTime: String?
  var bringsPolicy = false

  init(_ refused: BatchOutcome.Refused, token: String, at time: Timestamp) {
    digest = Self.digest(of: refused.bytes)
    self.time = time
    self.token = token
    source = refused.source.flatMap { $0.string.utf8.count > IntakeLimits.sourceBytes ? nil : $0 }
    reason = refused.finding.code.name
    let words = refused.finding.words
    finding = Finding(
      words.what.clipped(to: IntakeLimits.sentenceBytes), why: words.why.clipped(to: IntakeLimits.sentenceBytes),
      fix: words.fix.clipped(to: IntakeLimits.sentenceBytes))
    line = Array(refused.bytes.prefix(IntakeLog.longestLine))
    length = refused.bytes.count
    if let content { (revision, type, eventTime) = (content.revision, content.type, content.time) }
    bringsPolicy = content?.bringsPolicy ?? false
  }

  /// What can be read of it; nil for a line that is not JSON or was cut.
  var content: RefusedContent? { RefusedContent(line, length: length) }

  static func digest(of line: [UInt8]) -> [UInt8] {
    var hash = SHA256Hasher()
    line.withBorrowedBytes { hash.update($0) }
    return hash.finish()
  }

  /// The bytes that a row takes besides its texts and the line.
  private static let overhead = 512

  private var size: Int {
    let texts = [finding.what, finding.why, finding.fix, source?.string ?? "", type ?? "", eventTime ?? ""]
    return line.count + texts.reduce(Self.overhead) { $0 + $1.utf8.count }
  }

  func insert(into database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO rejected (
          digest, first, last, times, token, source, reason, revision, type, time, policy, length, size, what, why, fix,
          line
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (digest) DO UPDATE SET times = times + 1, last = excluded.last
        """
    ).execute(arguments: [
      Data(digest), time.milliseconds, time.milliseconds, 1, token, source?.string, reason, revision, type, eventTime,
      bringsPolicy ? 1 : 0, length, size, finding.what, finding.why, finding.fix, Data(line),
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
    revision = row["revision"]
    type = row["type"]
    eventTime = row["time"]
    bringsPolicy = row["policy"] as Int == 1
  }
}
