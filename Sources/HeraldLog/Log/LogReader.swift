public import Herald

/// Reads a log from front to back: each line an event, in the order of its stream, once.
public final class LogReader {
  /// Where an event belongs, and the line that it was read from, lent until the next is asked for.
  struct Entry {
    let stream: Int
    let revision: Int
    let line: UnsafeBufferPointer<UInt8>

    /// By what a ledger finds the event.
    func hash(of parts: borrowing EventLine) -> UInt64 {
      let text = JSONText(bytes: line)
      return text.withBytes(of: parts.id) { id in
        text.withBytes(of: parts.source) { EventHash.of(id, source: $0) }
      }
    }
  }

  // One thread reads; the hot properties are spared the check that it alone does.
  let feed: LineFeed
  package let shelf: DocumentShelf
  @exclusivity(unchecked) var index = StreamIndex()
  @exclusivity(unchecked) private(set) var lines = LineReader()
  /// The line at hand: each is read into the same place, because making and moving one costs as much as reading some.
  @exclusivity(unchecked) private var parts = EventLine.none
  @exclusivity(unchecked) var seen: SeenEvents
  @exclusivity(unchecked) var ahead = LinesAhead()
  let options: ReadingOptions
  private let earlier: (any EarlierEvents)?
  /// Findings that refuse nothing: a torn last line, gaps, lines that were left out.
  private let report: (Diagnostic) -> Void
  @exclusivity(unchecked) private var bad: [Diagnostic] = []
  @exclusivity(unchecked) private var badCount = 0
  /// Events that came again, of those read so far.
  @exclusivity(unchecked) public private(set) var duplicates = 0
  @exclusivity(unchecked) private var lineCount = 0
  @exclusivity(unchecked) private var knownStreams: [Bool] = []
  /// Whether each event is among the earlier ones before the next is read, so that they alone remember it.
  let isLive: Bool
  /// Whether each stream's ids have ascended so far and no line was left out, so that nothing had to be remembered.
  @exclusivity(unchecked) var idsAscend: Bool
  /// Told of an event that was there before, and of its line.
  @exclusivity(unchecked) var repeated: ((borrowing EventLine, UnsafeBufferPointer<UInt8>) throws -> Void)?

  init(
    _ source: ByteSource, shelf: DocumentShelf, options: ReadingOptions = ReadingOptions(),
    schema: EventSchema = .current, earlier: (any EarlierEvents)? = nil, isLive: Bool = false,
    seen limits: SeenEvents.Limits = SeenEvents.Limits(), report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    feed = LineFeed(source)
    seen = SeenEvents(limits)
    self.shelf = shelf
    self.options = options
    self.earlier = earlier
    self.isLive = isLive
    idsAscend = !isLive
    self.report = report
    lines = LineReader(schema: schema)
  }

  /// Hands over the next event; false at the end.
  ///
  /// Its parts are lent to whoever takes it and stay where they were read: moving them costs as much as reading some.
  ///
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped: the rest is checked first, so that the
  ///   error names all of them. And what `take` throws.
  @inline(__always)
  func next(_ take: (Entry, borrowing EventLine) throws -> Void) throws -> Bool {
    while try lookAhead() {
      defer { ahead.removeFirst() }
      let found = ahead.next
      lineCount = found.pointee.line.number
      do {
        if try read(found, take) { return true }
      } catch let error as BadLine {
        if idsAscend { try rememberEvents(before: found.pointee.line.offset) }
        note(error.diagnostic)
        if isLive { break }
      }
    }
    if badCount > 0, !options.skipsInvalid {
      throw LogRefused(diagnostics: bad, badLines: badCount, lines: lineCount)
    }
    return false
  }

  /// A line that is left out, or for which the log is refused.
  struct BadLine: Error {
    let diagnostic: Diagnostic
  }

  private func note(_ diagnostic: Diagnostic) {
    badCount += 1
    if options.skipsInvalid {
      report(diagnostic)
    } else if bad.count < LogRefused.shownAtMost {
      bad.append(diagnostic)
    }
  }

  /// Hands over the event of a line; false for a blank, torn or repeated one, and where the log is refused already.
  @inline(__always)
  private func read(
    _ found: UnsafePointer<LinesAhead.Line>, _ take: (Entry, borrowing EventLine) throws -> Void
  ) throws -> Bool {
    let line = found.pointee.line
    do throws(WireFault) {
      try lines.read(line.bytes, head: found.pointee.hasHead ? found.pointee.head : nil, into: &parts)
    } catch {
      if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return false }
      let diagnostic = error.diagnostic(file: feed.source.name, line: line.number, bytes: line.bytes)
      guard error.isUnparseable, !line.hasNewline else { throw BadLine(diagnostic: diagnostic) }
      report(torn(line))
      return false
    }
    let hashes = found.pointee.hasHead ? found.pointee.hashes : nil
    let entry = try entry(line, hashes, likely: found.pointee.stream)
    guard let entry, badCount == 0 || options.skipsInvalid else { return false }
    try take(entry, parts)
    return true
  }

  private func torn(_ line: LineFeed.Line) -> Diagnostic {
    Diagnostic(
      LogCode.torn, .note, what: "The last line is torn.", file: feed.source.name, line: line.number,
      why: "it has no newline and cannot be parsed, as after a crash while it was written",
      fix: "nothing to do: the line is left out, and nothing before it is touched")
  }

  /// Where the event of the line at hand belongs; nil for a repeated one.
  @inline(__always)
  private func entry(_ line: LineFeed.Line, _ hashes: LineHashes?, likely: Int) throws -> Entry? {
    let text = JSONText(bytes: line.bytes)
    let (number, hashes) = try text.withBytes(of: parts.source) { source in
      let hashes = hashes ?? LineHashes(source: source)
      let (number, isNew) = index.number(of: source, hash: hashes.source, likely: likely)
      if isNew { try openStream(number) }
      return (number, hashes)
    }
    let hash = try text.withBytes(of: parts.id) { id -> UInt64? in
      if idsAscend, index.ascends(number, to: id) { return nil }
      if idsAscend { try rememberEvents(before: line.offset) }
      return hashes.ofEvent(id)
    }
    if try isRepeated(parts, line, stream: number, hash: hash) {
      duplicates += 1
      if let repeated { try repeated(parts, line.bytes) }
      return nil
    }
    let revision = try revision(of: parts, line, stream: number)
    if !parts.isRepeated {
      if case .fetchSucceeded(var fetch) = parts.data {
        try receive(&fetch, line)
        parts.data = .fetchSucceeded(fetch)
      }
      lines.keep(parts)
    }
    if let hash, !isLive { try seen.insert(hash, offset: line.offset) }
    index.advance(number, to: revision, isNumbered: parts.revision != nil)
    return Entry(stream: number, revision: revision, line: line.bytes)
  }

  /// Reads a line again that was handed out before: nothing is checked a second time, and its document is at hand.
  @inline(__always)
  func readAgain(_ line: UnsafeBufferPointer<UInt8>) throws -> EventLine {
    var parts = EventLine.none
    do throws(WireFault) {
      try lines.read(line, head: UsualHead(line), into: &parts)
    } catch {
      throw TemporaryFile.failed("read", .ioError)
    }
    if !parts.isRepeated {
      if case .fetchSucceeded(var fetch) = parts.data {
        fetch.reading = try shelf.reading(of: fetch)
        parts.data = .fetchSucceeded(fetch)
      }
      lines.keep(parts)
    }
    return parts
  }

  /// The document with a digest; nil where no event read so far brought it.
  public func document(_ digest: ExactString) throws -> String? { try shelf.text(digest) }

  /// Looks for an earlier line by the hash of its source and id.
  func seenBefore(_ hash: UInt64, isSame: (Int) throws -> Bool) throws -> Int? {
    try seen.first(hash, where: isSame)
  }

  func hasEarlierEvents(_ stream: Int) -> Bool { isLive || stream < knownStreams.count && knownStreams[stream] }
  func earlierLine(source: ExactString, id: ExactString) throws -> [UInt8]? {
    try earlier?.line(source: source, id: id)
  }
  var allowsGaps: Bool { options.isPartial || options.skipsInvalid || badCount > 0 }
  var reportsGaps: Bool { options.isPartial || options.skipsInvalid }
  func sendReport(_ diagnostic: Diagnostic) { report(diagnostic) }

  private func openStream(_ number: Int) throws {
    guard let earlier else { return }
    let known = try earlier.stream(index.source(of: number), number: number)
    knownStreams.append(known != nil)
    guard let known else { return }
    index[number].head = known.head
    index[number].isNumbered = known.isNumbered
  }
}
