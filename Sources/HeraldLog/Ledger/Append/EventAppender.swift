import GRDB
import Herald

/// Appends events one by one, and caches what each of them needs: statements, the heads of streams, the numbers of
/// texts.
///
/// After an error the caller must drop it, because the cache may be ahead of the ledger.
final class EventAppender {
  private let transactions: AppendTransactions
  private let admitting: AdmittingAppender
  private var reader = LineReader()
  private let path: String

  /// The number of events after which it is replaced, which limits its memory.
  private static let most = 100_000
  var isFull: Bool { transactions.appender.appended >= Self.most }
  /// The name of the source in findings.
  private static let name = "event"

  init(on database: Database, path: String) throws {
    self.path = path
    transactions = try AppendTransactions(on: database)
    admitting = AdmittingAppender(transactions.appender)
  }

  /// Appends an event from its value, without reading its line again; nil where its line is blank.
  func append(_ event: Event, expecting expected: Int?) throws -> Appended? {
    let line = event.line
    // For any other value, reading its line finds what is wrong, and drops what a log does not keep.
    guard event.isReadBackUnchanged else { return try append(line: line, expecting: expected) }
    return try line.withBorrowedBytes { bytes in
      try Self.checkLength(of: bytes)
      let candidate = EventCandidate(
        id: event.id, source: event.source, revision: event.revision > 0 ? event.revision : nil, time: event.time,
        data: event.data, line: bytes, idStart: CanonicalHead(bytes).id.start)
      return try append([candidate], expecting: expected)
    }
  }

  /// Appends the event of a line; nil where the line is blank.
  ///
  /// - Parameter line: one line. Of several lines all events are appended, or none.
  func append(line: String, expecting expected: Int?) throws -> Appended? {
    try line.withBorrowedBytes { bytes in
      var candidates: [EventCandidate] = []
      var start = 0
      for number in 1... {
        let end = bytes.offset(of: 0x0A, from: start) ?? bytes.count
        if let candidate = try candidate(bytes.extracting(start..<end), line: number) { candidates.append(candidate) }
        guard end < bytes.count else { break }
        start = end + 1
      }
      return candidates.isEmpty ? nil : try append(candidates, expecting: expected)
    }
  }

  private static func checkLength(of line: BorrowedBytes, number: Int = 1) throws {
    if line.count > LineFeed.longestLine { throw LogRefused.lineTooLong(file: name, line: number) }
  }

  /// Reads the event of a line; nil where the line is blank.
  private func candidate(_ bytes: BorrowedBytes, line number: Int) throws -> EventCandidate? {
    try Self.checkLength(of: bytes, number: number)
    do throws(WireFault) {
      var parts = try reader.read(bytes)
      if !parts.isRepeated { reader.keep(&parts) }
      let text = JSONText(bytes: bytes)
      return EventCandidate(
        id: ExactString(text.text(of: parts.id)), source: ExactString(text.text(of: parts.source)),
        revision: parts.revision, time: parts.time, data: parts.data, line: bytes, idStart: parts.id.start)
    } catch {
      if LineFeed.Line(bytes: bytes).isBlank { return nil }
      throw Self.refused(error.diagnostic(file: Self.name, line: number, bytes: bytes))
    }
  }

  private static func refused(_ diagnostic: Diagnostic) -> LogRefused {
    LogRefused(diagnostics: [diagnostic], badLines: 1, lines: 1)
  }

  /// Appends events in one transaction; returns the last.
  private func append(_ candidates: [EventCandidate], expecting expected: Int?) throws -> Appended? {
    var expected = expected
    var last: Appended?
    try transactions.run {
      for candidate in candidates {
        do { last = try append(candidate, expecting: &expected) } catch let refusal as Refusal {
          throw Self.refused(
            refusal.diagnostic(file: Self.name, line: 1, candidate.line, id: candidate.idStart))
        }
      }
    }
    return last
  }

  private func append(_ candidate: EventCandidate, expecting expected: inout Int?) throws -> Appended {
    let appender = transactions.appender
    let place = try admitting.append(candidate) { stream in
      guard let revision = expected else { return }
      try appender.expect(revision: revision, of: stream, source: candidate.source, ledger: path)
      expected = nil
    }
    // Later events of the same transaction may have the same id.
    if place.isNew { try appender.flushFacts() }
    return Appended(id: candidate.id, isNew: place.isNew)
  }
}
