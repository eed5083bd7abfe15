package import Herald
package import HeraldLog

/// The events of a replay that are printed. All of them are folded.
package struct ReplaySelection: Sendable {
  /// The first event of each stream that is printed: the one of this revision, or the first that is not earlier than this
  /// time; nil for the stream's first.
  package var from: ReplayLimit?
  /// The types of the events that are printed; empty for all.
  package var types: Set<ExactString>
  /// The installations that came to ``from``.
  private var begun: Set<ExactString> = []

  package init(from: ReplayLimit? = nil, types: Set<ExactString> = []) { (self.from, self.types) = (from, types) }

  /// True if all events are printed.
  package var isAll: Bool { from == nil && types.isEmpty }

  /// True if an event is printed. Each event of a stream is asked about, in its order.
  ///
  /// - Throws: ``LedgerError`` where the line of an event of an unknown type cannot be read.
  package mutating func includes(_ moment: borrowing ReplayMoment) throws -> Bool {
    guard hasBegun(moment) else { return false }
    if types.isEmpty { return true }
    if let type = moment.data.type { return types.contains(ExactString(type.rawValue)) }
    return types.contains(try moment.event().event.type)
  }

  private mutating func hasBegun(_ moment: borrowing ReplayMoment) -> Bool {
    switch from {
    case nil: return true
    case .revision(let first): return moment.revision >= first
    case .time(let time):
      if begun.contains(moment.source) { return true }
      // An event without a time is before every time.
      guard moment.time.moment >= time else { return false }
      begun.insert(moment.source)
      return true
    }
  }
}
