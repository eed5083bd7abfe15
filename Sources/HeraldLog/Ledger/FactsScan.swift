import GRDB
import Herald

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

  /// Lets go of the row that the scan stands on, if any.
  func rest() { facts.reset() }

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
