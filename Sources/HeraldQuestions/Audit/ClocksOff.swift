package import Herald

/// The clocks of installations that cannot be right, by the installations' last events.
///
/// A phone in 1970 or in the year 2569 of another calendar has windows and deadlines that nobody meant.
package struct ClocksOff: Sendable {
  private var lasts: [(source: ExactString, time: Timestamp)] = []
  /// The arrival of each installation's last event by the clock of a server, where it is known. It shows better than
  /// other installations which clocks are off.
  package var receipts: [ExactString: Timestamp] = [:]

  package init() {}

  package mutating func add(_ source: ExactString, in state: InstallationState) {
    if let time = state.lastTime { lasts.append((source, time)) }
  }

  package mutating func add(_ other: ClocksOff) { lasts += other.lasts }

  /// The number of clocks that are off, or in an impossible year.
  package var count: Int {
    guard let clocks = ClockMiddle(of: lasts.map(\.time)) else { return 0 }
    return lasts.count {
      clocks.isOff($0.time, arrival: receipts[$0.source]) || ClockMiddle.isImpossible($0.time)
    }
  }
}
