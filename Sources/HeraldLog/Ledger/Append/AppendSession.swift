import GRDB
import Herald

/// Appends as long as lines come, a transaction for those that are at hand together.
final class AppendSession {
  let appender: LedgerAppender
  let reader: LogReader
  /// The revision that the stream of the next event must be at; nil for any.
  var expected: Int?
  private let path: String
  private let transaction: PreparedTransaction
  private let room: LogRoom?
  /// Events of the transaction at hand, to be told of once it is committed.
  @exclusivity(unchecked) private var waiting: [Appended] = []

  /// Events that are written together at most.
  private static let most = 10_000

  init(
    _ source: ByteSource, on database: Database, path: String, options: ReadingOptions = ReadingOptions(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) throws {
    self.path = path
    transaction = try PreparedTransaction(on: database)
    room = try LogRoom(on: database)
    appender = try LedgerAppender(on: database)
    reader = LogReader(
      source, shelf: Ledger.shelf(on: database), options: options, earlier: appender, isLive: true, report: report)
    reader.repeated = { [unowned self] parts, line in
      waiting.append(Appended(id: ExactString(JSONText(bytes: line).text(of: parts.id)), isNew: false))
    }
  }

  func run(_ acknowledge: (Appended) throws -> Void) throws {
    var isOver = false
    // Waits for a line outside any transaction, so that readers and the log are not held up.
    while !isOver, try reader.feed.waitForLine() { isOver = try !runReady(acknowledge) }
  }

  /// Appends the lines that are at hand in one transaction; false at the end.
  private func runReady(_ acknowledge: (Appended) throws -> Void) throws -> Bool {
    waiting.removeAll(keepingCapacity: true)
    var isMore = false
    var failure: LogRefused?
    try transaction.run {
      room?.make()
      do { isMore = try takeReadyLines() } catch let error as LogRefused {
        // What came before the bad line is good, and is kept.
        failure = error
      }
      try appender.flush()
    }
    for appended in waiting { try acknowledge(appended) }
    if let failure { throw failure }
    return isMore
  }

  private func takeReadyLines() throws -> Bool {
    repeat {
      guard try reader.next({ try append($0, $1) }) else { return false }
    } while reader.feed.hasLineReady && waiting.count < Self.most
    return true
  }

  private func append(_ entry: LogReader.Entry, _ parts: borrowing EventLine) throws {
    if let expected {
      try appender.expect(
        revision: expected, of: entry.stream, source: reader.index.source(of: entry.stream), ledger: path)
      self.expected = nil
    }
    try appender.append(entry, parts, of: reader.index.source(of: entry.stream))
    try appender.flushFacts()
    let id = JSONText(bytes: entry.line).text(of: parts.id)
    waiting.append(Appended(id: ExactString(id), isNew: true))
  }
}
