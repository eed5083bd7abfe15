import GRDB
import Herald
import HeraldLines

/// Consecutive installations of a ledger, as one of several threads replays them.
package final class LedgerPart: ReplayedEvents {
  private let lookup: FactsScan.StreamLookup
  private var scan: FactsScan
  private let limit: ReplayLimit?
  private var streams: [FactsScan.Stream] = []

  init(_ scan: FactsScan, until limit: ReplayLimit?, on database: Database) throws {
    lookup = try FactsScan.StreamLookup(on: database)
    self.scan = scan
    self.limit = limit
  }

  /// Goes on to other installations. They are looked up in this thread's own snapshot, because the ledger may have grown
  /// since the work was divided.
  func move(to numbers: ClosedRange<Int>) throws { streams = try lookup.streams(numbers) }

  /// Replays the installations, one after the other. It may be called again, for a second pass.
  ///
  /// - Throws: ``LedgerError``; ``LogRefused`` for a line that cannot be read. Rethrows what the visitor throws.
  package func replay<Visitor: ReplayVisitor>(visitor: inout Visitor) throws {
    guard let first = streams.first, let last = streams.last else { return }
    try scan.begin(first.id...last.id)
    for stream in streams {
      let fold = try scan.replay(stream, until: limit, visitor: &visitor)
      try visitor.ended(stream.source, in: fold.state)
    }
  }
}
