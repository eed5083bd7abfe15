import Foundation

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
    thread.needsNoTables()
    // An error of the chain comes first, as on one thread.
    return (try thread.chain(), try difference.get())
  }
}

/// A thread that recomputes a ledger's chain, and then reads the tables that the lines are compared with, unless the other
/// thread came to them first.
///
/// Deriving rows from lines takes longer than the chain. Bench row 9e: the tables are a tenth of an audit.
// `@unchecked`: only the thread uses the reader, and the results are read and written while the condition is locked.
private final class AuditThread: @unchecked Sendable {
  let key = MultisetHash.Key()
  private let reader: LedgerReader
  private let known: [StreamHead]
  private let condition = NSCondition()
  private var chainResult: Result<ChainReport, any Error>?
  private var tablesResult = TablesResult.open

  /// What is known of the tables.
  private enum TablesResult {
    case open
    case begun
    /// Nil where they could not be read, or are not used.
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
        return begin()
      }
      guard readsTables else { return }
      // The other thread reads them again, and meets the same error.
      let tables = try? reader.eventTables(under: key)
      condition.withLock {
        tablesResult = .read(tables)
        condition.broadcast()
      }
    }
    thread.name = "herald.chain"
    thread.start()
  }

  /// Whether nobody reads the tables yet. The caller does then.
  private func begin() -> Bool {
    guard case .open = tablesResult else { return false }
    tablesResult = .begun
    return true
  }

  /// Keeps the thread from reading the tables after a difference was found without them.
  func needsNoTables() { condition.withLock { _ = begin() } }

  /// The chain. Waits for the thread.
  func chain() throws -> ChainReport {
    try condition.withLock {
      while true {
        if let chainResult { return try chainResult.get() }
        condition.wait()
      }
    }
  }

  /// The tables, for which it waits where the thread has begun them; nil where the caller has to read them.
  func tables() -> EventTables? {
    condition.withLock {
      if begin() { return nil }
      while true {
        if case .read(let tables) = tablesResult { return tables }
        condition.wait()
      }
    }
  }
}
