import Herald

/// The end of a log.
struct LogEnd {
  /// The latest moment of an installation's last event, without the latest half percent of the installations: one clock
  /// that is years ahead would make all others seem to be followed for years.
  let time: Timestamp

  init(_ ends: [Timestamp]) {
    let sorted = ends.sorted()
    time = sorted.dropLast(sorted.count / 200).last ?? .missing
  }
}
