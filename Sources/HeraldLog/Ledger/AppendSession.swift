import GRDB
import Herald

/// Appends as long as lines come, a transaction for those that are at hand together.
struct AppendSession {
  let appender: LedgerAppender
  let reader: LogReader
  let path: String
  private let transaction: PreparedTransaction
  var expected: Int?

  /// Events that are written together at most.
  private static let most = 10_000

  init(
    _ source: ByteSource, on database: Database, path: String, options: ReadingOptions = ReadingOptions(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) throws {
    self.path = path
    transaction = try PreparedTransaction(on: database)
    appender = try LedgerAppender(on: database)
    reader = LogReader(
      source, shelf: Ledger.shelf(on: database), options: options, earlier: appender, isLive: true, report: report)
  }

  mutating func run(_ acknowledge: (Appended) throws -> Void) throws {
    var isOver = false
    while !isOver {
      // Waits for a line outside any transaction, so that readers and the log are not held up.
      guard try reader.feed.waitForLine() else { break }
      var waiting: [Appended] = []
      var failure: (any Error)?
      try transaction.run {
        do { isOver = try !takeReadyLines(&waiting) } catch let error as LogRefused {
          // What came before the bad line is good, and is kept.
          failure = error
        }
        try appender.flush()
      }
      for appended in waiting { try acknowledge(appended) }
      if let failure { throw failure }
    }
  }

  /// Appends the lines that are at hand; false at the end.
  private mutating func takeReadyLines(_ waiting: inout [Appended]) throws -> Bool {
    repeat {
      var repeated: [Appended] = []
      var new: Appended?
      reader.repeated = { parts, line in
        repeated.append(Appended(id: ExactString(JSONText(bytes: line).text(of: parts.id)), isNew: false))
      }
      let next = Result { try reader.next { entry, parts in new = try append(entry, parts) } }
      reader.repeated = nil
      waiting += repeated
      guard try next.get() else { return false }
      if let new { waiting.append(new) }
    } while reader.feed.hasLineReady && waiting.count < Self.most
    return true
  }

  private mutating func append(_ entry: LogReader.Entry, _ parts: borrowing EventLine) throws -> Appended {
    let source = reader.index[entry.stream].source
    if let expected {
      try appender.expect(revision: expected, of: source, number: entry.stream, ledger: path)
      self.expected = nil
    }
    try appender.append(entry, parts, of: source)
    try appender.flushFacts()
    let id = JSONText(bytes: entry.line).text(of: parts.id)
    return Appended(id: ExactString(id), isNew: true)
  }
}
