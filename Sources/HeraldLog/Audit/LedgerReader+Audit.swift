import Foundation
public import Herald

extension LedgerReader {
  /// Recomputes the chain and derives the tables again, as ``auditChain(against:progress:)`` and
  /// ``auditDerived(progress:)`` do.
  ///
  /// - Parameters:
  ///   - known: heads that were kept elsewhere.
  ///   - jobs: the number of threads. With more than one, two share the work.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: ``LedgerError``.
  package func audit(
    against known: [StreamHead], jobs: Int, progress: @escaping (Double) -> Void
  ) throws -> (chain: ChainReport, difference: DerivedDifference?) {
    guard jobs > 1 else {
      let chain = try auditChain(against: known) { progress($0 / 2) }
      return (chain, try auditDerived { progress(0.5 + $0 / 2) })
    }
    let thread = AuditThread(try LedgerReader(path: path, reading: shelfReading), against: known)
    thread.start()
    let difference = Result { try auditDerived(under: thread.key, progress: progress) { thread.tables() } }
    thread.claimTables()
    // An error of the chain comes first, as on one thread.
    return (try thread.chain(), try difference.get())
  }
}

/// A thread that recomputes a ledger's chain and then reads the tables of events, unless the caller has claimed them.
///
/// Bench row 9e: deriving rows from lines takes longer than the chain, and reading the tables is a tenth of an audit.
// `@unchecked`: only the thread uses the reader, and the results are read and written while the condition is locked.
private final class AuditThread: @unchecked Sendable {
  let key = MultisetHash.Key()
  private let reader: LedgerReader
  private let known: [StreamHead]
  private let condition = NSCondition()
  private var chainResult: Result<ChainReport, any Error>?
  private var tablesClaim = TablesClaim.open

  /// The claim to read the tables.
  private enum TablesClaim {
    /// Nobody yet.
    case open
    /// The thread or its caller.
    case claimed
    /// The thread has read them. Nil stands for an error, and for tables that are not complete.
    case read(EventTables?)
  }

  init(_ reader: LedgerReader, against known: [StreamHead]) {
    self.reader = reader
    self.known = known
  }

  func start() {
    let thread = Thread { [self] in
      let chain = Result { try reader.auditChain(against: known) }
      let readsTables = condition.withLock {
        chainResult = chain
        condition.broadcast()
        return claim()
      }
      guard readsTables else { return }
      // After an error the caller reads the tables again and throws the same error.
      let tables = try? reader.eventTables(under: key)
      condition.withLock {
        tablesClaim = .read(tables)
        condition.broadcast()
      }
    }
    thread.name = "herald.chain"
    thread.start()
  }

  /// Claims the tables. Callers hold the lock.
  ///
  /// - Returns: false where they were claimed before.
  private func claim() -> Bool {
    guard case .open = tablesClaim else { return false }
    tablesClaim = .claimed
    return true
  }

  /// Claims the tables for the caller, which may have found a difference without them.
  func claimTables() { condition.withLock { _ = claim() } }

  /// Waits for the thread to finish the chain, and returns it.
  func chain() throws -> ChainReport {
    try condition.withLock {
      while true {
        if let chainResult { return try chainResult.get() }
        condition.wait()
      }
    }
  }

  /// Waits for the thread to read the tables, if it has claimed them.
  ///
  /// - Returns: the tables; nil if the thread has not claimed them. The caller then reads them.
  func tables() -> EventTables? {
    condition.withLock {
      if claim() { return nil }
      while true {
        if case .read(let tables) = tablesClaim { return tables }
        condition.wait()
      }
    }
  }
}

/// The result of recomputing a ledger's chain.
///
/// ```swift
/// let report = try LedgerReader(path: "fleet.sqlite", reading: Formats.reading).auditChain()
/// for found in report.breaks { print(found.kind, found.source, found.revision) }
/// ```
public struct ChainReport: Sendable {
  /// The number of events.
  public var events = 0
  /// The heads of the streams as computed from their events, in the order in which the streams began.
  public var heads: [StreamHead] = []
  /// For each stream the first event that differs from what was appended, and what is missing.
  public var breaks: [ChainBreak] = []
  /// The number of events whose lines were replaced by a forgetting, each known to the journal.
  public var replaced = 0
  /// The number of events that were forgotten: their digests stand for them, or the chain begins behind them.
  public var forgotten = 0
  /// The number of lines without a `salt`, which could be guessed by their digests.
  public var withoutSalt = 0
  /// The number of the journal's entries, and its head; nil where the ledger has none.
  public var journal: StreamHead?
  /// For each stream with heads that were kept elsewhere, how they compare, in the order in which the streams began;
  /// then the streams that are missing or were forgotten, by their names; last the journal. Each head is in one count.
  public var comparedHeads: [ComparedHeads] = []

  /// True if the ledger is what was appended to it, as far as the chain shows.
  public var isIntact: Bool { breaks.isEmpty }
}

/// The heads of one stream that were kept elsewhere, compared with its chain.
public struct ComparedHeads: Hashable, Sendable {
  /// The installation, or the journal's ledger.
  public let source: ExactString
  /// The number of heads that agree.
  public internal(set) var agreeing = 0
  /// The number of heads that differ, also of a revision that the stream has no event of, though it goes further.
  public internal(set) var differing = 0
  /// The number of heads beyond the stream's end: all heads of a stream that is missing.
  public internal(set) var beyond = 0
  /// The number of heads within a forgotten beginning or installation, which are compared with nothing.
  public internal(set) var forgotten = 0
  /// The last revision at which a head agrees; nil where none does.
  public internal(set) var lastAgreeing: Int?
  /// The first revision at which a head differs; nil where none does.
  public internal(set) var firstDiffering: Int?
  /// The highest revision of all heads.
  public internal(set) var newest = 0

  init(_ source: ExactString) { self.source = source }

  /// Takes note of a head.
  ///
  /// - Parameter agrees: nil for a head beyond the stream's end.
  mutating func record(_ revision: Int, agrees: Bool?) {
    newest = max(newest, revision)
    switch agrees {
    case true:
      agreeing += 1
      lastAgreeing = max(lastAgreeing ?? revision, revision)
    case false:
      differing += 1
      firstDiffering = min(firstDiffering ?? revision, revision)
    case nil: beyond += 1
    }
  }
}

/// A place at which a ledger differs from what was appended to it.
public struct ChainBreak: Hashable, Sendable {
  /// The kind of the difference.
  public enum Kind: String, Hashable, Sendable {
    /// The event's line or revision was changed, or an event before it was removed or inserted.
    case changed
    /// The ledger lacks a position before this event: an event was removed.
    case removed
    /// The stream ends before a revision that it is known to have had.
    case tailMissing
    /// The chain's value differs from a head that was kept elsewhere.
    case otherHead
    /// The ledger has no event of a stream that is known.
    case streamMissing
    /// A line replaces another one, or a beginning was cut off, and the journal does not know it.
    case notForgotten
    /// An entry of the journal was changed, removed or inserted.
    case journal
    /// The ledger's identity is another one than that of its journal, or an entry has another ledger's.
    case identity
  }
  /// The kind of the difference.
  public let kind: Kind
  /// The installation.
  public let source: ExactString
  /// The revision at which the break shows; for a missing tail, the last stored revision.
  public let revision: Int
  /// The event's position in the ledger; nil for a missing stream.
  public let position: Int?

  package init(kind: Kind, source: ExactString, revision: Int, position: Int?) {
    self.kind = kind
    self.source = source
    self.revision = revision
    self.position = position
  }
}
