import GRDB
import Herald

/// Rows of `facts` and `ids` that wait to be inserted.
///
/// Rows of many streams arrive mixed. Inserted in that order, each would touch another page; a sorted batch walks
/// through the tables once.
struct FactRows {
  private struct Row {
    let key: Int64
    let position: Int
    let time: Int64
    /// The offset of its data in the batch's data, and its size.
    let start: UInt32
    let count: UInt32
    let zone: Int32
    let type: Int16
    let sum: Int64
  }

  private var rows: [Row] = []
  private var ids: [(hash: Int64, position: Int)] = []
  private var data: [UInt8] = []

  /// The largest size of the data in bytes.
  private static let mostData = 1 << 26
  /// From this number of rows on, the capacity for a whole batch is reserved, so that no array is copied again to grow.
  private static let many = 1 << 14

  /// True when there are enough rows, or enough of their data, to insert them.
  ///
  /// - Parameter batch: the number of rows that are sorted and inserted together.
  func isFull(at batch: Int) -> Bool { rows.count >= batch || data.count > Self.mostData }

  mutating func append(_ fact: StoredFact, sum: Int64, position: Int, hash: UInt64, batch: Int) {
    if rows.count == Self.many {
      rows.reserveCapacity(batch)
      ids.reserveCapacity(batch)
    }
    rows.append(
      Row(
        key: fact.key, position: position, time: fact.time, start: UInt32(data.count), count: UInt32(fact.data.count),
        zone: Int32(fact.zone), type: Int16(fact.code), sum: sum))
    data.append(contentsOf: fact.data.unsafeBytes)
    ids.append((Int64(bitPattern: hash), position))
  }

  /// Inserts the rows in the order of their tables, and empties this.
  mutating func insert(by statements: RowStatements) throws {
    if rows.count > 1 { rows.sort { $0.key < $1.key } }
    try data.withBorrowedBytes { data in
      for row in rows {
        let fact = StoredFact(
          key: row.key, time: row.time, zone: Int(row.zone), code: Int(row.type),
          data: data.extracting(Int(row.start)..<Int(row.start + row.count)))
        try statements.insertFact(fact, sum: row.sum, position: row.position)
      }
    }
    if ids.count > 1 { ids.sort { $0 < $1 } }
    for (hash, position) in ids { try statements.insertID(hash, position: position) }
    rows.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    data.removeAll(keepingCapacity: true)
  }
}

/// The statements that insert rows of the tables that have a row for each event.
struct RowStatements {
  private let line: RawStatement
  private let fact: RawStatement
  private let id: RawStatement

  init(on database: Database) throws {
    line = try RawStatement("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", on: database)
    fact = try RawStatement("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", on: database)
    id = try RawStatement("INSERT INTO ids VALUES (?, ?)", on: database)
  }

  func insertLine(_ bytes: BorrowedBytes, chain: BorrowedBytes, position: Int, stream: Int, revision: Int) throws {
    line.bind(position, at: 1)
    line.bind(stream, at: 2)
    line.bind(revision, at: 3)
    line.bind(text: bytes, at: 4)
    line.bind(blob: chain, at: 5)
    try line.run()
  }

  func insertFact(_ row: StoredFact, sum: Int64, position: Int) throws {
    fact.bind(row.key, at: 1)
    fact.bind(position, at: 2)
    fact.bind(row.time, at: 3)
    fact.bind(row.zone, at: 4)
    fact.bind(row.code, at: 5)
    fact.bind(blob: row.data, at: 6)
    fact.bind(sum, at: 7)
    try fact.run()
  }

  func insertID(_ hash: Int64, position: Int) throws {
    id.bind(hash, at: 1)
    id.bind(position, at: 2)
    try id.run()
  }
}
