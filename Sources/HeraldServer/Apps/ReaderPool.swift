import HeraldFormats
import HeraldLog
import Synchronization

/// The readers of an app's ledger. Each serves one question at a time.
final class ReaderPool: Sendable {
  /// A reader that has one user at a time, so that it may pass from thread to thread.
  private struct Lent: @unchecked Sendable {
    let reader: LedgerReader
  }

  private let path: String
  private let threads: ReadingThreads
  private let idle = Mutex<[Lent]>([])
  private static let mostIdle = 8
  /// The time after which a question about all installations goes on from a new snapshot, so that the write-ahead log of
  /// a ledger that is written meanwhile can be used again.
  private static let renewal = Duration.seconds(1)

  init(path: String, threads: ReadingThreads) { (self.path, self.threads) = (path, threads) }

  /// Runs `body` with a reader, and ends it when its asker has gone.
  ///
  /// - Parameter length: of the question, which decides who waits for whom.
  /// - Throws: `LedgerError`, and what `body` throws; ``Problem`` where too many questions of one token wait;
  ///   `CancellationError` where the asker has gone.
  func read<Result: Sendable>(
    _ length: ReadingThreads.Length = .short, _ body: @escaping @Sendable (LedgerReader) throws -> Result
  ) async throws -> Result {
    let asker = Asker.current
    return try await threads.run(length, for: asker) {
      let lent = try self.idle.withLock { $0.popLast() } ?? self.opened()
      let result = try asker.interrupting({ lent.reader.interrupt() }, during: { try body(lent.reader) })
      // A reader that failed is not used again.
      self.idle.withLock { if $0.count < Self.mostIdle { $0.append(lent) } }
      return result
    }
  }

  private func opened() throws -> Lent {
    let reader = try LedgerReader(path: path, reading: Formats.reading)
    reader.renewal = Self.renewal
    return Lent(reader: reader)
  }

  /// Closes the readers that nobody uses.
  func close() { idle.withLock { $0.removeAll() } }
}
