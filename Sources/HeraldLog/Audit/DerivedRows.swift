import GRDB
import Herald
import HeraldLines

/// The rows that a ledger's lines give, for one line after the other.
final class DerivedRows {
  /// The rows of one line. Their bytes are valid until the next line is read.
  struct Row {
    let link: ChainWalk.Link
    let source: ExactString
    let fact: StoredFact
    /// ``EventHash`` of the event.
    let id: UInt64
    /// The document that the event brought, with its digest.
    let document: (digest: ExactString, body: String)?

    /// The checksum of the fact.
    var sum: Int64 { RowSum.fact(fact, line: link.line) }
    /// The row for people.
    var name: String { "revision \(link.revision) of \(source)" }
  }

  private let walk: ChainWalk
  private let numbering: KnownNumbers
  private var packer: PackedWriter
  private var lines = LineReader()
  /// The rows of `streams`, as far as the lines were read.
  private(set) var streams: [Int: StreamRow] = [:]

  init(of database: Database, _ numbering: KnownNumbers) throws {
    self.numbering = numbering
    packer = PackedWriter(numbering: numbering)
    walk = try ChainWalk(on: database)
    try ForgottenTables(on: database).eachAnchor { number, anchor in
      streams[number] = StreamRow(
        id: number, source: anchor.source, head: anchor.revision, events: 0, isNumbered: anchor.isNumbered,
        chain: anchor.chain)
    }
  }

  /// Passes on the rows of the next line.
  ///
  /// - Returns: false at the end.
  /// - Throws: ``FoundDifference`` for a line that has no facts; what `body` throws.
  func next(_ body: (Row) throws -> Void) throws -> Bool {
    guard let link = try walk.nextUnchecked() else { return false }
    // A line that cannot be read has no facts. The chain and the reader report it.
    guard var parts = try? lines.read(link.line) else { throw FoundDifference("facts", "position \(link.position)") }
    if !parts.isRepeated { lines.keep(&parts) }
    let text = JSONText(bytes: link.line)
    let source = count(link, of: ExactString(text.text(of: parts.source)), isNumbered: parts.revision != nil)
    let id = text.withBytes(of: parts.source) { source in
      text.withBytes(of: parts.id) { EventHash.of($0, source: source) }
    }
    packer.pack(parts.data)
    try packer.bytes.withBorrowedBytes { bytes in
      let fact = StoredFact(
        key: LedgerSchema.key(stream: link.stream, revision: link.revision), time: parts.time.moment.milliseconds,
        zone: parts.time.offsetMinutes, code: parts.data.type?.code ?? 0, data: bytes)
      let row = Row(link: link, source: source, fact: fact, id: id, document: Self.document(in: parts.data))
      guard try numbering.isComplete() else { throw FoundDifference("facts", row.name) }
      try body(row)
    }
    return true
  }

  /// Counts a line in its stream's row, and returns the stream's source.
  private func count(
    _ link: ChainWalk.Link, of source: @autoclosure () -> ExactString, isNumbered: Bool
  ) -> ExactString {
    Self.count(
      link,
      in: &streams[
        link.stream,
        default: StreamRow(
          id: link.stream, source: source(), head: 0, events: 0, isNumbered: isNumbered, chain: [])])
  }

  private static func count(_ link: ChainWalk.Link, in stream: inout StreamRow) -> ExactString {
    (stream.head, stream.events) = (link.revision, stream.events + 1)
    stream.chain.set(to: link.chain)
    return stream.source
  }

  private static func document(in data: EventData) -> (digest: ExactString, body: String)? {
    guard case .fetchSucceeded(let fetch) = data, let digest = fetch.digest, let document = fetch.document else {
      return nil
    }
    return (digest, document)
  }
}

/// The numbers that texts and profiles have in a ledger, without giving new ones.
final class KnownNumbers: PackedNumbering {
  private let database: Database
  private let text: RawStatement
  private let profile: RawStatement
  private var known = NumberCache()
  private var isMissing = false
  private var failure: (any Error)?

  init(on database: Database) throws {
    self.database = database
    text = try RawStatement("SELECT id FROM texts WHERE text = ?", on: database)
    profile = try RawStatement("SELECT id FROM profiles WHERE properties = ?", on: database)
  }

  /// True if every text and profile so far has a number.
  func isComplete() throws -> Bool {
    if let failure { throw failure }
    return !isMissing
  }

  func number(of value: ExactString) -> Int { known.number(of: value) { find($0, by: text) } }

  func number(of value: Profile) -> Int { known.number(of: value) { find($0, by: profile) } }

  private func find(_ value: String, by select: RawStatement) -> Int {
    select.bind(copying: value, at: 1)
    do {
      if let number = try select.number() { return Int(number) }
      isMissing = true
    } catch { failure = error }
    return 0
  }

  /// Compares the checksums of all texts and profiles.
  func compareAll() throws {
    for (table, column) in [("texts", "text"), ("profiles", "properties")] {
      let rows = try RawStatement("SELECT id, \(column), sum FROM \(table)", on: database)
      while try rows.step() {
        let number = Int(rows.integer(0))
        guard rows.integer(2) == RowSum.text(number: number, rows.bytes(1)) else {
          throw FoundDifference(table, "number \(number)")
        }
      }
    }
  }
}
