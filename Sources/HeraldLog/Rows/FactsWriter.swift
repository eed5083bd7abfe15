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

/// Caches the numbers that texts and profiles have in a ledger.
struct NumberCache {
  private var texts: [ExactString: Int] = [:]
  /// By identity, because equal profiles are one object nearly always. The object is kept so that its identifier stays
  /// its own.
  private var profiles: [ObjectIdentifier: (profile: Profile, number: Int)] = [:]
  private static let capacity = 65_536

  /// The number of a text.
  ///
  /// - Parameter find: finds a number that is not cached.
  mutating func number(of value: ExactString, find: (String) -> Int) -> Int {
    if let known = texts[value] { return known }
    if texts.count >= Self.capacity { texts.removeAll(keepingCapacity: true) }
    let number = find(value.string)
    texts[value] = number
    return number
  }

  /// The number of a profile.
  ///
  /// - Parameter find: finds a number that is not cached by the profile's properties as JSON.
  mutating func number(of value: Profile, find: (String) -> Int) -> Int {
    if let known = profiles[ObjectIdentifier(value)] { return known.number }
    if profiles.count >= Self.capacity { profiles.removeAll(keepingCapacity: true) }
    var writer = JSONWriter()
    value.write(into: &writer)
    let number = find(writer.string)
    profiles[ObjectIdentifier(value)] = (value, number)
    return number
  }
}
