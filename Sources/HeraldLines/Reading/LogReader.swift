public import Herald

/// Reads a log in JSON Lines from front to back: each line an event, in the order of its stream, once.
///
/// ```swift
/// let shelf = DocumentShelf(reading: Formats.reading)
/// let reader = LogReader(log: try ByteSource(path: "log.jsonl"), shelf: shelf)
/// try reader.replayLines(.states) { print(String(decoding: $0, as: UTF8.self)) }
/// ```
public final class LogReader {
  /// The stream and the revision of an event, and its line, which is valid until the next event is read.
  package struct Entry {
    package let stream: Int
    package let revision: Int
    package let line: BorrowedBytes
  }

  // One thread reads; `@exclusivity(unchecked)` leaves out the run-time check for that where a line is read.
  // Bench row 3: 25 % fewer instructions.
  @exclusivity(unchecked) package var feed: LineFeed
  /// The documents as policies; nil where no policy is needed, as during an import.
  package let shelf: DocumentShelf?
  @exclusivity(unchecked) package var admission: Admission
  @exclusivity(unchecked) private(set) var lines = LineReader()
  /// The current line.
  @exclusivity(unchecked) private(set) var parts = EventLine()
  @exclusivity(unchecked) var seen: SeenEvents
  /// The attributes of the current line that stand in their usual order.
  @exclusivity(unchecked) private var head = CanonicalHead()
  package let options: ReadingOptions
  /// Takes findings that refuse nothing: a torn last line, gaps, lines that were left out.
  private let report: (Diagnostic) -> Void
  private var bad: [Diagnostic] = []
  private(set) var badCount = 0
  /// The events of each log that is read; a log without any is refused.
  @exclusivity(unchecked) private var found = FoundEvents()
  /// True to refuse an empty log too, as where a verdict is asked for.
  package var needsEvents = false
  /// True to note the lines that are left out, by their installations.
  package var recordsRefusals = false
  /// The lines that were left out so far, by installation.
  package var refusals: [ExactString: LineRefusals] = [:]
  /// The number of gaps in revisions that were accepted so far.
  private(set) var gaps = 0
  /// The number of repeated events among those read so far.
  public private(set) var duplicates = 0
  @exclusivity(unchecked) private var lineCount = 0
  /// True while each stream's ids ascend and no line was left out, so that nothing has to be remembered.
  @exclusivity(unchecked) var idsAscend = true
  /// The states after events that were forgotten, by stream.
  package var anchors: [Int: InstallationState] = [:]
  /// The installations whose first events were forgotten, among those read so far.
  public internal(set) var forgottenBeginnings: [ExactString: ForgottenBeginning] = [:]

  /// - Parameter admission: admits the log's events.
  init(
    _ source: ByteSource, shelf: DocumentShelf?, admission: consuming Admission, options: ReadingOptions,
    schema: EventSchema, seen limits: SeenEvents.Limits, report: @escaping (Diagnostic) -> Void
  ) {
    feed = LineFeed(source)
    seen = SeenEvents(limits)
    self.shelf = shelf
    self.options = options
    self.admission = admission
    self.report = report
    lines = LineReader(schema: schema)
  }

  /// Creates a reader of lines that are admitted into a ledger.
  package convenience init(
    _ source: ByteSource, admission: consuming Admission, options: ReadingOptions,
    report: @escaping (Diagnostic) -> Void
  ) {
    self.init(
      source, shelf: nil, admission: admission, options: options, schema: .current, seen: SeenEvents.Limits(),
      report: report)
  }

  convenience init(
    _ source: ByteSource, shelf: DocumentShelf, options: ReadingOptions = ReadingOptions(),
    schema: EventSchema = .current, seen limits: SeenEvents.Limits = SeenEvents.Limits(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    self.init(
      source, shelf: shelf, admission: Admission(documents: shelf), options: options, schema: schema, seen: limits,
      report: report)
  }

  /// Passes the next event to `body`; false at the end.
  ///
  /// - Parameters:
  ///   - repeated: takes each repeated event before it, with its line.
  ///   - forgotten: takes each forgotten part that the log lists before it, and the part's stream.
  ///   - body: takes the event, which is passed by address and not to be changed.
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped. The rest is checked first, so that the
  ///   error names all bad lines. Rethrows what `body` throws.
  @inline(__always)
  package func next(
    repeated: (borrowing EventLine, BorrowedBytes) throws -> Void = { _, _ in },
    forgotten: (_ part: ForgottenPart, _ stream: Int?) throws -> Void = { _, _ in },
    _ body: (Entry, inout EventLine) throws -> Void
  ) throws -> Bool {
    while let line = try nextLine() {
      lineCount = line.number
      do {
        if try read(line, repeated, forgotten, body) { return true }
      } catch let error as BadLine {
        try leaveOut(line, error.diagnostic)
        try recordRefusal(line.bytes, nil)
      } catch let refusal as EventRefusal {
        try leaveOut(line, place(refusal, at: line))
        try recordRefusal(line.bytes, refusal)
      }
    }
    try found.check(
      of: feed, refusesEmpty: needsEvents, refusesBadLines: badCount > 0 && !options.skipsInvalid)
    if badCount > 0, !options.skipsInvalid {
      throw LogRefused(diagnostics: bad, badLines: badCount, lines: lineCount)
    }
    return false
  }

  /// The next line. One that is too long may be a whole file of another kind, whose look says more.
  @inline(__always)
  private func nextLine() throws -> LineFeed.Line? {
    do { return try feed.next() } catch let refused as LogRefused {
      let start = try feed.source.bytes(at: feed.position, atMost: 64)
      if start.isEmpty || EventBeginning.isWhole(in: start) { throw refused }
      try found.check(of: feed, refusesEmpty: false, refusesBadLines: false)
      throw refused
    }
  }

  /// Takes a line that somebody hands over, and passes on its event; none for a blank or a repeated one.
  ///
  /// - Throws: ``LogRefused`` where the line is bad. The reader is as it was then, and takes other lines.
  func take(_ line: LineFeed.Line, _ body: (Entry, inout EventLine) throws -> Void) throws {
    do {
      _ = try read(line, { _, _ in }, { _, _ in }, body)
    } catch let error as BadLine {
      try refuse(line, error.diagnostic)
    } catch let refusal as EventRefusal {
      try refuse(line, place(refusal, at: line))
    }
  }

  private func refuse(_ line: LineFeed.Line, _ diagnostic: Diagnostic) throws -> Never {
    if idsAscend { try rememberEvents(before: line.offset) }
    throw LogRefused(diagnostic)
  }

  /// A line that is not an event.
  private struct BadLine: Error {
    let diagnostic: Diagnostic
  }

  private func place(_ refusal: EventRefusal, at line: LineFeed.Line) -> Diagnostic {
    let place = feed.place(of: line)
    return refusal.diagnostic(file: place.file, line: place.line, line.bytes, id: parts.id.start)
  }

  private func leaveOut(_ line: LineFeed.Line, _ diagnostic: Diagnostic) throws {
    if idsAscend { try rememberEvents(before: line.offset) }
    badCount += 1
    if options.skipsInvalid {
      report(diagnostic)
    } else if bad.count < LogRefused.shownAtMost {
      bad.append(diagnostic)
    }
  }

  /// Passes on the event of a line; false for a blank, torn or repeated one, and where the log is refused already.
  @inline(__always)
  private func read(
    _ line: LineFeed.Line, _ repeated: (borrowing EventLine, BorrowedBytes) throws -> Void,
    _ forgotten: (_ part: ForgottenPart, _ stream: Int?) throws -> Void,
    _ body: (Entry, inout EventLine) throws -> Void
  ) throws -> Bool {
    head.read(line.bytes)
    let hashes = head.isFound ? LineHashes(head, in: line.bytes, withEvent: !idsAscend) : nil
    do throws(WireFault) {
      try lines.read(line.bytes, head: &head, into: &parts)
    } catch {
      if line.isBlank { return false }
      guard error.isUnparseable, !line.hasNewline, EventBeginning.isTorn(line.bytes) else {
        found.bad(line, error, of: feed)
        let place = feed.place(of: line)
        throw BadLine(diagnostic: error.diagnostic(file: place.file, line: place.line, bytes: line.bytes))
      }
      // Of a log without an event the looks are named, and a note that nothing is to do would contradict them.
      if found.hasEvents(before: line, of: feed) { report(.torn(feed.place(of: line))) }
      return false
    }
    found.event(in: line, of: feed)
    if parts.data.type == nil, try isNotice(line.bytes, forgotten) { return false }
    let entry = try entry(line, hashes, repeated)
    guard let entry, badCount == 0 || options.skipsInvalid else { return false }
    try body(entry, &parts)
    return true
  }

  /// Admits the event of the current line; nil for a repeated one.
  @inline(__always)
  private func entry(
    _ line: LineFeed.Line, _ hashes: LineHashes?,
    _ repeated: (borrowing EventLine, BorrowedBytes) throws -> Void
  ) throws -> Entry? {
    let text = JSONText(bytes: line.bytes)
    let (number, hashes) = try text.withBytes(of: parts.source) { source in
      let hashes = hashes ?? LineHashes(source: source)
      return (try admission.stream(of: source, hash: hashes.source), hashes)
    }
    let hash = try text.withBytes(of: parts.id) { id -> UInt64? in
      if idsAscend, admission.streams.ascends(number, to: id) { return nil }
      if idsAscend { try rememberEvents(before: line.offset) }
      return hashes.ofEvent(id)
    }
    if hash != nil || admission.continuesEarlier(number), try isRepeated(line, stream: number, hash: hash) {
      duplicates += 1
      try repeated(parts, line.bytes)
      return nil
    }
    let revision = try admission.revision(parts.revision, stream: number) { gap, _ in try accept(gap, line) }
    if !parts.isRepeated {
      if parts.data.type == .fetchSucceeded { try admitDocument() }
      lines.keep(&parts)
    }
    if let hash { try seen.insert(hash, offset: line.offset) }
    admission.advance(number, to: revision, isNumbered: parts.revision != nil)
    return Entry(stream: number, revision: revision, line: line.bytes)
  }

  /// Checks the document of the current line, and reads it into a policy.
  ///
  /// A function of its own, because taking a fetch out of the data copies the data.
  @inline(never)
  private func admitDocument() throws {
    guard case .fetchSucceeded(var fetch) = parts.data else { return }
    try admission.admitDocument(of: fetch)
    try shelf?.complete(&fetch)
    parts.data = .fetchSucceeded(fetch)
  }

  /// True if the event of the current line is a repeated one.
  ///
  /// - Parameter hash: the event's hash; nil where this log is known not to have the event.
  private func isRepeated(_ line: LineFeed.Line, stream: Int, hash: UInt64?) throws -> Bool {
    let id = ExactString(JSONText(bytes: line.bytes).text(of: parts.id))
    var earlier: [UInt8] = []
    let offset = try hash.flatMap {
      try seen.first($0) { offset in
        earlier = try feed.source.line(at: offset)
        return LineComparison.names(earlier, source: admission.streams.source(of: stream), id: id)
      }
    }
    // Only errors need the number of a line. Counting newlines again is cheaper than a number for each line.
    let place = { (offset: Int) in try self.feed.source.placeOfLine(at: offset) }
    return try admission.isRepeated(
      id, line.bytes, stream: stream, revision: parts.revision, time: parts.time,
      seen: offset.map { offset in (earlier, { try place(offset) }) }, namesDifference: true)
  }

  /// Accepts and reports a gap where the log may have gaps.
  private func accept(_ gap: EventRefusal, _ line: LineFeed.Line) throws {
    guard options.acceptsGaps else {
      // The lines after a bad line may begin with a gap. It is not reported, because the log is refused for that line.
      if badCount > 0 { return }
      throw gap
    }
    gaps += 1
    report(place(gap, at: line).acceptedGap)
  }

  /// Reads again a line that was passed on before. Nothing is checked a second time, and its document is known.
  @inline(__always)
  func readAgain(_ line: BorrowedBytes) throws -> EventLine {
    var parts = EventLine()
    var head = CanonicalHead(line)
    do throws(WireFault) {
      try lines.read(line, head: &head, into: &parts)
    } catch {
      throw TemporaryFile.failed("read", .ioError)
    }
    if !parts.isRepeated {
      if case .fetchSucceeded(var fetch) = parts.data {
        try shelf?.complete(&fetch)
        parts.data = .fetchSucceeded(fetch)
      }
      lines.keep(&parts)
    }
    return parts
  }

  /// The document with a digest; nil where no event read so far contains it.
  public func document(_ digest: ExactString) throws -> String? { try shelf?.text(digest) }
}
