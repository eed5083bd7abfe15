import Foundation
import GRDB
public import Herald

/// The memory that lasts: events in an SQLite file, only ever appended, each line byte for byte as it was written.
///
/// One process writes, any number read. Whoever holds a `Ledger` is the writer; ``LedgerReader`` reads.
public final class Ledger {
  public let path: String
  let queue: DatabaseQueue
  /// Nil once closed.
  private var lock: WriterLock?
  /// Nil where anything else has written since.
  var eventAppender: EventAppender?

  /// Opens a ledger for writing, making it where there is none, and rebuilds what is derived and missing.
  ///
  /// - Throws: ``LedgerError`` where the file is no ledger, is newer than this Herald, cannot be written, or another
  ///   process writes it.
  public init(path: String) throws {
    self.path = path
    lock = try WriterLock(ledger: path)
    queue = try LedgerFile.writable(path)
    try rebuildIfNeeded()
    try makeAnalysisIfNeeded()
  }

  deinit {
    // Its statements end before their connection.
    eventAppender = nil
  }

  /// Moves everything into the one file and lets go of it, so that another process may write.
  public func close() throws {
    eventAppender = nil
    try LedgerFile.naming(path, "closing it") {
      try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try queue.close()
    }
    lock = nil
  }
}

/// The last event of a stream: enough to notice later that the ledger's tail is missing.
public struct StreamHead: Hashable, Sendable {
  public let source: ExactString
  public let revision: Int
  /// The chain's value at that revision, in 64 hex digits.
  public let chain: String

  public init(source: ExactString, revision: Int, chain: String) {
    self.source = source
    self.revision = revision
    self.chain = chain
  }
}
