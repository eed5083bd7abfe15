import Herald

/// Admits events one by one and appends those that are new, within a transaction that the caller commits.
///
/// After any error but a ``Refusal`` the caller must drop it, because its cache may be ahead of the ledger.
final class AdmittingAppender {
  private let appender: LedgerAppender
  private var admission: Admission

  /// The place of an event in its stream.
  struct Place {
    /// The number that the admission gave the event's stream.
    let stream: Int
    /// The event's revision; nil for a repeated one.
    let revision: Int?
    var isNew: Bool { revision != nil }
  }

  init(_ appender: LedgerAppender) {
    self.appender = appender
    admission = Admission(documents: appender.documents, earlier: appender, isLive: true, acceptsGaps: false)
  }

  /// - Parameters:
  ///   - skipped: revisions that the stream lacks for good, so that the event may follow them.
  ///   - admitted: called with the stream's number before a new event is appended.
  /// - Throws: ``Refusal`` where the event may not join. Nothing was changed then.
  func append(
    _ candidate: EventCandidate, skipping skipped: Set<Int> = [], admitted: (_ stream: Int) throws -> Void = { _ in }
  ) throws -> Place {
    let stream = try number(of: candidate.source)
    if try admission.isRepeated(
      candidate.id, candidate.line, stream: stream, revision: candidate.revision, time: candidate.time,
      sent: candidate.sent?.digest)
    {
      return Place(stream: stream, revision: nil)
    }
    admission.acceptsGaps = accepts(candidate.revision, after: admission.streams[stream].head, skipped)
    let revision = try admission.revision(candidate.revision, stream: stream)
    if case .fetchSucceeded(let fetch) = candidate.data { try admission.admitDocument(of: fetch) }
    try admitted(stream)
    admission.advance(stream, to: revision, isNumbered: candidate.revision != nil)
    var event = AdmittedEvent(
      stream: stream, revision: revision, isNumbered: candidate.revision != nil, time: candidate.time,
      data: candidate.data, hash: EventHash.of(candidate.id, source: candidate.source), line: candidate.line)
    if let sent = candidate.sent, sent.link == .sent { event.original = sent.digest }
    try appender.append(event, of: candidate.source)
    return Place(stream: stream, revision: revision)
  }

  /// The number of a source's stream, and its last revision: 0 for an unknown one.
  func stream(of source: ExactString) throws -> (number: Int, head: Int) {
    let number = try number(of: source)
    return (number, admission.streams[number].head)
  }

  private func number(of source: ExactString) throws -> Int {
    try source.withBytes { try admission.stream(of: $0, hash: LineHashes(source: $0).source) }
  }

  private func accepts(_ revision: Int?, after head: Int, _ skipped: Set<Int>) -> Bool {
    guard let revision, !skipped.isEmpty, revision > head + 1, revision - head - 1 <= skipped.count else {
      return false
    }
    return (head + 1..<revision).allSatisfy(skipped.contains)
  }
}
