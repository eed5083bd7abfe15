import Herald

/// Decides whether an event may join a log: its id is new, its revision is the next of its stream, and the document of
/// a fetch is known and has the digest that the event names.
///
/// Reading a log, importing, appending lines and appending events all use it. The line itself was checked before.
struct Admission: ~Copyable {
  /// The streams of the events that were admitted, and how far each has come.
  var streams = StreamIndex()
  /// True to accept streams that begin late or lack revisions.
  var acceptsGaps: Bool
  private let documents: any KnownDocuments
  private let earlier: (any EarlierEvents)?
  /// True for a stream with earlier events, indexed by stream. Unused where `isLive` is set.
  private var hasEarlier: [Bool] = []
  private let isLive: Bool

  /// - Parameters:
  ///   - documents: the documents that fetches may name by digest.
  ///   - earlier: the events that the log continues; nil for none.
  ///   - isLive: true if each admitted event is among the earlier ones before the next is asked about.
  ///   - acceptsGaps: true to accept streams that begin late or lack revisions.
  init(documents: any KnownDocuments, earlier: (any EarlierEvents)? = nil, isLive: Bool, acceptsGaps: Bool) {
    self.documents = documents
    self.earlier = earlier
    self.isLive = isLive
    self.acceptsGaps = acceptsGaps
  }

  /// The number of a source's stream, which continues the earlier one where there is one.
  ///
  /// - Parameters:
  ///   - hash: the source's ``LineHashes/source``.
  ///   - likely: the stream that ``StreamIndex/candidate(_:)`` named; below 0 for none.
  mutating func stream(of source: BorrowedBytes, hash: UInt64, likely: Int = -1) throws -> Int {
    let (number, isNew) = streams.number(of: source, hash: hash, likely: likely)
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
  func continuesEarlier(_ stream: Int) -> Bool { isLive || stream < hasEarlier.count && hasEarlier[stream] }

  /// True if the event was admitted before. An id that another event has is refused.
  ///
  /// - Parameters:
  ///   - seen: an admitted line with this source and id, and the name of its place in findings; nil for an unknown one.
  ///   - line: the event's line.
  ///   - revision: the revision that the line names; nil for none.
  ///   - sent: the digest of the line as it was sent, where values are replaced on arrival; nil elsewhere.
  func isRepeated(
    _ id: ExactString, _ line: BorrowedBytes, stream: Int, revision: Int?, time: DeviceTime, sent: [UInt8]? = nil,
    seen: (line: [UInt8], place: () throws -> String)? = nil
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
    throw Refusal(
      .idTaken, pointer: "/id",
      what: "The id `\(id)` of `\(source)` was taken by another event in \(try seen?.place() ?? "the ledger").",
      why: "one id names one fact, and the two differ", fix: "give the event an id of its own, or remove one of the two"
    )
  }

  /// Checks that the document of a fetch has the digest that the fetch names, or that such a document is known.
  func admitDocument(of fetch: FetchSucceeded) throws {
    guard fetch.status == 200, let digest = fetch.digest else { return }
    if let document = fetch.document {
      let actual = Digest.of(document)
      guard actual == digest else {
        throw Refusal(
          .digestMismatch, pointer: "/data/digest",
          what: "The document's digest is `\(actual)`, not `\(digest)`.",
          why: "the document is not the one that was fetched, or was changed since",
          fix: "write the document as it arrived, or the digest of what arrived")
      }
      try documents.put(document, digest: digest)
    } else if try !documents.contains(digest) {
      throw Refusal(
        .unknownDocument, pointer: "/data/digest", what: "The document `\(digest)` is not in the log.",
        why: "no event before it brought the document, so what the device applied is unknown",
        fix: "add `document` to the first fetch with this digest")
    }
  }
}
