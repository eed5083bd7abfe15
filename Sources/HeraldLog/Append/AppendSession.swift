import Herald
import HeraldLines

/// Appends lines as they come; those that are ready together share a transaction.
final class AppendSession {
  private let appender: Appender
  private var feed: LineFeed
  private var reader = EventCandidate.Reader()
  /// The revision that the stream of the next new event must be at; nil for any.
  private var expected: Int?
  private let options: ReadingOptions
  private let report: (Diagnostic) -> Void
  /// Events of the open transaction, acknowledged after its commit.
  private var waiting: [Appended] = []
  /// The streams that grew in the open transaction.
  private var grown: Set<ExactString> = []

  /// True where a line was read, and where one was an event.
  private var (hasLine, hasEvent) = (false, false)

  /// The largest number of events in one transaction.
  private static let most = 10_000

  init(
    _ source: ByteSource, to appender: Appender, expecting expected: Int?, options: ReadingOptions,
    report: @escaping (Diagnostic) -> Void
  ) {
    self.appender = appender
    self.expected = expected
    self.options = options
    self.report = report
    feed = LineFeed(source)
  }

  /// - Parameters:
  ///   - committed: called after the acknowledgements of each transaction, with the heads of the streams that it made
  ///     longer, sorted by source.
  ///   - acknowledge: called with each event in order, as soon as it is durable.
  func run(committed: ([StreamHead]) throws -> Void, _ acknowledge: (Appended) throws -> Void) throws {
    var isOver = false
    // Waits for a line outside any transaction, so that readers and the log are not held up.
    while !isOver, try feed.waitForLine() { isOver = try !runReady(committed, acknowledge) }
    if hasLine, !hasEvent { throw LogRefused(FileLook.unknown.finding(about: feed.source.name)) }
  }

  /// Appends the lines that the buffer has in one transaction; false at the end.
  private func runReady(
    _ committed: ([StreamHead]) throws -> Void, _ acknowledge: (Appended) throws -> Void
  ) throws -> Bool {
    waiting.removeAll(keepingCapacity: true)
    grown.removeAll(keepingCapacity: true)
    var isMore = false
    var failure: LogRefused?
    try appender.commit {
      do { isMore = try takeReadyLines() } catch let error as LogRefused {
        // The events before the bad line are good, and are kept.
        failure = error
      }
    }
    for appended in waiting { try acknowledge(appended) }
    if !grown.isEmpty { try committed(grown.compactMap(appender.head(of:)).sorted { $0.source < $1.source }) }
    if let failure { throw failure }
    return isMore
  }

  private func takeReadyLines() throws -> Bool {
    repeat {
      guard let line = try feed.next() else { return false }
      try take(line)
    } while feed.hasLineReady && waiting.count < Self.most
    return true
  }

  private func take(_ line: LineFeed.Line) throws {
    guard let candidate = try candidate(line) else { return }
    func finding(_ refusal: EventRefusal) -> Diagnostic {
      let place = feed.place(of: line)
      return refusal.diagnostic(file: place.file, line: place.line, line.bytes, id: candidate.idStart)
    }
    do {
      let place = try appender.append(candidate, line: line.bytes, expecting: expected) { gap, _ in
        guard options.acceptsGaps else { throw gap }
        report(finding(gap).acceptedGap)
      }
      waiting.append(Appended(id: candidate.id, isNew: place.isNew))
      guard place.isNew else { return }
      expected = nil
      grown.insert(candidate.source)
    } catch let refusal as EventRefusal {
      try leaveOut(line, finding(refusal))
    }
  }

  /// Reads the event of a line; nil for a line that has none to append.
  private func candidate(_ line: LineFeed.Line) throws -> EventCandidate? {
    do throws(WireFault) {
      hasLine = true
      let candidate = try reader.read(line.bytes)
      hasEvent = true
      // Only an import takes over what another ledger forgot.
      return candidate.data.type == nil && candidate.isNotice ? nil : candidate
    } catch {
      if line.isBlank { return nil }
      let place = feed.place(of: line)
      if error.isUnparseable, !line.hasNewline, EventBeginning.isTorn(line.bytes) {
        report(.torn(place))
      } else {
        try leaveOut(line, error.diagnostic(file: place.file, line: place.line, bytes: line.bytes))
      }
      return nil
    }
  }

  private func leaveOut(_ line: LineFeed.Line, _ finding: Diagnostic) throws {
    guard options.skipsInvalid else { throw LogRefused(diagnostics: [finding], badLines: 1, lines: line.number) }
    report(finding)
  }
}
