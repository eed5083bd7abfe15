import GRDB
public import Herald

extension LedgerReader {
  /// Replays the ledger, stream by stream, from the packed facts; from the lines where facts are missing.
  ///
  /// - Parameters:
  ///   - source: one stream only; nil for all.
  ///   - limit: where each stream's replay ends.
  ///   - progress: told now and then how far it is, from 0 to 1.
  /// - Throws: ``LedgerError``; ``LogRefused`` where a line has to be read and cannot.
  public func replay<Visitor: ReplayVisitor>(
    source: ExactString? = nil, until limit: ReplayLimit? = nil, progress: ((Double) -> Void)? = nil,
    visitor: inout Visitor
  ) throws {
    try read("replaying it") { database in
      guard try source != nil || Ledger.isDerivedComplete(database) else {
        return try replayLines(database, until: limit, visitor: &visitor)
      }
      let streams = try streams(database, source: source)
      guard let first = streams.first, let last = streams.last else { return }
      var scan = try FactsScan(on: database, path: path, shelf: shelf(on: database), isWhole: source == nil)
      try scan.begin(first.id...last.id)
      for (number, stream) in streams.enumerated() {
        let fold = try scan.replay(stream, until: limit, visitor: &visitor)
        try visitor.ended(stream.source, in: fold.state)
        if number & 255 == 255 { progress?(Double(number) / Double(streams.count)) }
      }
    }
  }

  /// The streams in the order of their numbers.
  func streams(_ database: Database, source: ExactString? = nil) throws -> [FactsScan.Stream] {
    let sql = "SELECT id, source, events FROM streams"
    let select = try Statement(source == nil ? sql + " ORDER BY id" : sql + " WHERE source = ?", on: database)
    var text = source?.string ?? ""
    return try text.withUTF8 { utf8 in
      if source != nil { select.bind(text: UnsafeRawBufferPointer(utf8), at: 1) }
      var streams: [FactsScan.Stream] = []
      while try select.step() {
        streams.append(
          FactsScan.Stream(
            id: Int(select.integer(0)), source: ExactString(select.text(1)), events: Int(select.integer(2))))
      }
      return streams
    }
  }

  /// The slow way, which needs nothing but the events.
  private func replayLines<Visitor: ReplayVisitor>(
    _ database: Database, until limit: ReplayLimit?, visitor: inout Visitor
  ) throws {
    let events = try Statement("SELECT line FROM events ORDER BY position", on: database)
    var rest: [UInt8] = []
    // SQLite would begin anew when it's asked for a row after the last.
    var isOver = false
    let bytes = try ByteSource(name: path) { buffer in
      while rest.count < buffer.count, !isOver {
        isOver = try !events.step()
        if isOver { break }
        rest.append(contentsOf: events.bytes(0))
        rest.append(0x0A)
      }
      let count = min(rest.count, buffer.count)
      buffer.copyBytes(from: rest[..<count])
      rest.removeFirst(count)
      return count
    }
    // Gaps were accepted when the events were taken in.
    let reader = LogReader(
      log: bytes, shelf: DocumentShelf(reading: shelfReading, replacement: replacement),
      options: ReadingOptions(isPartial: true))
    try reader.replay(until: limit, visitor: &visitor)
  }
}

/// Steps over the packed facts of some streams, in their order.
struct FactsScan {
  struct Stream {
    let id: Int
    let source: ExactString
    let events: Int
  }

  private let facts: Statement
  private let text: Statement
  private let profile: Statement
  private let lines: WrittenLines
  private let shelf: DocumentShelf
  private let path: String
  private var packed = PackedReader()
  private var repeated = RepeatedData()
  private var decider = Decider()
  private var hasRow = false

  init(on database: Database, path: String, shelf: DocumentShelf, isWhole: Bool) throws {
    self.path = path
    self.shelf = shelf
    facts = try Statement(
      "SELECT event, time, zone, type, data FROM facts WHERE event BETWEEN ? AND ? ORDER BY event", on: database)
    text = try Statement("SELECT text FROM texts WHERE id = ?", on: database)
    profile = try Statement("SELECT properties FROM profiles WHERE id = ?", on: database)
    lines = try WrittenLines(on: database, path: path)
    if isWhole { try loadVocabulary(on: database) }
  }

  /// Goes to the first fact of some streams.
  ///
  /// - Parameter revision: facts up to this one are passed over.
  mutating func begin(_ streams: ClosedRange<Int>, after revision: Int = 0) throws {
    facts.reset()
    facts.bind(LedgerSchema.key(stream: streams.lowerBound, revision: revision + 1), at: 1)
    facts.bind(LedgerSchema.key(stream: streams.upperBound, revision: 0xFFFF_FFFF), at: 2)
    hasRow = try facts.step()
  }

  /// Loads all texts at once, which is cheaper than one by one where most will be asked for.
  private mutating func loadVocabulary(on database: Database) throws {
    let all = try Statement("SELECT id, text FROM texts", on: database)
    while try all.step() { packed.vocabulary.keep(ExactString(all.text(1)), at: Int(all.integer(0))) }
  }

  /// Folds the next stream, to whose first fact the scan has come.
  mutating func replay<Visitor: ReplayVisitor>(
    _ stream: Stream, from start: InstallationState = InstallationState(), until limit: ReplayLimit?,
    visitor: inout Visitor
  ) throws -> StreamFold {
    var fold = StreamFold(start)
    let lines = self.lines
    var events = 0
    while hasRow {
      let key = facts.integer(0)
      guard LedgerSchema.stream(ofKey: key) == stream.id else { break }
      let time = DeviceTime(
        moment: Timestamp(milliseconds: facts.integer(1)), offsetMinutes: Int(facts.integer(2)))
      let data = try data(code: Int(facts.integer(3)))
      try fold.apply(
        data, at: time, revision: LedgerSchema.revision(ofKey: key), source: stream.source, limit: limit,
        decider: &decider, visitor: &visitor
      ) {
        try lines.event(key: key, data: data)
      }
      events += 1
      hasRow = try facts.step()
    }
    // What a snapshot stands for is not counted again.
    guard start.revision > 0 || events == stream.events else { throw incomplete(stream, events) }
    return fold
  }

  /// The data of the fact at hand, with the reading of its document.
  @inline(__always)
  private mutating func data(code: Int) throws -> EventData {
    guard Self.mayRepeat(code) else { return try unpacked(code: code) }
    let bytes = facts.bytes(4)
    let hash = RepeatedData.hash(bytes, code: code)
    if let known = repeated.data(hash, bytes) { return known }
    var data = try unpacked(code: code)
    if case .fetchSucceeded(var fetch) = data {
      fetch.reading = try shelf.reading(of: fetch)
      data = .fetchSucceeded(fetch)
    }
    if bytes.count <= RepeatedData.longest { repeated.keep(data, hash, bytes) }
    return data
  }

  /// Fetches of one document and launches of one phone come again; what is shorter is read faster than found.
  @inline(__always)
  private static func mayRepeat(_ code: Int) -> Bool {
    code == EventType.fetchSucceeded.code || code == EventType.appLaunched.code || code == EventType.fetchFailed.code
  }

  @inline(__always)
  private mutating func unpacked(code: Int) throws -> EventData {
    while true {
      do throws(FieldFault) {
        return try packed.read(facts.bytes(4), code: code)
      } catch {
        try load(error)
      }
    }
  }

  /// Loads the text or profile that packed data turned out to need.
  private mutating func load(_ fault: FieldFault) throws {
    switch fault.problem {
    case .unknownText(let number):
      text.bind(number, at: 1)
      defer { text.reset() }
      guard try text.step() else { throw corrupt("text \(number) is missing") }
      packed.vocabulary.keep(ExactString(text.text(0)), at: number)
    case .unknownProfile(let number):
      profile.bind(number, at: 1)
      defer { profile.reset() }
      guard try profile.step(), let properties = Profile(json: profile.text(0)) else {
        throw corrupt("profile \(number) is missing")
      }
      packed.vocabulary.keep(properties, at: number)
    default: throw corrupt("the field `\(fault.name)` cannot be read")
    }
  }

  private func corrupt(_ why: String) -> LedgerError {
    LedgerError(
      "corruptFacts", ledger: path, what: "The packed facts of `\(path)` cannot be read.", why: why,
      fix: "delete the table `facts` and import anything: it is rebuilt from the events")
  }

  private func incomplete(_ stream: Stream, _ found: Int) -> LedgerError {
    corrupt("`\(stream.source)` has \(stream.events) events, of which \(found) are there")
  }
}

/// Finds events as they were written, whose envelopes the facts do not keep.
private final class WrittenLines {
  private let line: Statement
  private let path: String
  private var reader = LineReader()

  init(on database: Database, path: String) throws {
    line = try Statement(
      "SELECT line FROM events WHERE position = (SELECT position FROM facts WHERE event = ?)", on: database)
    self.path = path
  }

  func event(key: Int64, data: EventData) throws -> Event {
    line.bind(key, at: 1)
    defer { line.reset() }
    guard try line.step() else {
      throw LedgerError(
        "corruptFacts", ledger: path, what: "`\(path)` has facts of an event that isn't there.",
        why: "facts are derived from events", fix: "delete the table `facts` and import anything: it is rebuilt")
    }
    let bytes = line.bytes(0).assumingMemoryBound(to: UInt8.self)
    do throws(WireFault) {
      var event = try reader.read(bytes).event(in: bytes, revision: LedgerSchema.revision(ofKey: key))
      event.data = data
      return event
    } catch {
      throw LogRefused(error.diagnostic(file: path, line: 1, bytes: bytes))
    }
  }
}
