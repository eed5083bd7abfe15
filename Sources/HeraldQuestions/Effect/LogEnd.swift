import Herald

/// The end of a log.
struct LogEnd {
  /// The latest last event of an installation, without those whose clocks seem to be ahead: one clock that is years ahead
  /// would make all others seem to be followed for years.
  ///
  /// Left out are the half percent of installations that are furthest ahead, at least one where there are several, and up
  /// to a tenth that lie behind a gap of more than ``longestGap``.
  let time: Timestamp

  /// 30 days: between the last events of an app's users lies less, unless a clock is wrong.
  private static let longestGap = 30 * LengthOfTime.day

  /// - Parameter ends: the time of each installation's last event, in any order.
  init(_ ends: [Timestamp]) {
    let sorted = ends.sorted()
    let count = sorted.count
    let last = count - (count > 1 ? max(1, count / 200) : 0)
    let first = max(1, count - count / 10)
    let gap = (first..<max(first, last)).first { sorted[$0 - 1].elapsed(until: sorted[$0]) > Self.longestGap }
    time = sorted.prefix(gap ?? last).last ?? .missing
  }
}
