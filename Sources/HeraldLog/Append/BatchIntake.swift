public import Herald
import HeraldLines

/// Appends one batch: of each of its streams the longest part from the first line on that can be stored.
struct BatchIntake {
  private let appender: Appender
  private let batch: LineBatch
  private var result = BatchOutcome()

  init(of batch: LineBatch, by appender: Appender) {
    self.batch = batch
    self.appender = appender
  }

  /// Appends the batch within the appender's open transaction.
  mutating func outcome() throws -> BatchOutcome {
    let batch = batch
    var places: [ExactString: Int] = [:]
    for source in batch.sources {
      places[source] = result.streams.count
      result.streams.append(BatchOutcome.Stream(source: source))
    }
    try batch.bytes.withBorrowedBytes { bytes in
      for line in batch.lines {
        switch line.content {
        case .event(let event):
          guard let place = places[event.source] else { continue }
          try append(event, line, bytes.extracting(line.range), at: place)
        case .fault(let finding, let source):
          // A line that names no source is of the only stream of its request.
          let source = source ?? (result.streams.count == 1 ? result.streams[0].source : nil)
          let place = source.flatMap { places[$0] }
          if let place, result.streams[place].isStopped { continue }
          if let place { result.streams[place].isStopped = true }
          // Nothing that names a forgotten installation is taken, also no line that is bad for good.
          let isForgotten = source.map(appender.isForgotten) ?? false
          refuse(
            line, bytes.extracting(line.range), source: source, revision: nil, isForgotten ? .forgotten : .bad, finding)
        }
      }
    }
    for index in result.streams.indices {
      let head = try appender.head(of: result.streams[index].source)
      result.streams[index].head = head
      let isShown = !batch.mustShowFirstLine || result.streams[index].showedFirstLine
      result.streams[index].isForeign = head != nil && !isShown
    }
    return result
  }

  private mutating func append(
    _ event: EventCandidate, _ line: LineBatch.Line, _ bytes: BorrowedBytes, at place: Int
  ) throws {
    guard !result.streams[place].isStopped else {
      result.streams[place].waiting += 1
      result.streams[place].left.add(event.data)
      return
    }
    do {
      let isNew = try appender.revision(of: event.source) == 0
      try showFirstLine(event, line, bytes, isNew: isNew, at: place)
      let isUnknown = isNew && result.streams[place].revisions == nil
      let appended = try appender.append(event, line: bytes, sent: line.sent) {
        [skipped = batch.skipped] gap, missing in
        guard missing.count <= skipped.count, missing.allSatisfy(skipped.contains) else { throw gap }
      }
      if line.sent?.link == .stored { result.streams[place].isRechained = true }
      if let revision = appended.revision {
        result.streams[place].record(stored: revision)
        if isNew { result.streams[place].showedFirstLine = true }
        if isUnknown { result.streams[place].isNew = true }
      } else {
        result.streams[place].duplicates += 1
      }
    } catch let refusal as EventRefusal {
      let kind = try kind(of: refusal, event, sent: line.sentDigest(bytes))
      result.streams[place].isStopped = true
      result.streams[place].left.add(event.data)
      let finding = refusal.diagnostic(file: "request", line: line.number, bytes, id: event.idStart)
      refuse(line, bytes, source: event.source, revision: event.revision, kind, finding)
    }
  }

  private mutating func refuse(
    _ line: LineBatch.Line, _ bytes: BorrowedBytes, source: ExactString?, revision: Int?, _ kind: BatchOutcome.Kind,
    _ finding: Diagnostic
  ) {
    result.refused.append(
      BatchOutcome.Refused(
        line: line.number, bytes: Array(bytes), source: source, revision: revision, kind: kind, finding: finding))
  }

  private func kind(of refusal: EventRefusal, _ event: EventCandidate, sent: [UInt8]) throws -> BatchOutcome.Kind {
    switch refusal.code {
    case .revisionGap: return .gap(expected: try appender.revision(of: event.source) + 1)
    case .forgotten: return .forgotten
    case .notOwner: return .notOwner
    case .idTaken, .revisionNotAscending, .forked:
      let stored =
        refusal.code == .idTaken
        ? try appender.line(source: event.source, id: event.id)
        : try event.revision.flatMap { try appender.line(source: event.source, revision: $0) }
      return .forked(stored: stored.map { Hex.text(of: $0.digest) } ?? "", sent: Hex.text(of: sent))
    default: return .bad
    }
  }
}

/// The first stored line of a stream, which shows whose the stream is. Its revision is above 1 where the lines before it
/// were refused.
extension BatchIntake {
  /// Notes whether a line is the stream's first line once more.
  ///
  /// - Throws: ``EventRefusal`` where the stream has events and the sender has to show its first line before.
  private mutating func showFirstLine(
    _ event: EventCandidate, _ line: LineBatch.Line, _ bytes: BorrowedBytes, isNew: Bool, at place: Int
  ) throws {
    guard batch.mustShowFirstLine, !isNew, !result.streams[place].showedFirstLine else { return }
    // The same words for a line that was guessed, so that they confirm no guess.
    guard try appender.firstDigest(of: event.source) == line.sentDigest(bytes), SaltedLine.isSalted(bytes) else {
      throw EventRefusal(
        .notOwner, pointer: "/source", what: "The stream `\(event.source)` has events already.",
        why: "the request neither has the stream's token nor begins with its first stored line, where a line without a "
          + "`salt` of 22 characters does not count because it can be guessed",
        fix:
          "send the token in `Herald-Stream`, or the first line with its salt again to get it; without both, begin a "
          + "new stream with a new `source`")
    }
    result.streams[place].showedFirstLine = true
  }
}

extension LineBatch.Line {
  /// The digest of the line as it was sent.
  fileprivate func sentDigest(_ bytes: BorrowedBytes) -> [UInt8] { sent?.digest ?? Chain.digest(of: bytes) }
}

extension BatchOutcome.Stream {
  fileprivate mutating func record(stored revision: Int) {
    stored += 1
    revisions = (revisions?.lowerBound ?? revision)...revision
  }
}

/// The outcome of appending a ``LineBatch``.
public struct BatchOutcome: Sendable {
  /// The outcome for the lines of one installation. The ledger stored the longest part from the first line on that it
  /// could take.
  public struct Stream: Sendable {
    /// The installation.
    public let source: ExactString
    /// The stream's head after the batch; nil where the ledger has no event of it.
    public internal(set) var head: StreamHead?
    /// The number of events that were stored.
    public internal(set) var stored = 0
    /// The number of events that the ledger had already.
    public internal(set) var duplicates = 0
    /// The revisions that were stored; nil for none.
    public internal(set) var revisions: ClosedRange<Int>?
    /// True if the ledger had no event of the installation before.
    public internal(set) var isNew = false
    /// True if the sender began the stream now, or had to show its first line and did so, byte for byte. The line has a
    /// salt, so it proves who began the stream.
    public internal(set) var showedFirstLine = false
    /// True if the stream has events and the sender has not shown that it is its own. Its head is not for the sender.
    public internal(set) var isForeign = false
    /// True if the chain covers other lines than the sender's, because users were replaced in lines without a salt.
    public internal(set) var isRechained = false
    /// True after a line was refused. No later line of the stream is stored then.
    public internal(set) var isStopped = false
    /// The number of lines behind a refused one, which were not looked at.
    public internal(set) var waiting = 0
    /// The events that were not stored: the refused one, where it is an event, and all behind it.
    public internal(set) var left = LeftEvents()
  }

  /// A line that was refused.
  public struct Refused: Sendable {
    /// The line's number in the request, from 1.
    public let line: Int
    /// The line's bytes, its newline left out.
    public let bytes: [UInt8]
    /// The installation; nil where it is not known.
    public let source: ExactString?
    /// The revision that the line names; nil for none.
    public let revision: Int?
    /// The kind of the fault, which says what the sender can do about it.
    public let kind: Kind
    /// The fault as a diagnostic.
    public let finding: Diagnostic
  }

  /// Kinds of faults, by what the sender of the refused line can do about them.
  public enum Kind: Hashable, Sendable {
    /// The line is bad for good: the sender goes on behind it.
    case bad
    /// Events before it are missing: the sender goes on from this revision.
    case gap(expected: Int)
    /// The stream has another event there: the sender begins a new stream. Both are SHA-256 digests of lines.
    case forked(stored: String, sent: String)
    /// The installation was forgotten: the sender begins a new stream.
    case forgotten
    /// The stream has events already, and the sender did not show that it is its own.
    case notOwner
  }

  /// The streams, in the order in which they first appear in the request.
  public internal(set) var streams: [Stream] = []
  /// The refused lines, in order: at most one of a stream, and all whose stream is not known.
  public internal(set) var refused: [Refused] = []
}
