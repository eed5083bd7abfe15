import GRDB
import Herald

/// Appends lines as they come; those that are ready together share a transaction.
final class AppendSession {
  private let transactions: AppendTransactions
  private let reader: LogReader
  /// The revision that the stream of the next event must be at; nil for any.
  var expected: Int?
  private let path: String
  /// Events of the open transaction, acknowledged after its commit.
  private var waiting: [Appended] = []
  /// The reader's numbers of the streams that grew in the open transaction.
  private var grown: Set<Int> = []

  /// The largest number of events in one transaction.
  private static let most = 10_000

  init(
    _ source: ByteSource, on database: Database, path: String, options: ReadingOptions = ReadingOptions(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) throws {
    self.path = path
    transactions = try AppendTransactions(on: database)
    let appender = transactions.appender
    reader = LogReader(
      source, shelf: nil, documents: appender.documents, options: options, earlier: appender, isLive: true,
      report: report)
    reader.repeated = { [unowned self] parts, line in
      waiting.append(Appended(id: ExactString(JSONText(bytes: line).text(of: parts.id)), isNew: false))
    }
  }

  /// - Parameters:
  ///   - committed: called after the acknowledgements of each transaction, with the heads of the streams that it made
  ///     longer, sorted by source.
  ///   - acknowledge: called with each event in order, as soon as it is durable.
  func run(committed: ([StreamHead]) throws -> Void, _ acknowledge: (Appended) throws -> Void) throws {
    var isOver = false
    // Waits for a line outside any transaction, so that readers and the log are not held up.
    while !isOver, try reader.feed.waitForLine() { isOver = try !runReady(committed, acknowledge) }
  }

  /// Appends the lines that the buffer has in one transaction; false at the end.
  private func runReady(
    _ committed: ([StreamHead]) throws -> Void, _ acknowledge: (Appended) throws -> Void
  ) throws -> Bool {
    waiting.removeAll(keepingCapacity: true)
    grown.removeAll(keepingCapacity: true)
    var isMore = false
    var failure: LogRefused?
    try transactions.run {
      do { isMore = try takeReadyLines() } catch let error as LogRefused {
        // The events before the bad line are good, and are kept.
        failure = error
      }
    }
    for appended in waiting { try acknowledge(appended) }
    if !grown.isEmpty { try committed(grown.compactMap(head).sorted { $0.source < $1.source }) }
    if let failure { throw failure }
    return isMore
  }

  private func head(_ number: Int) -> StreamHead? {
    transactions.appender.chainHead(number).map { head, chain in
      StreamHead(
        source: reader.admission.streams.source(of: number), revision: head,
        chain: chain.withBorrowedBytes { Hex.text(of: $0) })
    }
  }

  private func takeReadyLines() throws -> Bool {
    repeat {
      guard try reader.next({ try append($0, &$1) }) else { return false }
    } while reader.feed.hasLineReady && waiting.count < Self.most
    return true
  }

  private func append(_ entry: LogReader.Entry, _ parts: inout EventLine) throws {
    let appender = transactions.appender
    let source = reader.admission.streams.source(of: entry.stream)
    if let expected {
      try appender.expect(revision: expected, of: entry.stream, source: source, ledger: path)
      self.expected = nil
    }
    try appender.append(AdmittedEvent(entry, &parts), of: source)
    // Later lines of the same transaction may have the same id.
    try appender.flushFacts()
    grown.insert(entry.stream)
    waiting.append(Appended(id: ExactString(JSONText(bytes: entry.line).text(of: parts.id)), isNew: true))
  }
}
