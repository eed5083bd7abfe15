import GRDB
import Herald

/// Packs the facts that replays read, and inserts them in large sorted batches.
final class FactsWriter {
  private let inserts: RowStatements
  private let numbering: LedgerNumbering
  // One thread writes; `@exclusivity(unchecked)` leaves out the run-time check for that. Bench row 6, with
  // ``LedgerRows``: 4 % fewer instructions.
  @exclusivity(unchecked) private var packer: PackedWriter
  @exclusivity(unchecked) private var rows = FactRows()
  /// The number of rows that are sorted and inserted together.
  private let batch: Int

  init(on database: Database, inserting inserts: RowStatements, batch: Int) throws {
    self.inserts = inserts
    numbering = try LedgerNumbering(on: database)
    packer = PackedWriter(numbering: numbering)
    self.batch = batch
  }

  func add(
    stream: Int, revision: Int, position: Int, time: DeviceTime, data event: EventData, hash: UInt64,
    line: BorrowedBytes
  ) throws {
    packer.pack(event)
    if let error = numbering.failure { throw error }
    let key = LedgerSchema.key(stream: stream, revision: revision)
    packer.bytes.withBorrowedBytes {
      let fact = StoredFact(
        key: key, time: time.moment.milliseconds, zone: time.offsetMinutes, code: event.type?.code ?? 0, data: $0)
      rows.append(fact, sum: RowSum.fact(fact, line: line), position: position, hash: hash, batch: batch)
    }
    if rows.isFull(at: batch) { try flush() }
  }

  /// Writes what is waiting.
  func flush() throws { try rows.insert(by: inserts) }
}

/// Numbers texts and profiles in the ledger, and caches the numbers.
final class LedgerNumbering: PackedNumbering {
  @exclusivity(unchecked) private var known = NumberCache()
  private let text: NumberedTable
  private let profile: NumberedTable
  /// The first error. Nothing runs after it: SQLite may have rolled back the transaction, and a later statement would be
  /// stored outside of any transaction.
  private(set) var failure: (any Error)?

  init(on database: Database) throws {
    text = try NumberedTable("texts", column: "text", on: database)
    profile = try NumberedTable("profiles", column: "properties", on: database)
  }

  func number(of value: ExactString) -> Int { known.number(of: value) { find($0, in: text) } }

  func number(of value: Profile) -> Int { known.number(of: value) { find($0, in: profile) } }

  private func find(_ value: String, in table: NumberedTable) -> Int {
    guard failure == nil else { return 0 }
    do { return try table.number(of: value) } catch {
      failure = error
      return 0
    }
  }
}

/// A table that gives each value one number.
final class NumberedTable {
  private let select: RawStatement
  private let insert: RawStatement
  private let last: RawStatement

  init(_ table: String, column: String, on database: Database) throws {
    select = try RawStatement("SELECT id FROM \(table) WHERE \(column) = ?", on: database)
    last = try RawStatement("SELECT max(id) FROM \(table)", on: database)
    insert = try RawStatement("INSERT INTO \(table) (id, \(column), sum) VALUES (?, ?, ?)", on: database)
  }

  func number(of value: String) throws -> Int {
    select.bind(copying: value, at: 1)
    defer { select.reset() }
    if try select.step() { return Int(select.integer(0)) }
    let number = Int(try last.number() ?? 0) + 1
    insert.bind(number, at: 1)
    insert.bind(copying: value, at: 2)
    insert.bind(value.withBorrowedBytes { RowSum.text(number: number, $0) }, at: 3)
    try insert.run()
    return number
  }
}
