import GRDB
import Herald
import HeraldLines

/// Appends events to a ledger: admits candidates one by one, and stores those that are new in transactions that are
/// durable when they end.
///
/// Single events, lines as they come and batches of phones go through it. Only an import does not: its ``LogReader``
/// has admitted each line already when the ``LedgerRows`` get it.
///
/// It caches statements, the heads of streams and the numbers of texts. After any error but a ``EventRefusal`` its owner must
/// drop it, because the cache may be ahead of the ledger.
final class Appender {
  private let rows: LedgerRows
  private var admission: Admission
  private let transaction: PreparedTransaction
  private let preallocation: WALPreallocation?
  private let receptions: RawStatement
  private let database: Database
  private let path: String
  /// The hashes of events whose facts are not written yet, so that a lookup would not find them.
  private var unwritten: Set<UInt64> = []
  /// The digests of lines of the open transaction in which a value was replaced on arrival.
  private var replaced: [[UInt8]] = []

  /// The number of events after which a new appender takes over. An appender caches streams and profiles, at worst one of
  /// each for every event. The new one looks them up again (bench rows 16 and 18).
  private static let most = 10_000
  /// True when a new appender should take over.
  var isFull: Bool { rows.appended >= Self.most }

  /// The result of appending an event.
  struct Place {
    /// The event's revision; nil for a repeated one.
    let revision: Int?
    var isNew: Bool { revision != nil }
  }

  /// - Parameters:
  ///   - path: the ledger's path, for errors.
  ///   - keepsViews: true to leave the views for analysis, although they lack what is appended.
  init(on database: Database, path: String, keepsViews: Bool) throws {
    self.database = database
    self.path = path
    transaction = try PreparedTransaction(on: database)
    preallocation = try WALPreallocation(on: database)
    receptions = try RawStatement("INSERT INTO receptions VALUES (?, ?, ?, ?)", on: database)
    rows = try LedgerRows(on: database, keepsViews: keepsViews)
    admission = Admission(documents: rows.documents, earlier: rows)
  }

  /// Commits what `body` appends; where it throws, nothing of it is stored.
  func commit(_ body: () throws -> Void) throws {
    try transaction.run {
      preallocation?.extendIfNeeded()
      try body()
      try recordReplaced()
      try rows.flush()
      unwritten.removeAll(keepingCapacity: true)
    }
  }

  /// Appends an event, unless the ledger has it already.
  ///
  /// - Parameters:
  ///   - line: the event's line.
  ///   - sent: the line as it was sent, where values are replaced on arrival.
  ///   - expected: the revision that the stream of a new event must be at; nil for any.
  ///   - accept: takes the gap before the event and the revisions that are missing; throws the gap to refuse the event.
  /// - Throws: ``EventRefusal`` where the event may not join. Nothing was changed then.
  func append(
    _ candidate: EventCandidate, line: BorrowedBytes, sent: SentLine? = nil, expecting expected: Int? = nil,
    acceptingGap accept: (_ gap: EventRefusal, _ missing: Range<Int>) throws -> Void = { gap, _ in throw gap }
  ) throws -> Place {
    let hash = EventHash.of(candidate.id, source: candidate.source)
    if unwritten.contains(hash) { try writeFacts() }
    let stream = try number(of: candidate.source)
    if try admission.isRepeated(
      candidate.id, line, stream: stream, revision: candidate.revision, time: candidate.time, sent: sent?.digest)
    {
      return Place(revision: nil)
    }
    let revision = try admission.revision(candidate.revision, stream: stream, acceptingGap: accept)
    if case .fetchSucceeded(let fetch) = candidate.data { try admission.admitDocument(of: fetch) }
    if let expected { try rows.expect(revision: expected, of: stream, source: candidate.source, ledger: path) }
    admission.advance(stream, to: revision, isNumbered: candidate.revision != nil)
    admission.noteStored(stream)
    unwritten.insert(hash)
    let original = sent?.link == .sent ? sent?.digest : nil
    if original != nil { replaced.append(Chain.digest(of: line)) }
    try rows.append(
      AdmittedEvent(
        stream: stream, revision: revision, isNumbered: candidate.revision != nil, time: candidate.time,
        data: candidate.data, hash: hash, line: line, original: original),
      of: candidate.source)
    return Place(revision: revision)
  }

  /// The position of the last event.
  var position: Int { rows.position }

  /// Stores the arrival of the events of the open transaction that were appended after a position.
  func store(_ reception: Reception, after last: Int) throws {
    guard position > last else { return }
    receptions.bind(last + 1, at: 1)
    receptions.bind(position, at: 2)
    receptions.bind(reception.received.milliseconds, at: 3)
    if let sent = reception.sent { receptions.bind(sent.milliseconds, at: 4) } else { receptions.bindNull(at: 4) }
    try receptions.run()
  }

  /// Writes the facts that wait, so that every event is found.
  private func writeFacts() throws {
    try rows.flushFacts()
    unwritten.removeAll(keepingCapacity: true)
  }

  /// Records in the journal which lines replace others, so that an audit knows them.
  private func recordReplaced() throws {
    guard !replaced.isEmpty else { return }
    var journal = try Journal(of: database)
    try journal.append(.pseudonymized, digests: replaced) { output, _ in
      output.member("kind", word: ForgettingKind.arrival)
    }
    replaced.removeAll()
  }

  private func number(of source: ExactString) throws -> Int {
    try source.withBytes { try admission.stream(of: $0, hash: LineHashes(source: $0).source) }
  }
}

/// Looking up what the ledger has, the open transaction included.
extension Appender {
  /// The last revision of a stream; 0 for an unknown one.
  func revision(of source: ExactString) throws -> Int { admission.streams[try number(of: source)].head }

  /// The last event of a stream; nil where the ledger has none.
  func head(of source: ExactString) throws -> StreamHead? { rows.head(of: try number(of: source), source: source) }

  /// True if an installation was forgotten.
  func isForgotten(_ source: ExactString) -> Bool { rows.isForgotten(source) }

  /// The digest of the first line that a stream ever had, as it was sent; nil where that is not known.
  func firstDigest(of source: ExactString) throws -> [UInt8]? {
    let number = try number(of: source)
    try writeFacts()
    return try rows.firstDigest(of: number)
  }

  /// The stored line of an event; nil where no event has the id.
  func line(source: ExactString, id: ExactString) throws -> EarlierLine? {
    try writeFacts()
    return try rows.line(source: source, id: id)
  }

  /// The stored line of a stream at a revision; nil where the ledger has none there.
  func line(source: ExactString, revision: Int) throws -> EarlierLine? {
    let number = try number(of: source)
    try writeFacts()
    return try rows.line(of: number, revision: revision)
  }
}
