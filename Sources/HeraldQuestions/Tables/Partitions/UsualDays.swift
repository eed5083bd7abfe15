package import HeraldLog
import Herald

/// The days near a log's receipts, or near its median day where it has none.
///
/// A device's clock may show any year. Without a limit one wrong clock makes a folder for 2099.
package struct UsualDays: Sendable {
  /// The most days between a day and the nearest receipt, or the median day.
  package static let reach = 400

  private let ranges: [ClosedRange<Int>]

  /// - Parameters:
  ///   - receipts: the days on which the server received something, in any order.
  ///   - counts: the number of events by the day that the device's clock showed. They count only without receipts.
  init(receipts: Set<Int>, counts: [Int: Int]) {
    let centers = receipts.isEmpty ? Self.median(counts).map { [$0] } ?? [] : receipts.sorted()
    var ranges: [ClosedRange<Int>] = []
    for center in centers {
      let (first, last) = (center - Self.reach, center + Self.reach)
      if let before = ranges.last, first <= before.upperBound + 1 {
        ranges[ranges.count - 1] = before.lowerBound...last
      } else {
        ranges.append(first...last)
      }
    }
    self.ranges = ranges
  }

  /// Reads all events of a log once.
  ///
  /// - Throws: what reading the log throws.
  package init(of events: LoggedEvents, until limit: ReplayLimit?) throws {
    var analysis = Analysis([.events], rows: DayCounts())
    try events.replay(until: limit, inAnyOrder: true, visitor: &analysis)
    self.init(receipts: analysis.rows.receipts, counts: analysis.rows.counts)
  }

  package func contains(_ day: CalendarDay) -> Bool { ranges.contains { $0.contains(day.number) } }

  /// The day of the event in the middle; the earlier of two.
  private static func median(_ counts: [Int: Int]) -> Int? {
    let half = (counts.values.reduce(0, +) + 1) / 2
    var passed = 0
    for (day, count) in counts.sorted(by: { $0.key < $1.key }) {
      passed += count
      if passed >= half { return day }
    }
    return nil
  }
}

/// Counts the days of events.
private struct DayCounts: TableSink {
  var receipts: Set<Int> = []
  var counts: [Int: Int] = [:]

  mutating func append<Row: TableRow>(_ row: Row) {
    guard let row = row as? EventRow else { return }
    if let reception = row.reception { receipts.insert(CalendarDay(inUTC: reception.received).number) }
    if !row.event.time.isMissing { counts[CalendarDay(row.event.time).number, default: 0] += 1 }
  }
}
