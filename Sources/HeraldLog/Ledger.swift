import Foundation
import GRDB
public import Herald
// A ledger is replayed as lines are: with the same limits and visitors.
@_exported public import HeraldLines

/// Stores events in an SQLite file: append-only, each line byte for byte as it was written.
///
/// One process writes, any number of processes read. A `Ledger` is the writer; ``LedgerReader`` reads.
///
/// ```swift
/// let ledger = try Ledger(path: "phone.sqlite")
/// let event = Event(
///   id: "e-1", source: "/phones/1", type: "app.backgrounded",
///   time: DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000)), revision: 1, data: .appBackgrounded)
/// print(try ledger.append(event).isNew)
/// try ledger.close()
/// ```
public final class Ledger {
  /// The path of the ledger's file.
  public let path: String
  let queue: DatabaseQueue
  /// Nil after ``close()``.
  private var lock: WriterLock?
  /// The file that was opened; nil where its name led nowhere at once.
  let identity: FileIdentity?
  /// Nil where another operation than appending wrote since the last event.
  var appender: Appender?
  /// The rows for analysis that are still to be made; nil until a first piece of work has listed them.
  var analysisBacklog: AnalysisBacklog?
  /// True to keep the views for analysis while events are appended that they lack. The owner then brings their tables up
  /// to date soon; otherwise the first append drops the views.
  package var keepsViews = false
  /// Reads the lines of single events.
  lazy var candidateReader = EventCandidate.Reader()

  /// Opens a ledger for writing, creates a missing one, and rebuilds derived tables that are missing.
  ///
  /// - Parameter path: the ledger's file.
  /// - Throws: ``LedgerError`` where the file is not a ledger, is newer than this Herald or cannot be written, or where
  ///   another process writes it.
  public convenience init(path: String) throws { try self.init(path: path, pageCache: Self.pageCache) }

  /// The default size of SQLite's page cache, in bytes. An import changes many pages before it writes them.
  private static let pageCache = 48 << 20

  /// Opens a ledger for writing like ``init(path:)``.
  ///
  /// - Parameter pageCache: the most memory that SQLite keeps pages in, in bytes.
  package init(path: String, pageCache: Int) throws {
    self.path = path
    lock = try WriterLock(ledger: path)
    queue = try LedgerFile.writable(path, pageCache: pageCache) { try LedgerMigration.run(on: $0, path: path) }
    identity = FileIdentity(path)
    try rebuildIfNeeded()
    try dropStaleViews()
    try eraseIfNeeded()
  }

  deinit {
    dropAppender()
    analysisBacklog = nil
  }

  /// Drops views for analysis that lack events, which a process that crashed may have left.
  private func dropStaleViews() throws {
    try LedgerFile.naming(path, "checking its views") {
      if try !queue.read(AnalysisSchema.areViewsRight) { try dropViews() }
    }
  }

  /// Ends the appender: statements, which must end before their connection, and caches, which
  /// know nothing of what another operation writes.
  func dropAppender() { appender = nil }

  /// Moves the write-ahead log into the ledger's file, as far as no other process reads it, and closes the ledger, so that
  /// another process may write.
  ///
  /// - Throws: ``LedgerError``.
  public func close() throws {
    dropAppender()
    analysisBacklog = nil
    try LedgerFile.naming(path, "closing it") {
      try queue.writeWithoutTransaction { _ = try LedgerFile.emptyLog(of: $0) }
      try queue.close()
    }
    lock = nil
  }
}

/// The last event of a stream: enough to detect later that the ledger's tail is missing.
public struct StreamHead: Hashable, Sendable {
  /// The installation.
  public let source: ExactString
  /// The revision of the stream's last event.
  public let revision: Int
  /// The chain's value at that revision, in 64 hex digits.
  public let chain: String

  /// Makes a head that was kept outside the ledger, to compare with ``LedgerReader/auditChain(against:progress:)``.
  public init(source: ExactString, revision: Int, chain: String) {
    self.source = source
    self.revision = revision
    self.chain = chain
  }
}
