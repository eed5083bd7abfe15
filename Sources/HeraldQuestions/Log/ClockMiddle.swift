package import Herald
import HeraldFormats

/// The moment around which the clocks of a log's installations stand, which says of each clock whether it is off.
package struct ClockMiddle: Sendable {
  /// The median of all last events, of two the lower.
  let median: Timestamp

  /// The furthest that a clock may be from where it should stand: 400 days.
  private static let most = (400 * LengthOfTime.day).magnitude
  /// The years 2000 to 2199. A clock outside of them is wrong even where it is the only one.
  private static let possible = 946_684_800_000..<7_258_118_400_000 as Range<Int64>

  /// Nil where no installation has an event.
  init?(of lasts: [Timestamp]) {
    if lasts.isEmpty { return nil }
    median = lasts.sorted()[(lasts.count - 1) / 2]
  }

  /// True if a last event is too far from the median; or from its arrival, where a server knows that.
  func isOff(_ last: Timestamp, arrival: Timestamp? = nil) -> Bool {
    let (wrong, isOver) = last.milliseconds.subtractingReportingOverflow((arrival ?? median).milliseconds)
    return isOver || wrong.magnitude > Self.most
  }

  /// True for the years in which no installation of an app lives.
  package static func isImpossible(_ last: Timestamp) -> Bool { !possible.contains(last.milliseconds) }
}
