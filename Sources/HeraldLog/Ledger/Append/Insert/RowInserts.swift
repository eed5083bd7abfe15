import GRDB
import Herald

/// Inserts the rows of the tables that have a row for each event, at once or on a thread of their own.
///
/// SQLite takes longer to insert the rows of a log than it takes to read, check and hash the lines. An import does both at
/// the same time (bench row 6).
final class RowInserts {
  /// The turns in which threads use the connection. Code that uses the connection while rows wait takes a turn.
  let turns = ConnectionTurns()
  private let statements: RowStatements
  private let thread: InsertThread?
  private var lines = LineRows()

  /// - Parameter hasThread: true to insert rows on a thread of their own. Then ``stop()`` has to be called before the
  ///   transaction ends.
  init(on database: Database, hasThread: Bool = false) throws {
    statements = try RowStatements(on: database)
    thread = hasThread ? InsertThread(statements, turns) : nil
    thread?.start()
  }

  func insertLine(_ line: BorrowedBytes, chain: [UInt8], position: Int, stream: Int, revision: Int) throws {
    guard let thread else {
      return try chain.withBorrowedBytes { chain in
        try turns.use {
          try statements.insertLine(line, chain: chain, position: position, stream: stream, revision: revision)
        }
      }
    }
    lines.append(line, chain: chain, position: position, stream: stream, revision: revision)
    if lines.isFull { try handOver(to: thread) }
  }

  private func handOver(to thread: InsertThread) throws {
    guard !lines.isEmpty else { return }
    try thread.take(.lines(lines))
    lines = LineRows()
  }

  /// Inserts facts and empties them. Their lines come first, so that an id that is found has its line.
  func insert(_ facts: inout FactRows) throws {
    guard !facts.isEmpty else { return }
    if let thread {
      try handOver(to: thread)
      try thread.take(.facts(facts))
      facts = FactRows()
    } else {
      try facts.insert(by: statements, turns)
      facts.removeAll()
    }
  }

  /// Returns when all rows are in their tables.
  func finish() throws {
    guard let thread else { return }
    try handOver(to: thread)
    try thread.finish()
  }

  /// Ends the thread. Rows that still wait are dropped.
  func stop() { thread?.stop() }
}
