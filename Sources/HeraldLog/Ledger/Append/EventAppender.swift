import GRDB
import Herald

/// Appends events one by one, and keeps from one to the next what each would otherwise prepare again: statements, the
/// heads of streams, the numbers of texts.
///
/// After an error it is to be thrown away: what it remembers may then be ahead of what is stored.
final class EventAppender {
  private let transactions: AppendTransactions
  private var admission: Admission
  private var reader = LineReader()
  private let path: String

  /// What it remembers of the events stays bounded, because it is replaced after this many.
  private static let most = 100_000
  var isFull: Bool { transactions.appender.appended >= Self.most }
  /// How findings call the place that the event came from.
  private static let name = "event"

  init(on database: Database, path: String) throws {
    self.path = path
    transactions = try AppendTransactions(on: database)
    let appender = transactions.appender
    admission = Admission(documents: appender.documents, earlier: appender, isLive: true, acceptsGaps: false)
  }

  /// An event that asks to be admitted.
  private struct Candidate {
    let id: ExactString
    let source: ExactString
    let revision: Int?
    let time: DeviceTime
    let data: EventData
    let line: BorrowedBytes
    /// Where the text of the id begins in the line.
    let idStart: Int
  }

  /// Appends an event that is there as a value; nil where its line is blank.
  func append(_ event: Event, expecting expected: Int?) throws -> Appended? {
    let line = event.line
    // The line of any other value tells what is wrong with it, or how much of it a log keeps.
    guard event.isReadBackUnchanged else { return try append(line: line, expecting: expected) }
    return try line.withBorrowedBytes { bytes in
      try Self.checkLength(of: bytes)
      let candidate = Candidate(
        id: event.id, source: event.source, revision: event.revision > 0 ? event.revision : nil, time: event.time,
        data: event.data, line: bytes, idStart: UsualHead(bytes)?.id.start ?? 0)
      return try append([candidate], expecting: expected)
    }
  }

  /// Appends the event of a line; nil where the line is blank.
  ///
  /// - Parameter line: where it has several lines, all of their events are appended, or none.
  func append(line: String, expecting expected: Int?) throws -> Appended? {
    try line.withBorrowedBytes { bytes in
      var candidates: [Candidate] = []
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
  private func candidate(_ bytes: BorrowedBytes, line number: Int) throws -> Candidate? {
    try Self.checkLength(of: bytes, number: number)
    do throws(WireFault) {
      let parts = try reader.read(bytes)
      if !parts.isRepeated { reader.keep(parts) }
      let text = JSONText(bytes: bytes)
      return Candidate(
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

  /// Appends events in one transaction; tells of the last.
  private func append(_ candidates: [Candidate], expecting expected: Int?) throws -> Appended? {
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

  private func append(_ candidate: Candidate, expecting expected: inout Int?) throws -> Appended {
    let stream = try candidate.source.withBytes {
      try admission.stream(of: $0, hash: LineHashes(source: $0).source)
    }
    if try admission.isRepeated(candidate.id, candidate.line, stream: stream) {
      return Appended(id: candidate.id, isNew: false)
    }
    let revision = try admission.revision(candidate.revision, stream: stream)
    if case .fetchSucceeded(let fetch) = candidate.data { try admission.admitDocument(of: fetch) }
    admission.advance(stream, to: revision, isNumbered: candidate.revision != nil)
    let appender = transactions.appender
    if let revision = expected {
      try appender.expect(revision: revision, of: stream, source: candidate.source, ledger: path)
      expected = nil
    }
    try appender.append(
      AdmittedEvent(
        stream: stream, revision: revision, isNumbered: candidate.revision != nil, time: candidate.time,
        data: candidate.data, hash: EventHash.of(candidate.id, source: candidate.source), line: candidate.line),
      of: candidate.source)
    // Later events of the same transaction may have the same id.
    try appender.flushFacts()
    return Appended(id: candidate.id, isNew: true)
  }
}
