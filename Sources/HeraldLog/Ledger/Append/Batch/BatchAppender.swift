import GRDB
import Herald

/// Appends the batches of several senders in one transaction.
///
/// After an error the caller must drop it, because its cache may be ahead of the ledger.
final class BatchAppender {
  private let transactions: AppendTransactions
  private let admitting: AdmittingAppender
  /// The hashes of events whose facts are not written yet, so that a lookup would not find them.
  private var unwritten: Set<UInt64> = []
  /// The digests of lines of the open transaction in which a value was replaced on arrival.
  private var replaced: [[UInt8]] = []
  private let database: Database

  /// The number of events after which a new appender takes over. An appender caches streams and profiles, at worst one of
  /// each for every event. The new one looks them up again (bench rows 16 and 18).
  private static let most = 10_000
  /// True when a new appender should take over.
  var isFull: Bool { transactions.appender.appended >= Self.most }

  init(on database: Database) throws {
    self.database = database
    transactions = try AppendTransactions(on: database)
    admitting = AdmittingAppender(transactions.appender)
  }

  /// Stores what can be stored of each batch, durably when this returns.
  func append(_ batches: [LineBatch]) throws -> [BatchOutcome] {
    var outcomes: [BatchOutcome] = []
    outcomes.reserveCapacity(batches.count)
    try transactions.run {
      for batch in batches { outcomes.append(try append(batch)) }
      unwritten.removeAll(keepingCapacity: true)
      try noteReplaced()
    }
    return outcomes
  }

  /// Records in the journal which lines replace others, so that an audit knows them.
  private func noteReplaced() throws {
    guard !replaced.isEmpty else { return }
    var journal = try Journal(of: database)
    try journal.append(.pseudonymized, digests: replaced) { output, _ in
      output.member("kind", word: ForgettingKind.arrival)
    }
    replaced.removeAll()
  }

  private func append(_ batch: LineBatch) throws -> BatchOutcome {
    var outcome = BatchOutcome()
    var places: [ExactString: Int] = [:]
    for source in batch.sources {
      places[source] = outcome.streams.count
      outcome.streams.append(BatchOutcome.Stream(source: source))
    }
    try batch.bytes.withBorrowedBytes { bytes in
      for line in batch.lines {
        switch line.content {
        case .event(let event):
          guard let place = places[event.source] else { continue }
          try append(event, line, bytes, of: batch, at: place, &outcome)
        case .fault(let finding, let source):
          // A line that names no source is of the only stream of its request.
          let source = source ?? (outcome.streams.count == 1 ? outcome.streams[0].source : nil)
          let place = source.flatMap { places[$0] }
          if let place, outcome.streams[place].isStopped { continue }
          if let place { outcome.streams[place].isStopped = true }
          outcome.refuse(line, of: bytes, source: source, revision: nil, .bad, finding)
        }
      }
    }
    for index in outcome.streams.indices { outcome.streams[index].head = try head(of: outcome.streams[index].source) }
    return outcome
  }

  private func append(
    _ event: LineBatch.ReadEvent, _ line: LineBatch.Line, _ bytes: BorrowedBytes, of batch: LineBatch,
    at place: Int, _ outcome: inout BatchOutcome
  ) throws {
    guard !outcome.streams[place].isStopped else {
      outcome.streams[place].waiting += 1
      return
    }
    let candidate = EventCandidate(
      id: event.id, source: event.source, revision: event.revision, time: event.time, data: event.data,
      line: bytes.extracting(line.range), idStart: event.idStart, sent: line.sent)
    func refuse(_ kind: BatchOutcome.Kind, _ refusal: Refusal) {
      outcome.streams[place].isStopped = true
      let finding = refusal.diagnostic(file: "request", line: line.number, candidate.line, id: candidate.idStart)
      outcome.refuse(line, of: bytes, source: event.source, revision: event.revision, kind, finding)
    }
    do {
      if try !outcome.streams[place].showedFirstLine && isAgainFirst(event, candidate) {
        outcome.streams[place].showedFirstLine = true
      }
      if batch.mustShowFirstLine, !outcome.streams[place].showedFirstLine,
        try admitting.stream(of: event.source).head > 0
      {
        return refuse(.notOwner, Self.notOwner(event.source))
      }
      let hash = EventHash.of(event.id, source: event.source)
      if unwritten.contains(hash) { try writeFacts() }
      let admitted = try admitting.append(candidate, skipping: batch.skipped)
      if line.sent?.link == .stored { outcome.streams[place].isRechained = true }
      guard let revision = admitted.revision else {
        outcome.streams[place].duplicates += 1
        return
      }
      unwritten.insert(hash)
      if line.sent?.link == .sent { replaced.append(Chain.digest(of: candidate.line)) }
      outcome.streams[place].note(stored: revision)
    } catch let refusal as Refusal {
      refuse(try kind(of: refusal, candidate), refusal)
    }
  }

  private static func notOwner(_ source: ExactString) -> Refusal {
    Refusal(
      .notOwner, pointer: "/source", what: "The stream `\(source)` has events already.",
      why: "the request neither has the stream's token nor begins with its first line",
      fix: "send the token in `Herald-Stream`, or the first line again to get it")
  }

  private func writeFacts() throws {
    try transactions.appender.flushFacts()
    unwritten.removeAll(keepingCapacity: true)
  }

  /// True if a line is the first line of a stream in the ledger, byte for byte. Its salt keeps others from guessing it.
  private func isAgainFirst(_ event: LineBatch.ReadEvent, _ candidate: EventCandidate) throws -> Bool {
    guard event.revision ?? 1 == 1 else { return false }
    let stream = try admitting.stream(of: event.source)
    guard stream.head > 0 else { return false }
    try writeFacts()
    guard let first = try transactions.appender.line(of: stream.number, revision: 1) else { return false }
    // A line without a salt, in which a user was replaced, is known by the line that is stored.
    return first.digest == candidate.sentDigest || candidate.line.elementsEqual(first.bytes)
  }

  private func kind(of refusal: Refusal, _ candidate: EventCandidate) throws -> BatchOutcome.Kind {
    switch refusal.code {
    case .revisionGap: return .gap(expected: try admitting.stream(of: candidate.source).head + 1)
    case .forgotten: return .forgotten
    case .idTaken, .revisionNotAscending:
      try writeFacts()
      let stored =
        refusal.code == .idTaken
        ? try transactions.appender.line(source: candidate.source, id: candidate.id)
        : try candidate.revision.flatMap {
          try transactions.appender.line(of: admitting.stream(of: candidate.source).number, revision: $0)
        }
      return .forked(
        stored: stored.map { Hex.text(of: $0.digest) } ?? "", sent: Hex.text(of: candidate.sentDigest))
    default: return .bad
    }
  }

  private func head(of source: ExactString) throws -> StreamHead? {
    let (number, _) = try admitting.stream(of: source)
    return transactions.appender.chainHead(number).map { head, chain in
      StreamHead(source: source, revision: head, chain: Hex.text(of: chain))
    }
  }
}

extension BatchOutcome {
  fileprivate mutating func refuse(
    _ line: LineBatch.Line, of bytes: BorrowedBytes, source: ExactString?, revision: Int?, _ kind: Kind,
    _ finding: Diagnostic
  ) {
    refused.append(
      Refused(
        line: line.number, bytes: Array(bytes.extracting(line.range)), source: source, revision: revision, kind: kind,
        finding: finding))
  }
}

extension BatchOutcome.Stream {
  fileprivate mutating func note(stored revision: Int) {
    stored += 1
    if revision == 1 { showedFirstLine = true }
    revisions = (revisions?.lowerBound ?? revision)...revision
  }
}
