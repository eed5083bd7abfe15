import GRDB
import Herald

/// Packs the facts of streams into runs, so that a replay reads few rows.
///
/// The runs of a stream cover its facts from the first on. Facts after the last run are read one by one until the next
/// import packs them.
struct RunsWriter {
  private let facts: RawStatement
  private let lastRun: RawStatement
  private let insert: RawStatement
  private var run = FactRunWriter()

  /// The shortest run: fewer facts are read as fast one by one.
  static let shortest = 8

  init(on database: Database) throws {
    facts = try RawStatement(
      "SELECT event, time, zone, type, data, sum FROM facts WHERE event BETWEEN ? AND ? ORDER BY event", on: database)
    lastRun = try RawStatement(
      "SELECT last FROM runs WHERE event BETWEEN ? AND ? ORDER BY event DESC LIMIT 1", on: database)
    insert = try RawStatement("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", on: database)
  }

  /// Packs the facts that streams got since their last run.
  mutating func pack(_ streams: some Sequence<Int>) throws {
    for stream in streams { try pack(stream) }
  }

  private mutating func pack(_ stream: Int) throws {
    let end = LedgerSchema.key(stream: stream, revision: LedgerSchema.lastRevision)
    lastRun.bind(LedgerSchema.key(stream: stream, revision: 0), at: 1)
    lastRun.bind(end, at: 2)
    let packed = try lastRun.number() ?? LedgerSchema.key(stream: stream, revision: 0)
    facts.bind(packed + 1, at: 1)
    facts.bind(end, at: 2)
    defer { facts.reset() }
    while try facts.step() {
      run.add(try facts.verifiedFact)
      if run.isFull { try write() }
    }
    if run.count >= Self.shortest { try write() } else { run.removeAll() }
  }

  private mutating func write() throws {
    insert.bind(run.first, at: 1)
    insert.bind(run.last, at: 2)
    insert.bind(run.count, at: 3)
    try run.bytes.withBorrowedBytes {
      insert.bind(blob: $0, at: 4)
      insert.bind(RowSum.run(first: run.first, last: run.last, events: run.count, $0), at: 5)
      try insert.run()
    }
    run.removeAll()
  }
}
