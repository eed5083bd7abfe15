import Herald
import HeraldLog

extension LoggedEvents {
  /// The lines that are left out of a log in lines, by installation, and the events for the question that follows.
  ///
  /// - Returns: nil for a ledger, which does not say what was refused before it.
  func readingRefusals() throws -> (refusals: [ExactString: LineRefusals]?, again: LoggedEvents) {
    guard let reader = log as? LogReader else { return (nil, self) }
    guard ledgers.isEmpty else { return (nil, self) }
    guard reading.skipsInvalid else { return ([:], self) }
    reader.recordsRefusals = true
    try reader.check()
    return (reader.refusals, try again())
  }
}
