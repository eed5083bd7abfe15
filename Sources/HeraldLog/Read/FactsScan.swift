import GRDB
import Herald
import HeraldLines

/// Folds the facts of streams in order: the packed runs, then the facts after the last run.
struct FactsScan {
  struct Stream {
    let id: Int
    let source: ExactString
    let events: Int
    var isNumbered = true

    init(id: Int, source: ExactString, events: Int) {
      (self.id, self.source, self.events) = (id, source, events)
    }

    init(_ row: StreamRow) {
      self.init(id: row.id, source: row.source, events: row.events)
      isNumbered = row.isNumbered
    }
  }

  /// Finds streams by their numbers.
  struct StreamLookup {
    private let rows: RawStatement

    init(on database: Database) throws {
      rows = try RawStatement(
        "SELECT \(StreamRow.columns) FROM streams WHERE id BETWEEN ? AND ? ORDER BY id", on: database)
    }

    func streams(_ numbers: ClosedRange<Int>) throws -> [Stream] {
      rows.bind(numbers.lowerBound, at: 1)
      rows.bind(numbers.upperBound, at: 2)
      defer { rows.reset() }
      var streams: [Stream] = []
      while try rows.step() {
        try StreamRow.verify(rows)
        var stream = Stream(id: Int(rows.integer(0)), source: ExactString(rows.text(1)), events: Int(rows.integer(3)))
        stream.isNumbered = rows.integer(4) == 1
        streams.append(stream)
      }
      return streams
    }
  }

  /// The streams in the order of their numbers.
  static func streams(on database: Database) throws -> [Stream] {
    try StreamLookup(on: database).streams(0...Int(Int32.max))
  }

  private let runs: RawStatement
  private let facts: RawStatement
  private let text: RawStatement
  private let profile: RawStatement
  private let lines: EnvelopeLookup
  /// The stream that is read.
  private let origin: FactOrigin
  private let shelf: DocumentShelf
  private let path: String
  private var packed = PackedReader()
  private var repeated = PayloadCache()
  private var decider = Decider()
  private var hasRun = false
  /// Finds the states after forgotten events; nil where nothing was forgotten.
  private let anchors: ForgottenTables.AnchorLookup?

  init(on database: Database, path: String, shelf: DocumentShelf, isWhole: Bool) throws {
    self.path = path
    self.shelf = shelf
    runs = try RawStatement(
      "SELECT event, data, last, events, sum FROM runs WHERE event BETWEEN ? AND ? ORDER BY event", on: database)
    facts = try RawStatement(
      "SELECT event, time, zone, type, data, sum FROM facts WHERE event BETWEEN ? AND ? ORDER BY event", on: database)
    text = try RawStatement("SELECT text, sum FROM texts WHERE id = ?", on: database)
    profile = try RawStatement("SELECT properties, sum FROM profiles WHERE id = ?", on: database)
    lines = try EnvelopeLookup(on: database, path: path)
    origin = FactOrigin(lines)
    anchors = try ForgottenTables.AnchorLookup(on: database)
    if isWhole { try loadVocabulary(on: database) }
  }

  /// Starts a scan over streams.
  mutating func begin(_ streams: ClosedRange<Int>) throws {
    runs.reset()
    runs.bind(LedgerSchema.key(stream: streams.lowerBound, revision: 0), at: 1)
    runs.bind(LedgerSchema.key(stream: streams.upperBound, revision: LedgerSchema.lastRevision), at: 2)
    hasRun = try runs.step()
  }

  /// Ends the scan's statements, which would otherwise keep reading the ledger as it is now.
  func rest() {
    runs.reset()
    facts.reset()
    lines.rest()
  }

  /// Loads all texts, which is faster than one by one where most are needed.
  private mutating func loadVocabulary(on database: Database) throws {
    let all = try RawStatement("SELECT text, sum, id FROM texts", on: database)
    while try all.step() {
      let number = Int(all.integer(2))
      packed.vocabulary.keep(ExactString(try all.verifiedText(number, of: "texts")), at: number)
    }
  }

  /// Folds the next of the streams.
  mutating func replay<Visitor: ReplayVisitor>(
    _ stream: Stream, until limit: ReplayLimit?, visitor: inout Visitor
  ) throws -> StreamFold {
    (origin.source, origin.stream) = (stream.source, stream.id)
    let start = try start(of: stream.id)
    if start.revision > 0 { try visitor.began(stream.source, in: start) }
    let bounds = FoldBounds(until: limit, for: visitor)
    var fold = StreamFold(start)
    var (events, last) = (0, LedgerSchema.key(stream: stream.id, revision: 0))
    while hasRun {
      let first = runs.integer(0)
      guard LedgerSchema.stream(ofKey: first) == stream.id else { break }
      let data = runs.bytes(1)
      guard runs.integer(4) == RowSum.run(first: first, last: runs.integer(2), events: Int(runs.integer(3)), data)
      else { throw ChangedRow(table: "runs", row: "the run at \(first)") }
      var run = FactRunReader(data, key: first)
      while let fact = run.next() {
        try apply(fact, to: &fold, within: bounds, visitor: &visitor)
        last = fact.key
        events += 1
      }
      if run.isCorrupt { throw corrupt("the run at \(first) cannot be read") }
      hasRun = try runs.step()
    }
    if events < stream.events {
      events += try replayFacts(of: stream, after: last, onto: &fold, within: bounds, visitor: &visitor)
    }
    guard events == stream.events else { throw incomplete(stream, events) }
    return fold
  }

  /// The state before the first event that is there.
  func start(of stream: Int) throws -> InstallationState {
    guard let anchor = try anchors?.anchor(of: stream) else { return InstallationState() }
    return try anchor.read(shelf, of: path)
  }

  /// The state of a stream after one of its events.
  mutating func state(of stream: Stream, at revision: Int) throws -> InstallationState {
    var visitor = NoVisitor()
    try begin(stream.id...stream.id)
    return try replay(stream, until: .revision(revision), visitor: &visitor).state
  }

  /// Folds the facts of a stream after a state.
  mutating func replay<Visitor: ReplayVisitor>(
    _ stream: Stream, from start: InstallationState, visitor: inout Visitor
  ) throws -> InstallationState {
    (origin.source, origin.stream) = (stream.source, stream.id)
    var fold = StreamFold(start)
    let last = LedgerSchema.key(stream: stream.id, revision: start.revision)
    _ = try replayFacts(
      of: stream, after: last, onto: &fold, within: FoldBounds(until: nil, for: visitor), visitor: &visitor)
    return fold.state
  }

  /// Folds the facts after the last run; returns their number.
  private mutating func replayFacts<Visitor: ReplayVisitor>(
    of stream: Stream, after last: Int64, onto fold: inout StreamFold, within bounds: FoldBounds,
    visitor: inout Visitor
  ) throws -> Int {
    facts.bind(last + 1, at: 1)
    facts.bind(LedgerSchema.key(stream: stream.id, revision: LedgerSchema.lastRevision), at: 2)
    defer { facts.reset() }
    var count = 0
    while try facts.step() {
      try apply(facts.verifiedFact, to: &fold, within: bounds, visitor: &visitor)
      count += 1
    }
    return count
  }

  /// Inlined, with ``data(of:)``: bench row 2b.
  @inline(__always)
  private mutating func apply<Visitor: ReplayVisitor>(
    _ fact: StoredFact, to fold: inout StreamFold, within bounds: FoldBounds, visitor: inout Visitor
  ) throws {
    var data = try data(of: fact)
    try fold.apply(
      &data, at: DeviceTime(moment: Timestamp(milliseconds: fact.time), offsetMinutes: fact.zone),
      revision: LedgerSchema.revision(ofKey: fact.key), from: .fact(.passUnretained(origin), key: fact.key),
      within: bounds, decider: &decider, visitor: &visitor)
  }

  /// The data of a fact, with the policy of its document.
  @inline(__always)
  private mutating func data(of fact: StoredFact) throws -> EventData {
    guard EventType(code: fact.code)?.cachesFacts == true else { return try unpacked(fact) }
    let bytes = fact.data
    let hash = PayloadCache.hash(bytes, code: fact.code)
    if let known = repeated.data(hash, bytes) { return known }
    var data = try unpacked(fact)
    if case .fetchSucceeded(var fetch) = data {
      try shelf.complete(&fetch)
      data = .fetchSucceeded(fetch)
    }
    if bytes.count <= PayloadCache.longest { repeated.keep(data, hash, bytes) }
    return data
  }

  private mutating func unpacked(_ fact: StoredFact) throws -> EventData {
    while true {
      do throws(FieldFault) {
        return try packed.read(fact.data, code: fact.code)
      } catch {
        try load(error)
      }
    }
  }

  /// Loads the text or profile that packed data refer to.
  private mutating func load(_ fault: FieldFault) throws {
    switch fault.problem {
    case .unknownText(let number):
      text.bind(number, at: 1)
      defer { text.reset() }
      guard try text.step() else { throw corrupt("text \(number) is missing") }
      packed.vocabulary.keep(ExactString(try text.verifiedText(number, of: "texts")), at: number)
    case .unknownProfile(let number):
      profile.bind(number, at: 1)
      defer { profile.reset() }
      guard try profile.step(), let properties = Profile(json: try profile.verifiedText(number, of: "profiles")) else {
        throw corrupt("profile \(number) is missing")
      }
      packed.vocabulary.keep(properties, at: number)
    default: throw corrupt("the field `\(fault.name)` cannot be read")
    }
  }

  private func corrupt(_ why: String) -> LedgerError {
    LedgerError(
      .corruptFacts, ledger: path, what: "The packed facts of `\(path)` cannot be read.", why: why,
      fix: "delete the table `facts` and import anything: it is rebuilt from the events")
  }

  private func incomplete(_ stream: Stream, _ found: Int) -> LedgerError {
    corrupt("`\(stream.source)` has \(stream.events) events, but \(found) are there")
  }
}

extension RawStatement {
  /// The text of the current row of a query for `text, sum`.
  ///
  /// - Throws: ``ChangedRow`` where the row is not as it was written.
  fileprivate func verifiedText(_ number: Int, of table: String) throws -> String {
    guard integer(1) == RowSum.text(number: number, bytes(0)) else {
      throw ChangedRow(table: table, row: "number \(number)")
    }
    return text(0)
  }
}
