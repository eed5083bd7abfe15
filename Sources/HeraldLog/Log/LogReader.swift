public import Herald

/// Reads a log in JSON Lines from front to back: each line an event, in the order of its stream, once.
///
///     let shelf = DocumentShelf(reading: Formats.reading)
///     let reader = LogReader(log: try ByteSource(path: "log.jsonl"), shelf: shelf)
///     try reader.replayLines(.states) { print(String(decoding: $0, as: UTF8.self)) }
public final class LogReader {
  /// Where an event belongs, and the line that it was read from, valid until the next is asked for.
  struct Entry {
    let stream: Int
    let revision: Int
    let line: BorrowedBytes
  }

  // One thread reads; `@exclusivity(unchecked)` leaves out the check for that on the hot properties.
  @exclusivity(unchecked) var feed: LineFeed
  /// The documents as policies; nil where nobody asks what a document says, as while importing.
  package let shelf: DocumentShelf?
  @exclusivity(unchecked) var admission: Admission
  @exclusivity(unchecked) private(set) var lines = LineReader()
  /// The line at hand. Each is read into the same place, because making and moving one costs as much as reading some.
  private let parts = EventLine()
  @exclusivity(unchecked) var seen: SeenEvents
  @exclusivity(unchecked) var ahead = ReadAheadRing()
  let options: ReadingOptions
  /// Takes findings that refuse nothing: a torn last line, gaps, lines that were left out.
  private let report: (Diagnostic) -> Void
  @exclusivity(unchecked) private var bad: [Diagnostic] = []
  @exclusivity(unchecked) private var badCount = 0
  /// Events that came again, among those read so far.
  @exclusivity(unchecked) public private(set) var duplicates = 0
  @exclusivity(unchecked) private var lineCount = 0
  /// Whether each event is among the earlier ones before the next is read, so that they alone remember it.
  let isLive: Bool
  /// Whether each stream's ids have ascended so far and no line was left out, so that nothing had to be remembered.
  @exclusivity(unchecked) var idsAscend: Bool
  /// Called with each event that was there before, and its line.
  @exclusivity(unchecked) var repeated: ((EventLine, BorrowedBytes) throws -> Void)?

  /// - Parameter documents: the documents that fetches may name by digest; nil for those on the shelf.
  init(
    _ source: ByteSource, shelf: DocumentShelf?, documents: any KnownDocuments,
    options: ReadingOptions = ReadingOptions(), schema: EventSchema = .current, earlier: (any EarlierEvents)? = nil,
    isLive: Bool = false, seen limits: SeenEvents.Limits = SeenEvents.Limits(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    feed = LineFeed(source)
    seen = SeenEvents(limits)
    self.shelf = shelf
    self.options = options
    admission = Admission(
      documents: documents, earlier: earlier, isLive: isLive, acceptsGaps: options.isPartial || options.skipsInvalid)
    self.isLive = isLive
    idsAscend = !isLive
    self.report = report
    lines = LineReader(schema: schema)
  }

  convenience init(
    _ source: ByteSource, shelf: DocumentShelf, options: ReadingOptions = ReadingOptions(),
    schema: EventSchema = .current, seen limits: SeenEvents.Limits = SeenEvents.Limits(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    self.init(
      source, shelf: shelf, documents: shelf, options: options, schema: schema, seen: limits, report: report)
  }

  /// Passes the next event to `body`; false at the end.
  ///
  /// The event is borrowed: it stays where it was read, because moving it costs as much as reading some.
  ///
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped. The rest is checked first, so that the
  ///   error names all bad lines. Rethrows what `body` throws.
  @inline(__always)
  func next(_ body: (Entry, EventLine) throws -> Void) throws -> Bool {
    while try lookAhead() {
      defer { ahead.removeFirst() }
      let line = ahead.next.line
      lineCount = line.number
      do {
        if try read(line, body) { return true }
      } catch let error as BadLine {
        try leaveOut(line, error.diagnostic)
        if isLive { break }
      } catch let refusal as Refusal {
        try leaveOut(line, place(refusal, at: line))
        if isLive { break }
      }
    }
    if badCount > 0, !options.skipsInvalid {
      throw LogRefused(diagnostics: bad, badLines: badCount, lines: lineCount)
    }
    return false
  }

  /// A line that is not an event.
  private struct BadLine: Error {
    let diagnostic: Diagnostic
  }

  private func place(_ refusal: Refusal, at line: LineFeed.Line) -> Diagnostic {
    refusal.diagnostic(file: feed.source.name, line: line.number, line.bytes, id: parts.id.start)
  }

  private func leaveOut(_ line: LineFeed.Line, _ diagnostic: Diagnostic) throws {
    if idsAscend { try rememberEvents(before: line.offset) }
    badCount += 1
    // What follows a line that was left out may have a gap before it.
    admission.acceptsGaps = true
    if options.skipsInvalid {
      report(diagnostic)
    } else if bad.count < LogRefused.shownAtMost {
      bad.append(diagnostic)
    }
  }

  /// Passes on the event of a line; false for a blank, torn or repeated one, and where the log is refused already.
  @inline(__always)
  private func read(_ line: LineFeed.Line, _ body: (Entry, EventLine) throws -> Void) throws -> Bool {
    do throws(WireFault) {
      try lines.read(line.bytes, head: ahead.next.hasHead ? ahead.next.head : nil, into: parts)
    } catch {
      if line.isBlank { return false }
      let diagnostic = error.diagnostic(file: feed.source.name, line: line.number, bytes: line.bytes)
      guard error.isUnparseable, !line.hasNewline else { throw BadLine(diagnostic: diagnostic) }
      report(torn(line))
      return false
    }
    let hashes = ahead.next.hasHead ? ahead.next.hashes : nil
    let entry = try entry(line, hashes, likely: ahead.next.stream)
    guard let entry, badCount == 0 || options.skipsInvalid else { return false }
    try body(entry, parts)
    return true
  }

  private func torn(_ line: LineFeed.Line) -> Diagnostic {
    Diagnostic(
      LogCode.torn, .note, what: "The last line is torn.", file: feed.source.name, line: line.number,
      why: "it has no newline and cannot be parsed, as after a crash while it was written",
      fix: "nothing to do: the line is left out, and nothing before it is touched")
  }

  /// Admits the event of the line at hand; nil for a repeated one.
  @inline(__always)
  private func entry(_ line: LineFeed.Line, _ hashes: LineHashes?, likely: Int) throws -> Entry? {
    let text = JSONText(bytes: line.bytes)
    let (number, hashes) = try text.withBytes(of: parts.source) { source in
      let hashes = hashes ?? LineHashes(source: source)
      return (try admission.stream(of: source, hash: hashes.source, likely: likely), hashes)
    }
    let hash = try text.withBytes(of: parts.id) { id -> UInt64? in
      if idsAscend, admission.streams.ascends(number, to: id) { return nil }
      if idsAscend { try rememberEvents(before: line.offset) }
      return hashes.ofEvent(id)
    }
    if hash != nil || admission.continuesEarlier(number), try isRepeated(line, stream: number, hash: hash) {
      duplicates += 1
      if let repeated { try repeated(parts, line.bytes) }
      return nil
    }
    let revision = try admission.revision(parts.revision, stream: number) { reportGap($0, line) }
    if !parts.isRepeated {
      if case .fetchSucceeded(var fetch) = parts.data {
        try admission.admitDocument(of: fetch)
        fetch.reading = try shelf?.reading(of: fetch)
        parts.data = .fetchSucceeded(fetch)
      }
      lines.keep(parts)
    }
    if let hash, !isLive { try seen.insert(hash, offset: line.offset) }
    admission.advance(number, to: revision, isNumbered: parts.revision != nil)
    return Entry(stream: number, revision: revision, line: line.bytes)
  }

  /// Whether the event of the line at hand came before.
  ///
  /// - Parameter hash: nil where this log is known not to have it.
  private func isRepeated(_ line: LineFeed.Line, stream: Int, hash: UInt64?) throws -> Bool {
    let id = ExactString(JSONText(bytes: line.bytes).text(of: parts.id))
    var earlier: [UInt8] = []
    let offset = try hash.flatMap {
      try seen.first($0) { offset in
        earlier = try feed.source.line(at: offset)
        return LineComparison.names(earlier, source: admission.streams.source(of: stream), id: id)
      }
    }
    // Counting newlines again, for the words of an error only, is cheaper than keeping a number for each line.
    let place = { (offset: Int) in "line \(try self.feed.source.newlines(before: offset) + 1)" }
    return try admission.isRepeated(
      id, line.bytes, stream: stream, seen: offset.map { offset in (earlier, { try place(offset) }) })
  }

  private func reportGap(_ gap: Refusal, _ line: LineFeed.Line) {
    // A gap behind a bad line of a log that is refused is not a finding of its own.
    guard options.isPartial || options.skipsInvalid else { return }
    var found = place(gap, at: line)
    found.severity = .warning
    found.fix = "nothing to do if the log is meant to be partial; what is derived begins anew in ignorance there"
    report(found)
  }

  /// Reads a line again that was passed on before: nothing is checked a second time, and its document is at hand.
  @inline(__always)
  func readAgain(_ line: BorrowedBytes) throws -> EventLine {
    let parts = EventLine()
    do throws(WireFault) {
      try lines.read(line, head: UsualHead(line), into: parts)
    } catch {
      throw TemporaryFile.failed("read", .ioError)
    }
    if !parts.isRepeated {
      if case .fetchSucceeded(var fetch) = parts.data {
        fetch.reading = try shelf?.reading(of: fetch)
        parts.data = .fetchSucceeded(fetch)
      }
      lines.keep(parts)
    }
    return parts
  }

  /// The document with a digest; nil where no event read so far brought it.
  public func document(_ digest: ExactString) throws -> String? { try shelf?.text(digest) }
}
