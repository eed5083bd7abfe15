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
