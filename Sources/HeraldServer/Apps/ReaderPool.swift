import HeraldFormats
import HeraldLog
import NIOPosix
import Synchronization

/// The readers of an app's ledger. Each serves one request at a time, on a thread that may wait for the disk.
final class ReaderPool: Sendable {
  /// A reader that has one user at a time, so that it may pass from thread to thread.
  private struct Lent: @unchecked Sendable {
    let reader: LedgerReader
  }

  private let path: String
  private let idle = Mutex<[Lent]>([])
  private static let mostIdle = 8

  init(path: String) { self.path = path }

  /// Runs `body` with a reader.
  ///
  /// - Throws: `LedgerError`, and what `body` throws.
  func read<Result: Sendable>(_ body: @escaping @Sendable (LedgerReader) throws -> Result) async throws -> Result {
    try await NIOThreadPool.singleton.runIfActive { try self.readHere(body) }
  }

  private func readHere<Result>(_ body: (LedgerReader) throws -> Result) throws -> Result {
    let lent = try idle.withLock { $0.popLast() } ?? Lent(reader: LedgerReader(path: path, reading: Formats.reading))
    // A reader that failed is not used again.
    let result = try body(lent.reader)
    idle.withLock { if $0.count < Self.mostIdle { $0.append(lent) } }
    return result
  }

  /// Closes the readers that nobody uses.
  func close() { idle.withLock { $0.removeAll() } }
}
