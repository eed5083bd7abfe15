import HeraldFormats

@testable import Herald
@testable import HeraldLines
@testable import HeraldLog
@testable import HeraldServer

/// A body of `POST /v1/events`, from its bytes to admission.
enum FuzzedBody {
  private static let bodyLimit = 1 << 20
  private static let lineLimit = 1 << 18
  private static let mostLines = 1000

  /// - Parameter form: two bits for the compression, two for the kind.
  static func read(_ form: UInt8, _ sent: [UInt8]) throws {
    let encoding: BodyEncoding = [.plain, .gzip, .zstd, .plain][Int(form & 3)]
    let memory = RequestMemory(MemoryBudget(limit: 8 << 20), address: nil)
    // A problem document is an answer.
    guard let body = try? encoding.unpack(sent, atMost: bodyLimit, memory) else { return }
    let events: (bytes: [UInt8], lines: [Range<Int>])
    switch form >> 2 & 3 {
    case 1:
      guard let event = try? CloudEventsBody.lines(body, isArray: false, memory) else { return }
      events = event
    case 2:
      guard let batch = try? CloudEventsBody.lines(body, isArray: true, memory) else { return }
      events = batch
    default: events = (body, LineBatch.ranges(in: body, atMost: mostLines))
    }
    if events.lines.count > mostLines { return }
    try FuzzedLines(events.bytes, events.lines).compare()
    try readAsLog(events.bytes)
  }

  /// Reads the same bytes as a log, whose bad lines are left out.
  private static func readAsLog(_ bytes: [UInt8]) throws {
    for options in [ReadingOptions(skipsInvalid: true, isPartial: true), ReadingOptions()] {
      let source = try ByteSource(name: "body", bytes: bytes)
      let reader = LogReader(log: source, shelf: DocumentShelf(reading: Formats.reading), options: options)
      try? reader.replayLines([.decisions, .states]) { _ in }
    }
  }
}

/// The lines of a body, read in ways that have to agree.
private struct FuzzedLines {
  private let bytes: [UInt8]
  private let ranges: [Range<Int>]
  private var batch: LineBatch
  private var histories: [ExactString: FuzzedHistory] = [:]
  /// Reads one line after the other, with what it remembers of them.
  private var reader = LineReader()

  init(_ bytes: [UInt8], _ ranges: [Range<Int>]) {
    (self.bytes, self.ranges) = (bytes, ranges)
    batch = LineBatch(bytes, lines: ranges, name: "body")
  }

  consuming func compare() throws {
    let stored = LineBatch(ReplacedLines(bytes, lines: ranges) { ExactString("p-\($0)") }, name: "body")
    for line in batch.lines { try compare(line) }
    try agree(batch.lines.map(\.number), stored.lines.map(\.number), "numbers of lines with pseudonyms")
    for (plain, replaced) in zip(batch.lines, stored.lines) {
      try agree(Self.outcome(of: plain), Self.outcome(of: replaced), "line \(plain.number) with pseudonyms")
    }
    for history in histories.values { try history.compare() }
  }

  private static func outcome(of line: LineBatch.Line) -> String {
    switch line.content {
    case .event(let event): "\(event.source) \(event.id) \(event.revision ?? 0) \(event.time)"
    case .fault(let fault, _): "\(fault.code)"
    }
  }

  private mutating func compare(_ line: LineBatch.Line) throws {
    let bytes = Array(bytes[line.range])
    let plain = bytes.withBorrowedBytes { PlainLine(LineFeed.Line(bytes: $0), &reader) }
    let fast = Self.event(bytes)
    // A blank in front hides the usual order of attributes, which has a parser of its own.
    let strict = Self.event([0x20] + bytes)
    try agree(try? fast.get().line, try? strict.get().line, "line \(line.number) with a blank before it")
    try agree(Self.code(of: fast), Self.code(of: strict), "the fault of line \(line.number)")
    switch (line.content, fast) {
    case (.event(let candidate), .success(let event)):
      try agree(plain?.kind, .event, "line \(line.number) of a log")
      try agree(candidate.id, event.id, "the id of line \(line.number)")
      try agree(candidate.source, event.source, "the source of line \(line.number)")
      try Self.writeAndRead(event)
      histories[event.source, default: FuzzedHistory()].events.append(event)
    case (.fault, .failure): if plain?.kind == .event { throw Disagreement("line \(line.number) is an event and bad") }
    case (.fault, .success(let event)):
      guard event.source.withBytes(LedgerNotice.isLedger) else {
        throw Disagreement("line \(line.number) is bad in a batch and good alone")
      }
    case (.event, .failure(let error)): throw Disagreement("line \(line.number) is good in a batch: \(error)")
    }
  }

  private static func event(_ bytes: [UInt8]) -> Result<Event, UnreadableEvent> {
    var reader = EventReader()
    do throws(UnreadableEvent) { return .success(try reader.event(utf8: bytes.span)) } catch { return .failure(error) }
  }

  private static func code(of result: Result<Event, UnreadableEvent>) -> String {
    if case .failure(let error) = result { "\(error.diagnostic.code) \(error.diagnostic.what)" } else { "" }
  }

  /// Checks that an event's line is the same event again.
  private static func writeAndRead(_ event: Event) throws {
    guard event.data.type != nil else { return }
    let line = event.line
    guard case .success(let again) = Self.event(Array(line.utf8)) else {
      throw Disagreement("what an event writes is not read: \(line)")
    }
    try agree(again.line, line, "an event written and read")
  }
}

/// The events of an installation, folded in one run and in two.
private struct FuzzedHistory {
  var events: [Event] = []

  /// Checks that a state which is written and read in the middle leads to the same end.
  func compare() throws {
    let shelf = DocumentShelf(reading: Formats.reading)
    var (whole, halves) = (InstallationState(), InstallationState())
    var (decider, other) = (Decider(), Decider())
    for (index, event) in events.enumerated() {
      guard event.revision > whole.revision else { continue }
      var data = event.data
      if case .fetchSucceeded(var fetch) = data {
        // Admission refuses a document under another digest, and a digest without a document.
        if let document = fetch.document, fetch.digest == Digest.of(document) {
          shelf.put(document, digest: Digest.of(document))
        } else if fetch.status == 200, let digest = fetch.digest, try fetch.document != nil || !shelf.contains(digest) {
          continue
        }
        try shelf.complete(&fetch)
        data = .fetchSucceeded(fetch)
      }
      let known = Event(
        id: event.id, source: event.source, type: event.type, time: event.time, revision: event.revision, data: data)
      whole.apply(known.fact)
      halves.apply(known.fact)
      if index == events.count / 2 {
        guard let read = try InstallationState(snapshot: halves.snapshot, policy: { try shelf.policy(named: $0) })
        else { throw Disagreement("a snapshot is not read: \(halves.snapshot)") }
        halves = read
      }
      guard let question = Question(data, at: event.time, of: event.source) else { continue }
      try agree(
        JSONWriter.text(decider.decide(question, in: whole).write),
        JSONWriter.text(other.decide(question, in: halves).write), "a decision after a snapshot")
    }
    try agree(halves.snapshot, whole.snapshot, "a state after a snapshot")
  }
}
