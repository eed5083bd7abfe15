import GRDB
import Herald

/// When a part of a stream came, and when its device says that it sent it. It is for people: no decision rests on it.
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
