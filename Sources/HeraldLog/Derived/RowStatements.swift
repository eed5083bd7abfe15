import GRDB
import Herald

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

  @inline(__always)
  func insertLine(_ bytes: BorrowedBytes, chain: BorrowedBytes, position: Int, stream: Int, revision: Int) throws {
    line.bind(position, at: 1)
    line.bind(stream, at: 2)
    line.bind(revision, at: 3)
    line.bind(text: bytes, at: 4)
    line.bind(blob: chain, at: 5)
    try line.run()
  }

  @inline(__always)
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

  @inline(__always)
  func insertID(_ hash: Int64, position: Int) throws {
    id.bind(hash, at: 1)
    id.bind(position, at: 2)
    try id.run()
  }
}
