import GRDB
public import Herald

/// An event that is in the ledger for good.
public struct Appended: Hashable, Sendable {
  public let id: ExactString
  /// False where it was there before.
  public let isNew: Bool
}

extension Ledger {
  /// Appends events as they come, and tells of each once nothing can take it away again.
  ///
  /// Events that are at hand together are made durable together. The first bad one ends the appending; what was told
  /// of before stays.
  ///
  /// - Parameters:
  ///   - source: lines as they come, such as a pipe.
  ///   - expected: the revision that the stream of the first event must be at; nil for any.
  ///   - acknowledge: told of each event in order, after it is durable.
  /// - Throws: ``LogRefused`` for a bad line, ``LedgerError`` where the ledger fails.
  public func append(
    _ source: ByteSource, expecting expected: Int? = nil, options: ReadingOptions = ReadingOptions(),
    report: @escaping (Diagnostic) -> Void = { _ in }, acknowledge: (Appended) throws -> Void
  ) throws {
    try LedgerFile.naming(path, "appending to it") {
      try queue.writeWithoutTransaction { database in
        singleEvents = nil
        var session = try AppendSession(source, on: database, path: path, options: options, report: report)
        session.expected = expected
        try session.run(acknowledge)
      }
    }
  }

  /// Appends one event, durable when this returns.
  ///
  /// - Parameter line: the event's line, its newline left out.
  /// - Throws: ``LogRefused`` where it's no event or not the next one, ``LedgerError`` where the ledger fails.
  public func append(line: String, expecting expected: Int? = nil) throws -> Appended {
    var result: Appended?
    try LedgerFile.naming(path, "appending to it") {
      try queue.writeWithoutTransaction { database in
        let desk = try singleEvents.take() ?? SingleEvents(on: database, path: path)
        try desk.append(line, expecting: expected) { result = $0 }
        // Not reached after an error: what is remembered may then be ahead of what is stored.
        if !desk.isFull { singleEvents = desk }
      }
    }
    guard let result else {
      throw LedgerError(
        "noEvent", ledger: path, what: "There is no event to append.", why: "the line is blank or torn",
        fix: "append one event as one line")
    }
    return result
  }
}

/// Appends events one by one, and keeps from one to the next what each would have to make anew: statements, the heads
/// of streams, what texts are numbered.
final class SingleEvents {
  private final class Tray {
    var bytes: ArraySlice<UInt8> = []
  }
  private let tray = Tray()
  private var session: AppendSession

  /// After so many events it's made anew, so that what it remembers of them stays bounded.
  private static let most = 100_000
  var isFull: Bool { session.appender.appended >= Self.most }

  fileprivate init(on database: Database, path: String) throws {
    let tray = self.tray
    let source = try ByteSource(once: "event") { buffer in
      let part = tray.bytes.prefix(buffer.count)
      buffer.copyBytes(from: part)
      tray.bytes = tray.bytes.dropFirst(part.count)
      return part.count
    }
    session = try AppendSession(source, on: database, path: path)
  }

  fileprivate func append(_ line: String, expecting expected: Int?, _ acknowledge: (Appended) throws -> Void) throws {
    tray.bytes = Array((line + "\n").utf8)[...]
    session.reader.feed.beginAnew()
    session.expected = expected
    try session.run(acknowledge)
  }
}

/// Appends as long as lines come, a transaction for those that are at hand together.
private struct AppendSession {
  let database: Database
  let appender: LedgerAppender
  let reader: LogReader
  let path: String
  var expected: Int?

  /// Events that are written together at most.
  private static let most = 10_000

  init(
    _ source: ByteSource, on database: Database, path: String, options: ReadingOptions = ReadingOptions(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) throws {
    self.database = database
    self.path = path
    appender = try LedgerAppender(on: database)
    reader = LogReader(
      source, shelf: Ledger.shelf(on: database), options: options, base: appender, isLive: true, report: report)
  }

  mutating func run(_ acknowledge: (Appended) throws -> Void) throws {
    var isOver = false
    while !isOver {
      // Waits for a line outside any transaction, so that readers and the log are not held up.
      guard try reader.feed.waitForLine() else { break }
      var waiting: [Appended] = []
      var failure: (any Error)?
      try database.inTransaction(.immediate) {
        do { isOver = try !takeReadyLines(&waiting) } catch let error as LogRefused {
          // What came before the bad line is good, and is kept.
          failure = error
        }
        try appender.flush()
        return .commit
      }
      for appended in waiting { try acknowledge(appended) }
      if let failure { throw failure }
    }
  }

  /// Appends the lines that are at hand; false at the end.
  private mutating func takeReadyLines(_ waiting: inout [Appended]) throws -> Bool {
    repeat {
      var repeated: [Appended] = []
      reader.repeated = { repeated.append(Appended(id: $0, isNew: false)) }
      let next = Result { try reader.next() }
      reader.repeated = nil
      waiting += repeated
      guard let entry = try next.get() else { return false }
      let source = reader.index[entry.stream].source
      if let expected {
        try appender.expect(revision: expected, of: source, number: entry.stream, ledger: path)
        self.expected = nil
      }
      try appender.append(entry, of: source)
      try appender.flushFacts()
      let id = JSONText(bytes: entry.line).text(of: entry.parts.id)
      waiting.append(Appended(id: ExactString(id), isNew: true))
    } while reader.feed.hasLineReady && waiting.count < Self.most
    return true
  }
}
