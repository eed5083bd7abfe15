package import Herald

/// Decides whether an event may join a log: its id is new, its revision is the next of its stream, and the document of
/// a fetch is known and has the digest that the event names.
///
/// A ``LogReader`` asks it about each line of a log, an ``Appender`` about each candidate. The line itself was checked
/// before.
///
/// Its members are inlined where lines are read. Bench row 3: without those marks 23 % more instructions.
package struct Admission: ~Copyable {
  /// The streams of the events that were admitted, and how far each has come.
  package var streams = StreamIndex()
  private let documents: any KnownDocuments
  private let earlier: (any EarlierEvents)?
  /// True for a stream with earlier events, indexed by stream.
  private var hasEarlier: [Bool] = []
  /// The streams in which gaps were accepted.
  private var gapped: Set<Int> = []

  /// - Parameters:
  ///   - documents: the documents that fetches may name by digest.
  ///   - earlier: the events that the log continues; nil for none.
  package init(documents: any KnownDocuments, earlier: (any EarlierEvents)? = nil) {
    self.documents = documents
    self.earlier = earlier
  }

  /// The number of a source's stream, which continues the earlier one where there is one.
  ///
  /// - Parameters:
  ///   - hash: the source's ``LineHashes/source``.
  @inline(__always)
  package mutating func stream(of source: BorrowedBytes, hash: UInt64) throws -> Int {
    let (number, isNew) = streams.number(of: source, hash: hash)
    if isNew { try continueStream(number) }
    return number
  }

  private mutating func continueStream(_ number: Int) throws {
    guard let earlier else { return }
    let known = try earlier.stream(streams.source(of: number), number: number)
    hasEarlier.append(known != nil)
    guard let known else { return }
    streams[number].head = known.head
    streams[number].isNumbered = known.isNumbered
  }

  /// True if an event of a stream may be among the earlier ones.
  @inline(__always)
  func continuesEarlier(_ stream: Int) -> Bool { stream < hasEarlier.count && hasEarlier[stream] }

  /// Notes that the stream's last event is among the earlier ones from now on, as after it was appended.
  package mutating func noteStored(_ stream: Int) { hasEarlier[stream] = true }

  /// True if the event was admitted before. An id that another event has is refused.
  ///
  /// - Parameters:
  ///   - seen: an admitted line with this source and id, and the name of its place in findings; nil for an unknown one.
  ///   - line: the event's line.
  ///   - revision: the revision that the line names; nil for none.
  ///   - sent: the digest of the line as it was sent, where values are replaced on arrival; nil elsewhere.
  ///   - namesDifference: true to name the first member that differs, with both values. A server passes false, because a
  ///     sender who guesses another phone's ids would read that phone's values.
  package func isRepeated(
    _ id: ExactString, _ line: BorrowedBytes, stream: Int, revision: Int?, time: DeviceTime, sent: [UInt8]? = nil,
    seen: (line: [UInt8], place: () throws -> String)? = nil, namesDifference: Bool = false
  ) throws -> Bool {
    let source = streams.source(of: stream)
    var known = seen.map { EarlierLine(bytes: $0.line) }
    if known == nil, continuesEarlier(stream) { known = try earlier?.line(source: source, id: id) }
    guard let known else {
      return continuesEarlier(stream)
        && earlier?.isForgotten(stream: stream, revision: revision, time: time) == true
    }
    if LineComparison.isEqual(known.bytes, line) { return true }
    if let sent {
      if known.digest == sent { return true }
    } else if known.original != nil, LineComparison.isSameMoment(known.bytes, line) {
      return true
    }
    throw EventRefusal(
      .idTaken, pointer: "/id",
      what: "The id `\(id)` of `\(source)` was taken by another event in \(try seen?.place() ?? "the ledger").",
      why: "one id names one fact, and the two differ"
        + (namesDifference ? LineComparison.difference(known.bytes, line) ?? "" : ""),
      fix: "take the line as it was written, or give the event an id of its own where it is another one")
  }

  /// Checks that the document of a fetch has the digest that the fetch names, or that such a document is known.
  package func admitDocument(of fetch: FetchSucceeded) throws {
    guard fetch.status == 200, let digest = fetch.digest else { return }
    if let document = fetch.document {
      let actual = Digest.of(document)
      guard actual == digest else {
        throw EventRefusal(
          .digestMismatch, pointer: "/data/digest",
          what: "The document's digest is `\(actual)`, not `\(digest)`.",
          why: "the document is not the one that was fetched, or was changed since",
          fix: "write the document as it arrived, or the digest of what arrived")
      }
      try documents.put(document, digest: digest)
    } else if try !documents.contains(digest) {
      throw EventRefusal(
        .unknownDocument, pointer: "/data/digest", what: "The document `\(digest)` is not in the log.",
        why: "no event before it brought the document, so what the device applied is unknown",
        fix: "add `document` to the first fetch with this digest")
    }
  }
}

/// The place of an event in its stream.
extension Admission {
  /// The event's revision: its own, or the next one where no line of the stream has a revision.
  ///
  /// - Parameters:
  ///   - written: the revision that the event names; nil for none.
  ///   - accept: takes the gap before an event and the revisions that are missing; throws the gap to refuse the event.
  @inline(__always)
  package mutating func revision(
    _ written: Int?, stream number: Int,
    acceptingGap accept: (_ gap: EventRefusal, _ missing: Range<Int>) throws -> Void
  ) throws -> Int {
    if let written, streams.expects(written, of: number) { return written }
    return try unexpectedRevision(written, stream: number, acceptingGap: accept)
  }

  // Mutating, so that the admission is passed by address; borrowed, all of it would be copied for each line.
  private mutating func unexpectedRevision(
    _ written: Int?, stream number: Int,
    acceptingGap accept: (_ gap: EventRefusal, _ missing: Range<Int>) throws -> Void
  ) throws -> Int {
    let stream = streams[number]
    if let isNumbered = stream.isNumbered, isNumbered != (written != nil) {
      throw EventRefusal(
        .mixedRevisions, pointer: written == nil ? "" : "/revision",
        what: "`\(stream.source)` has lines with a revision and lines without.",
        why: "revisions may be absent only in all lines of a stream, whose order then gives them",
        fix: isNumbered ? "add `\"revision\": \(stream.head + 1)`" : "remove `revision` from this stream's lines")
    }
    guard let written else { return stream.head + 1 }
    if written == stream.head + 1 { return written }
    guard written > stream.head else {
      if !hasGaps(number) { throw Self.fork(of: stream, at: written) }
      throw EventRefusal(
        .revisionNotAscending, pointer: "/revision",
        what: "Revision \(written) of `\(stream.source)` comes after revision \(stream.head).",
        why: "in a stream revisions ascend, and each stands once", fix: "put the lines in the stream's order")
    }
    try accept(Self.gap(in: stream, before: written), stream.head + 1..<written)
    gapped.insert(number)
    return written
  }

  /// True if a stream lacks revisions, so that an event with a lower one than its last may be one of these.
  private func hasGaps(_ number: Int) -> Bool {
    gapped.contains(number) || continuesEarlier(number) && earlier?.hasGaps(stream: number) == true
  }

  private static func fork(of stream: StreamIndex.Stream, at revision: Int) -> EventRefusal {
    EventRefusal(
      .forked, pointer: "/revision", what: "`\(stream.source)` has another event at revision \(revision) already.",
      why: "two phones go by one name: one was restored from a backup of the other, or both were given this `source`",
      fix: "find out which phone wrote which log; in one of them give the events from revision \(revision) on a "
        + "`source` of their own, and read each by itself until then")
  }

  private static func gap(in stream: StreamIndex.Stream, before revision: Int) -> EventRefusal {
    let isStart = stream.head == 0
    let missing =
      revision == stream.head + 2
      ? "revision \(stream.head + 1) is missing" : "revisions \(stream.head + 1) to \(revision - 1) are missing"
    return EventRefusal(
      .revisionGap, pointer: "/revision",
      what: isStart
        ? "`\(stream.source)` begins at revision \(revision)."
        : "Revision \(revision) of `\(stream.source)` follows revision \(stream.head).",
      why: "\(missing), so the state \(isStart ? "before" : "between") is unknown",
      fix: "add the missing events, or read the log with --partial")
  }

  /// Notes an admitted event as the last of its stream.
  @inline(__always)
  package mutating func advance(_ stream: Int, to revision: Int, isNumbered: Bool) {
    streams.advance(stream, to: revision, isNumbered: isNumbered)
  }
}
