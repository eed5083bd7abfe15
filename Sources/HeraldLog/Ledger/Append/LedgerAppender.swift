import GRDB
import Herald

/// Appends events within a transaction that the caller commits.
final class LedgerAppender: EarlierEvents {
  /// A stream of the ledger while events are appended to it.
  private struct Stream {
    let id: Int
    var head: Int
    var events: Int
    var chain: [UInt8]
    var isNumbered: Bool
    /// Whether any event was appended.
    var hasGrown = false
    /// Whether an event was appended since the table of streams was last written.
    var isTouched = false
  }

  private let insertEvent: RawStatement
  private let selectStream: RawStatement
  private let insertStream: RawStatement
  private let updateStream: RawStatement
  private let selectPositions: RawStatement
  private let selectLine: RawStatement
  let documents: LedgerDocuments
  private let facts: FactsWriter
  // `@exclusivity(unchecked)` leaves out the run-time check for exclusive access, as in ``FactsWriter``.
  /// Indexed by the number that the ``Admission`` gave a stream; nil where the ledger has no such stream yet.
  @exclusivity(unchecked) private var streams: [Stream?] = []
  @exclusivity(unchecked) private var touched: [Int] = []
  @exclusivity(unchecked) private var position: Int
  private var nextStream: Int
  private(set) var appended = 0

  init(on database: Database, batch: Int = 1 << 18) throws {
    insertEvent = try RawStatement("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", on: database)
    selectStream = try RawStatement(
      "SELECT id, head, events, numbered, chain FROM streams WHERE source = ?", on: database)
    insertStream = try RawStatement("INSERT INTO streams VALUES (?, ?, ?, ?, ?, ?)", on: database)
    updateStream = try RawStatement(
      "UPDATE streams SET head = ?, events = ?, chain = ? WHERE id = ?", on: database)
    selectPositions = try RawStatement("SELECT position FROM ids WHERE hash = ?", on: database)
    selectLine = try RawStatement("SELECT line FROM lines WHERE position = ?", on: database)
    documents = try LedgerDocuments(on: database)
    facts = try FactsWriter(on: database, batch: batch)
    position = try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") ?? 0
    nextStream = (try Int.fetchOne(database, sql: "SELECT max(id) FROM streams") ?? 0) + 1
  }

  func stream(_ source: ExactString, number: Int) throws -> (head: Int, isNumbered: Bool?)? {
    while streams.count <= number { streams.append(nil) }
    guard let stream = try find(source) else { return nil }
    streams[number] = stream
    return (stream.head, stream.isNumbered)
  }

  private func find(_ source: ExactString) throws -> Stream? {
    selectStream.bind(copying: source.string, at: 1)
    defer { selectStream.reset() }
    guard try selectStream.step() else { return nil }
    return Stream(
      id: Int(selectStream.integer(0)), head: Int(selectStream.integer(1)), events: Int(selectStream.integer(2)),
      chain: Array(selectStream.bytes(4)), isNumbered: selectStream.integer(3) == 1)
  }

  func line(source: ExactString, id: ExactString) throws -> [UInt8]? {
    selectPositions.bind(Int64(bitPattern: EventHash.of(id, source: source)), at: 1)
    defer { selectPositions.reset() }
    while try selectPositions.step() {
      selectLine.bind(selectPositions.integer(0), at: 1)
      defer { selectLine.reset() }
      guard try selectLine.step() else { continue }
      let line = Array(selectLine.bytes(0))
      if LineComparison.names(line, source: source, id: id) { return line }
    }
    return nil
  }

  /// Appends one event.
  func append(_ event: AdmittedEvent, of source: ExactString) throws {
    // Taken out and put back, so that its chain is advanced in place.
    var stream = try streams[event.stream].take() ?? newStream(source, isNumbered: event.isNumbered)
    let line = event.line
    position += 1
    Chain.advance(&stream.chain, revision: event.revision, line: line)
    stream.head = event.revision
    stream.events += 1
    stream.hasGrown = true
    insertEvent.bind(position, at: 1)
    insertEvent.bind(stream.id, at: 2)
    insertEvent.bind(event.revision, at: 3)
    insertEvent.bind(text: line, at: 4)
    try stream.chain.withBorrowedBytes {
      insertEvent.bind(blob: $0, at: 5)
      try insertEvent.run()
    }
    try facts.add(
      stream: stream.id, revision: event.revision, position: position, time: event.time, data: event.data,
      hash: event.hash)
    if !stream.isTouched {
      stream.isTouched = true
      touched.append(event.stream)
    }
    streams[event.stream] = stream
    appended += 1
  }

  private func newStream(_ source: ExactString, isNumbered: Bool) throws -> Stream {
    defer { nextStream += 1 }
    let stream = Stream(id: nextStream, head: 0, events: 0, chain: Chain.start, isNumbered: isNumbered)
    insertStream.bind(stream.id, at: 1)
    insertStream.bind(copying: source.string, at: 2)
    insertStream.bind(0, at: 3)
    insertStream.bind(0, at: 4)
    insertStream.bind(isNumbered ? 1 : 0, at: 5)
    try Chain.start.withBorrowedBytes {
      insertStream.bind(blob: $0, at: 6)
      try insertStream.run()
    }
    return stream
  }

  func wasTouched(_ number: Int) -> Bool { streams[number]?.isTouched == true }

  /// A stream's last revision and the value of the chain there.
  func chainHead(_ number: Int) -> (head: Int, chain: [UInt8])? { streams[number].map { ($0.head, $0.chain) } }

  /// The ledger's numbers of all streams that events were appended to.
  func streamsAppendedTo() -> [Int] { streams.compactMap { $0.flatMap { $0.hasGrown ? $0.id : nil } }.sorted() }

  /// Writes the buffered facts, so that later events of the transaction find them.
  func flushFacts() throws { try facts.flush() }

  /// Writes everything that is buffered, so that the transaction can be committed.
  func flush() throws {
    try facts.flush()
    if touched.count > 1 { touched.sort() }
    for number in touched {
      streams[number]?.isTouched = false
      guard let stream = streams[number] else { continue }
      updateStream.bind(stream.head, at: 1)
      updateStream.bind(stream.events, at: 2)
      try stream.chain.withBorrowedBytes {
        updateStream.bind(blob: $0, at: 3)
        updateStream.bind(stream.id, at: 4)
        try updateStream.run()
      }
    }
    touched.removeAll(keepingCapacity: true)
  }
}
