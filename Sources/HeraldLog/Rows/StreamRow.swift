import GRDB
import Herald

/// A row of `streams`: the end of a stream, known without reading its events.
struct StreamRow: Hashable {
  /// The ledger's number of the stream.
  let id: Int
  let source: ExactString
  /// The last revision.
  var head: Int
  /// The number of events that are there.
  var events: Int
  /// True if the lines carry revisions.
  let isNumbered: Bool
  /// The last value of the chain.
  var chain: [UInt8]

  /// The columns, in the order of ``init(_:)``.
  static let columns = "id, source, head, events, numbered, chain, sum"

  init(id: Int, source: ExactString, head: Int, events: Int, isNumbered: Bool, chain: [UInt8]) {
    (self.id, self.source, self.head, self.events) = (id, source, head, events)
    (self.isNumbered, self.chain) = (isNumbered, chain)
  }

  /// Reads the current row of a query for ``columns``.
  ///
  /// - Throws: ``ChangedRow`` where the row is not as it was written.
  init(_ row: RawStatement) throws {
    try Self.verify(row)
    self.init(
      id: Int(row.integer(0)), source: ExactString(row.text(1)), head: Int(row.integer(2)), events: Int(row.integer(3)),
      isNumbered: row.integer(4) == 1, chain: Array(row.bytes(5)))
  }

  /// Compares the current row of a query for ``columns`` with its checksum, without a copy of it. A replay begins with all
  /// streams (bench row 1).
  ///
  /// - Throws: ``ChangedRow`` where the row is not as it was written.
  static func verify(_ row: RawStatement) throws {
    let id = Int(row.integer(0))
    let sum = RowSum.stream(
      id, row.bytes(1), head: row.integer(2), events: row.integer(3), isNumbered: row.integer(4) == 1,
      chain: row.bytes(5))
    guard row.integer(6) == sum else { throw ChangedRow(table: "streams", row: "stream \(id)") }
  }

  /// All rows, in the order of the streams' numbers.
  static func all(on database: Database) throws -> [StreamRow] {
    let rows = try RawStatement("SELECT \(columns) FROM streams ORDER BY id", on: database)
    var streams: [StreamRow] = []
    while try rows.step() { streams.append(try StreamRow(rows)) }
    return streams
  }

  /// The row of a source; nil for an unknown one.
  static func named(_ source: ExactString, on database: Database) throws -> StreamRow? {
    let rows = try RawStatement("SELECT \(columns) FROM streams WHERE source = ?", on: database)
    rows.bind(copying: source.string, at: 1)
    return try rows.step() ? try StreamRow(rows) : nil
  }
}

/// Writes rows of `streams`.
struct StreamRowWriter {
  private let insert: RawStatement

  init(on database: Database) throws {
    insert = try RawStatement(
      """
      INSERT INTO streams (\(StreamRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET head = excluded.head, events = excluded.events, chain = excluded.chain,
        sum = excluded.sum
      """, on: database)
  }

  /// Stores a row in place of an earlier one of the stream.
  func store(_ row: StreamRow) throws {
    insert.bind(row.id, at: 1)
    insert.bind(copying: row.source.string, at: 2)
    insert.bind(row.head, at: 3)
    insert.bind(row.events, at: 4)
    insert.bind(row.isNumbered ? 1 : 0, at: 5)
    insert.bind(RowSum.stream(row), at: 7)
    try row.chain.withBorrowedBytes {
      insert.bind(blob: $0, at: 6)
      try insert.run()
    }
  }
}
