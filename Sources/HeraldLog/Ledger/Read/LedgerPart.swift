import GRDB
import Herald

/// Consecutive installations of a ledger, as one of several threads replays them.
package final class LedgerPart {
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

/// Replays the parts of a ledger one after the other, and keeps the result of each until it is taken.
///
/// Each thread fills one at a time. The result of a part does not depend on the parts before it.
package protocol PartReplay: SendableMetatype {
  /// The caches that a thread keeps from one part to the next. They change how long a part takes and nothing else.
  associatedtype Memory = Void

  /// The memory of a thread before its first part.
  var memory: Memory { get }

  /// Replays a part, as often as it needs.
  mutating func replay(_ part: LedgerPart, with memory: inout Memory) throws
}

extension PartReplay where Memory == Void {
  package var memory: Void { () }
}
