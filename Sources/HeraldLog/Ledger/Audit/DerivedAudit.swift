import GRDB
import Herald

/// A row of a derived table that is not what the lines say.
public struct DerivedDifference: Hashable, Sendable {
  /// The table.
  public let table: String
  /// The row in words, such as `revision 3 of /installations/7f3a`.
  public let row: String
}

extension LedgerReader {
  /// Derives from the lines what the ledger's tables contain, and compares.
  ///
  /// Checksums find what a disk changes; a person who changes a row can change its checksum too. This finds both.
  ///
  /// - Parameter progress: called now and then with the part that is done, from 0 to 1.
  /// - Returns: the first row that differs; nil where all are equal, and where the tables are not used because rows are
  ///   missing or another Herald made them.
  /// - Throws: ``LedgerError``.
  public func auditDerived(progress: ((Double) -> Void)? = nil) throws -> DerivedDifference? {
    try read("deriving its tables again") { database in
      guard try DerivedStanding(of: database) == .complete else { return nil }
      let audit = try DerivedAudit(of: database)
      do {
        try audit.run(progress)
        return nil
      } catch let found as FoundDifference {
        return found.difference
      } catch let changed as ChangedRow {
        return DerivedDifference(table: changed.table, row: changed.row)
      }
    }
  }
}

/// Ends an audit at its first finding.
struct FoundDifference: Error {
  let difference: DerivedDifference

  init(_ table: String, _ row: String) { difference = DerivedDifference(table: table, row: row) }
}

/// Compares each derived table with the lines.
private final class DerivedAudit {
  private let database: Database
  private let fact: RawStatement
  private let id: RawStatement
  private let body: RawStatement
  private let numbering: KnownNumbers
  private var packer: PackedWriter
  private var lines = LineReader()
  private var streams: [Int: StreamRow] = [:]
  private var events = 0

  init(of database: Database) throws {
    self.database = database
    fact = try RawStatement(
      "SELECT event, time, zone, type, data, sum, position FROM facts WHERE event = ?", on: database)
    id = try RawStatement("SELECT 1 FROM ids WHERE hash = ? AND position = ?", on: database)
    body = try RawStatement("SELECT body FROM bodies WHERE digest = ?", on: database)
    numbering = try KnownNumbers(on: database)
    packer = PackedWriter(numbering: numbering)
  }

  func run(_ progress: ((Double) -> Void)?) throws {
    try numbering.compareAll()
    try ForgottenTables(on: database).eachAnchor { number, anchor in
      streams[number] = StreamRow(
        id: number, source: anchor.source, head: anchor.revision, events: 0, isNumbered: anchor.isNumbered,
        chain: anchor.chain)
    }
    let last = Double(max(1, try Positions(on: database).last))
    let walk = try ChainWalk(on: database)
    while let link = try walk.nextUnchecked() {
      try compare(link)
      if link.position & 8191 == 0 { progress?(Double(link.position) / last) }
    }
    for table in ["facts", "ids"] {
      let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
      guard rows == events else { throw FoundDifference(table, "\(rows) rows for \(events) events") }
    }
    try compareStreams()
    try compareRuns()
    try compareBodies()
  }

  private func compare(_ link: ChainWalk.Link) throws {
    // A line that cannot be read has no facts. The chain and the reader report it.
    guard var parts = try? lines.read(link.line) else { throw FoundDifference("facts", "position \(link.position)") }
    if !parts.isRepeated { lines.keep(&parts) }
    events += 1
    let text = JSONText(bytes: link.line)
    let source = streams[link.stream]?.source ?? ExactString(text.text(of: parts.source))
    let row = "revision \(link.revision) of \(source)"
    var stream =
      streams.removeValue(forKey: link.stream)
      ?? StreamRow(
        id: link.stream, source: source, head: 0, events: 0, isNumbered: parts.revision != nil, chain: [])
    (stream.head, stream.events, stream.chain) = (link.revision, stream.events + 1, Array(link.chain))
    streams[link.stream] = stream
    try compareFact(parts.data, at: parts.time, link, row)
    let hash = text.withBytes(of: parts.source) { source in
      text.withBytes(of: parts.id) { EventHash.of($0, source: source) }
    }
    id.bind(Int64(bitPattern: hash), at: 1)
    id.bind(link.position, at: 2)
    guard try id.number() == 1 else { throw FoundDifference("ids", row) }
    if case .fetchSucceeded(let fetch) = parts.data, let digest = fetch.digest, let document = fetch.document {
      body.bind(copying: digest.string, at: 1)
      defer { body.reset() }
      guard try body.step(), body.text(0) == document else { throw FoundDifference("bodies", "\(digest)") }
    }
  }

  private func compareFact(_ data: EventData, at time: DeviceTime, _ link: ChainWalk.Link, _ row: String) throws {
    packer.pack(data)
    let key = LedgerSchema.key(stream: link.stream, revision: link.revision)
    fact.bind(key, at: 1)
    defer { fact.reset() }
    guard try numbering.isComplete(), try fact.step() else { throw FoundDifference("facts", row) }
    let isSame = packer.bytes.withBorrowedBytes { bytes in
      let expected = StoredFact(
        key: key, time: time.moment.milliseconds, zone: time.offsetMinutes, code: data.type?.code ?? 0, data: bytes)
      return fact.integer(1) == expected.time && Int(fact.integer(2)) == expected.zone
        && Int(fact.integer(3)) == expected.code && fact.bytes(4).isSame(as: bytes)
        && fact.integer(5) == RowSum.fact(expected, line: link.line) && Int(fact.integer(6)) == link.position
    }
    guard isSame else { throw FoundDifference("facts", row) }
  }

  private func compareStreams() throws {
    let rows = try StreamRow.all(on: database)
    for row in rows {
      guard let derived = streams.removeValue(forKey: row.id), derived == row else {
        throw FoundDifference("streams", "\(row.source)")
      }
    }
    if let missing = streams.values.first { throw FoundDifference("streams", "\(missing.source)") }
  }

  /// Compares packed facts with those that are stored one by one.
  private func compareRuns() throws {
    let runs = try RawStatement("SELECT event, last, events, data, sum FROM runs ORDER BY event", on: database)
    let facts = try RawStatement(
      "SELECT event, time, zone, type, data, sum FROM facts WHERE event BETWEEN ? AND ? ORDER BY event", on: database)
    while try runs.step() {
      let (first, last, data) = (runs.integer(0), runs.integer(1), runs.bytes(3))
      let row = "the run at \(first)"
      guard runs.integer(4) == RowSum.run(first: first, last: last, events: Int(runs.integer(2)), data) else {
        throw FoundDifference("runs", row)
      }
      facts.bind(first, at: 1)
      facts.bind(last, at: 2)
      defer { facts.reset() }
      var run = FactRunReader(data, key: first)
      while let packed = run.next() {
        guard try facts.step(), try packed.isSame(as: facts.verifiedFact) else { throw FoundDifference("runs", row) }
      }
      if try run.isCorrupt || facts.step() { throw FoundDifference("runs", row) }
    }
  }

  private func compareBodies() throws {
    let bodies = try RawStatement("SELECT digest, body FROM bodies", on: database)
    while try bodies.step() {
      guard Digest.of(bodies.bytes(1)).string == bodies.text(0) else { throw FoundDifference("bodies", bodies.text(0)) }
    }
  }
}
