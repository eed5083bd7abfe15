import GRDB
import Herald

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
