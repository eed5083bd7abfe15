import Foundation

extension LedgerReader {
  /// Recomputes the chain and derives the tables again, as ``auditChain(against:progress:)`` and
  /// ``auditDerived(progress:)`` do.
  ///
  /// - Parameters:
  ///   - known: heads that were kept elsewhere.
  ///   - jobs: the number of threads. With more than one, both are done at the same time.
  ///   - progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: ``LedgerError``.
  package func audit(
    against known: [StreamHead], jobs: Int, progress: @escaping (Double) -> Void
  ) throws -> (chain: ChainReport, difference: DerivedDifference?) {
    guard jobs > 1 else {
      let chain = try auditChain(against: known) { progress($0 / 2) }
      return (chain, try auditDerived { progress(0.5 + $0 / 2) })
    }
    let thread = ChainThread(try LedgerReader(path: path, reading: shelfReading), against: known)
    thread.start()
    let difference = Result { try auditDerived(progress: progress) }
    // An error of the chain comes first, as on one thread.
    return (try thread.report(), try difference.get())
  }
}

/// A thread that recomputes a ledger's chain.
// `@unchecked`: only the thread uses the reader, and the result is read and written while the condition is locked.
private final class ChainThread: @unchecked Sendable {
  private let reader: LedgerReader
  private let known: [StreamHead]
  private let condition = NSCondition()
  private var result: Result<ChainReport, any Error>?

  init(_ reader: LedgerReader, against known: [StreamHead]) {
    self.reader = reader
    self.known = known
  }

  func start() {
    let thread = Thread { [self] in
      let found = Result { try reader.auditChain(against: known) }
      condition.withLock {
        result = found
        condition.broadcast()
      }
    }
    thread.name = "herald.chain"
    thread.start()
  }

  /// What was found. Waits for the thread.
  func report() throws -> ChainReport {
    try condition.withLock {
      while true {
        if let result { return try result.get() }
        condition.wait()
      }
    }
  }
}
