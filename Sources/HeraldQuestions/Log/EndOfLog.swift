package import Herald

/// The end of a log: the newest of the installations' last events whose clock is not off.
///
/// One phone whose clock stands in the year 2100 would put it there for all others.
package struct EndOfLog: Sendable {
  /// The newest of those events; the median of all where every clock is off.
  package let time: Timestamp
  private let clocks: ClockMiddle
  /// The arrival of an installation's last event by the clock of a server, for the installations that the server knows.
  private let receipts: [ExactString: Timestamp]

  /// The time without an event after which an installation counts as silent, where nobody chose one: 30 days.
  package static let usualSilence = 30 * LengthOfTime.day

  /// An installation, and the time of its last event.
  package typealias Last = (source: ExactString, time: Timestamp)

  /// Nil where no installation has an event.
  ///
  /// - Parameters:
  ///   - lasts: the installations' last events.
  ///   - receipts: the arrival of each installation's last event, by the clock of a server; of those that it knows.
  init?(_ lasts: [Last], receipts: [ExactString: Timestamp] = [:]) {
    guard let clocks = ClockMiddle(of: lasts.map(\.time)) else { return nil }
    let right = lasts.filter { !clocks.isOff($0.time, arrival: receipts[$0.source]) }
    self.clocks = clocks
    self.receipts = receipts
    time = right.map(\.time).max() ?? clocks.median
  }

  /// True for an installation whose clock is off.
  func isOff(_ source: ExactString, last: Timestamp) -> Bool { clocks.isOff(last, arrival: receipts[source]) }

  /// True for an installation without an event in a time before the end, in milliseconds.
  func isSilent(_ last: Timestamp, for length: Int64) -> Bool { last.milliseconds < time.milliseconds - length }
}
