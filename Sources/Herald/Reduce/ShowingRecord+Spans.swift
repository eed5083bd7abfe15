/// The showings of a rule within spans of time, for the limits that they fill.
extension ShowingRecord {
  /// Number of the last showings that are less than a length of time ago.
  func showings(within period: Int64, of now: Timestamp) -> Int {
    guard let lastShown else { return 0 }
    let first = now.milliseconds.subtractingReportingOverflow(period)
    guard !first.overflow else { return earlierShowings.count + 1 }
    guard lastShown.milliseconds > first.partialValue else { return 0 }
    var count = 1
    for showing in earlierShowings.reversed() {
      guard showing.milliseconds > first.partialValue else { break }
      count += 1
    }
    return count
  }

  /// The last showings that are less than a length of time ago, oldest first.
  func showings(filling cap: FrequencyCap, at now: Timestamp) -> [Timestamp] {
    Array(showings.suffix(showings(within: cap.period, of: now)))
  }

  /// The moments at which the showings are as old as a period, so that they fill no cap any more.
  func ends(after period: Int64) -> [Timestamp] {
    showings.compactMap { $0.adding(period) }
  }
}

extension FrequencyCap {
  /// The showings of some records that lie within the span that ends now.
  package func filling(_ records: [ShowingRecord], at now: Timestamp) -> Int {
    records.reduce(0) { $0 + $1.showings(within: period, of: now) }
  }
}
