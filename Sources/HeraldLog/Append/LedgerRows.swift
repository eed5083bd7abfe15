import GRDB
import Herald
import HeraldLines

/// Stores admitted events as rows of a ledger, within a transaction that the caller commits, and finds stored ones.
final class LedgerRows: EarlierEvents {
  /// A stream of the ledger while events are appended to it.
  private struct Stream {
    var row: StreamRow
    /// True after any event was appended.
    var hasGrown = false
    /// True if an event was appended since the table of streams was last written.
    var isTouched = false
  }

  private let inserts: RowStatements
  private let selectStream: RawStatement
  private let streamRows: StreamRowWriter
  private let selectPositions: RawStatement
  private let selectLine: RawStatement
  private let selectPosition: RawStatement
  private let selectFirst: RawStatement
  let documents: LedgerDocuments
  /// The forgotten installations and events, which the ledger must not take in again.
  private let forgetting: ForgottenEvents
  private let database: Database
  /// True while the ledger may have views for analysis, which have to be dropped before the next event is stored.
  @exclusivity(unchecked) private var mayHaveViews: Bool
  private let facts: FactsWriter
  // `@exclusivity(unchecked)` leaves out the run-time check for exclusive access, as in ``FactsWriter``.
  /// Indexed by the number that the ``Admission`` gave a stream; nil where the ledger has no such stream yet.
  @exclusivity(unchecked) private var streams: [Stream?] = []
  @exclusivity(unchecked) private var touched: [Int] = []
  @exclusivity(unchecked) private(set) var position: Int
  private var nextStream: Int
  /// True if the ledger had streams when this was made. An empty ledger is not searched for a stream.
  private let hadStreams: Bool
  private(set) var appended = 0

  /// - Parameters:
  ///   - batch: the number of facts that are sorted and inserted together.
  ///   - keepsViews: true to leave the views for analysis, although they lack what is appended.
  init(on database: Database, batch: Int = 1 << 18, keepsViews: Bool = false) throws {
    self.database = database
    mayHaveViews = !keepsViews
    inserts = try RowStatements(on: database)
    selectStream = try RawStatement(
      "SELECT \(StreamRow.columns) FROM streams WHERE source = ?", on: database)
    streamRows = try StreamRowWriter(on: database)
    selectPositions = try RawStatement("SELECT position FROM ids WHERE hash = ?", on: database)
    selectLine = try RawStatement("SELECT line FROM lines WHERE position = ?", on: database)
    selectPosition = try RawStatement("SELECT position FROM facts WHERE event = ?", on: database)
    selectFirst = try RawStatement(
      "SELECT position FROM facts WHERE event BETWEEN ? AND ? ORDER BY event LIMIT 1", on: database)
    documents = try LedgerDocuments(on: database)
    facts = try FactsWriter(on: database, inserting: inserts, batch: batch)
    position = try Positions(on: database).last
    nextStream = (try Int.fetchOne(database, sql: "SELECT max(id) FROM streams") ?? 0) + 1
    hadStreams = nextStream > 1
    forgetting = try ForgottenEvents(on: database)
  }

  func stream(_ source: ExactString, number: Int) throws -> (head: Int, isNumbered: Bool?)? {
    while streams.count <= number { streams.append(nil) }
    // Its lines are refused one by one, as lines that continue an installation are looked up.
    if forgetting.isForgotten(source) { return (0, nil) }
    guard let stream = try find(source) else { return nil }
    streams[number] = stream
    return (stream.row.head, stream.row.isNumbered)
  }

  func hasGaps(stream number: Int) -> Bool {
    guard number < streams.count, let row = streams[number]?.row else { return false }
    return row.events < row.head
  }

  private func find(_ source: ExactString) throws -> Stream? {
    guard hadStreams else { return nil }
    selectStream.bind(copying: source.string, at: 1)
    defer { selectStream.reset() }
    guard try selectStream.step() else { return nil }
    return Stream(row: try StreamRow(selectStream))
  }

  func isForgotten(_ source: ExactString) -> Bool { forgetting.isForgotten(source) }

  func isForgotten(stream number: Int, revision: Int?, time: DeviceTime) -> Bool {
    guard let stream = streams[number] else { return false }
    return forgetting.isBeforeAnchor(of: stream.row.id, revision: revision, time: time)
  }

  func line(source: ExactString, id: ExactString) throws -> EarlierLine? {
    try forgetting.refuse(source)
    selectPositions.bind(Int64(bitPattern: EventHash.of(id, source: source)), at: 1)
    defer { selectPositions.reset() }
    while try selectPositions.step() {
      selectLine.bind(selectPositions.integer(0), at: 1)
      defer { selectLine.reset() }
      guard try selectLine.step() else { continue }
      let line = Array(selectLine.bytes(0))
      if LineComparison.names(line, source: source, id: id) {
        return EarlierLine(bytes: line, original: try forgetting.original(at: selectPositions.integer(0)))
      }
    }
    return nil
  }

  /// The line of a known stream at a revision; nil where the ledger has none there.
  func line(of number: Int, revision: Int) throws -> EarlierLine? {
    guard streams.indices.contains(number), let id = streams[number]?.row.id,
      (1...LedgerSchema.lastRevision).contains(revision)
    else { return nil }
    selectPosition.bind(LedgerSchema.key(stream: id, revision: revision), at: 1)
    defer { selectPosition.reset() }
    guard try selectPosition.step() else { return nil }
    return try line(at: selectPosition.integer(0))
  }

  /// The digest of the first line that a known stream ever had, as it was sent; nil where that line was forgotten and
  /// nothing kept its digest.
  func firstDigest(of number: Int) throws -> [UInt8]? {
    guard streams.indices.contains(number), let id = streams[number]?.row.id else { return nil }
    // The first line that is left is not the one that began the stream.
    if forgetting.hasAnchor(id) { return try forgetting.first(of: id) }
    selectFirst.bind(LedgerSchema.key(stream: id, revision: 1), at: 1)
    selectFirst.bind(LedgerSchema.key(stream: id, revision: LedgerSchema.lastRevision), at: 2)
    defer { selectFirst.reset() }
    guard try selectFirst.step() else { return nil }
    return try line(at: selectFirst.integer(0))?.digest
  }

  private func line(at position: Int64) throws -> EarlierLine? {
    selectLine.bind(position, at: 1)
    defer { selectLine.reset() }
    guard try selectLine.step() else { return nil }
    return EarlierLine(bytes: Array(selectLine.bytes(0)), original: try forgetting.original(at: position))
  }

  /// Appends one event.
  func append(_ event: AdmittedEvent, of source: ExactString) throws {
    if mayHaveViews { try dropViews() }
    // Taken out and put back, so that its chain is advanced in place.
    var stream = streams[event.stream].take() ?? newStream(source, isNumbered: event.isNumbered)
    let line = event.line
    position += 1
    Chain.advance(&stream.row.chain, revision: event.revision, digest: try digest(of: line, event, position))
    stream.row.head = event.revision
    stream.row.events += 1
    stream.hasGrown = true
    try stream.row.chain.withBorrowedBytes { chain in
      try inserts.insertLine(
        line, chain: chain, position: position, stream: stream.row.id, revision: event.revision)
    }
    try facts.add(
      stream: stream.row.id, revision: event.revision, position: position, time: event.time, data: event.data,
      hash: event.hash, line: line)
    if !stream.isTouched {
      stream.isTouched = true
      touched.append(event.stream)
    }
    streams[event.stream] = stream
    appended += 1
  }

  private func dropViews() throws {
    try AnalysisSchema.dropViews(on: database)
    mayHaveViews = false
  }

  /// The digest that the chain covers: the original line's where a value was replaced.
  private func digest(of line: BorrowedBytes, _ event: AdmittedEvent, _ position: Int) throws -> [UInt8] {
    guard let original = event.original else { return Chain.digest(of: line) }
    try forgetting.record(original, replacedAt: position)
    return original
  }

  /// Makes a stream that is not in the ledger yet. ``flush()`` stores its row.
  private func newStream(_ source: ExactString, isNumbered: Bool) -> Stream {
    defer { nextStream += 1 }
    return Stream(
      row: StreamRow(
        id: nextStream, source: source, head: 0, events: 0, isNumbered: isNumbered, chain: Chain.start))
  }

  /// Begins a stream behind events that were forgotten; nil where the ledger has the stream already.
  ///
  /// - Returns: the ledger's number of the stream.
  func begin(_ number: Int, behind anchor: Anchor) throws -> Int? {
    while streams.count <= number { streams.append(nil) }
    guard streams[number] == nil, !forgetting.isForgotten(anchor.source) else { return nil }
    if mayHaveViews { try dropViews() }
    var stream = newStream(anchor.source, isNumbered: anchor.isNumbered)
    (stream.row.head, stream.row.chain, stream.isTouched) = (anchor.revision, anchor.chain, true)
    touched.append(number)
    streams[number] = stream
    return stream.row.id
  }

  /// Checks that a stream is at a revision before its first event is appended.
  func expect(revision expected: Int, of number: Int, source: ExactString, ledger: String) throws {
    guard streams[number]?.isTouched != true else { return }
    let actual = streams[number]?.row.head ?? 0
    guard actual == expected else {
      throw LedgerError(
        .unexpectedRevision, ledger: ledger, what: "`\(source)` is at revision \(actual), not \(expected).",
        why: "somebody appended in the meantime, or the expectation is old",
        fix: "read the stream again, and decide again whether the event still holds")
    }
  }

  /// The last event of a stream; nil where the ledger has none.
  func head(of number: Int, source: ExactString) -> StreamHead? {
    guard let row = streams[number]?.row, row.head > 0 else { return nil }
    return StreamHead(source: source, revision: row.head, chain: Hex.text(of: row.chain))
  }

  /// The ledger's numbers of all streams that events were appended to.
  func streamsAppendedTo() -> [Int] { streams.compactMap { $0.flatMap { $0.hasGrown ? $0.row.id : nil } }.sorted() }

  /// Writes the buffered facts, so that later events of the transaction find them.
  func flushFacts() throws { try facts.flush() }

  /// Writes everything that is buffered, so that the transaction can be committed.
  func flush() throws {
    try facts.flush()
    if touched.count > 1 { touched.sort() }
    for number in touched {
      streams[number]?.isTouched = false
      guard let stream = streams[number] else { continue }
      try streamRows.store(stream.row)
    }
    touched.removeAll(keepingCapacity: true)
  }
}
