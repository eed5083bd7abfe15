import Herald

/// The place of an event in its stream.
extension Admission {
  /// The event's revision: its own, or the next one where no line of the stream has a revision.
  ///
  /// - Parameters:
  ///   - written: the revision that the event names; nil for none.
  ///   - accept: takes the finding where a gap is accepted.
  mutating func revision(_ written: Int?, stream number: Int, acceptingGap accept: (Refusal) -> Void = { _ in }) throws
    -> Int
  {
    if let written, streams.expects(written, of: number) { return written }
    return try unexpectedRevision(written, stream: number, acceptingGap: accept)
  }

  // Mutating, so that the admission is passed by address; borrowed, all of it would be copied for each line.
  private mutating func unexpectedRevision(
    _ written: Int?, stream number: Int, acceptingGap accept: (Refusal) -> Void
  ) throws -> Int {
    let stream = streams[number]
    if let isNumbered = stream.isNumbered, isNumbered != (written != nil) {
      throw Refusal(
        .mixedRevisions, pointer: written == nil ? "" : "/revision",
        what: "`\(stream.source)` has lines with a revision and lines without.",
        why: "revisions may be absent only in all lines of a stream, whose order then gives them",
        fix: isNumbered ? "add `\"revision\": \(stream.head + 1)`" : "remove `revision` from this stream's lines")
    }
    guard let written else { return stream.head + 1 }
    if written == stream.head + 1 { return written }
    guard written > stream.head else {
      throw Refusal(
        .revisionNotAscending, pointer: "/revision",
        what: "Revision \(written) of `\(stream.source)` comes after revision \(stream.head).",
        why: "in a stream revisions ascend, and each stands once", fix: "put the lines in the stream's order")
    }
    let gap = Self.gap(in: stream, before: written)
    guard acceptsGaps else { throw gap }
    accept(gap)
    return written
  }

  private static func gap(in stream: StreamIndex.Stream, before revision: Int) -> Refusal {
    let isStart = stream.head == 0
    let missing =
      revision == stream.head + 2
      ? "revision \(stream.head + 1) is missing" : "revisions \(stream.head + 1) to \(revision - 1) are missing"
    return Refusal(
      .revisionGap, pointer: "/revision",
      what: isStart
        ? "`\(stream.source)` begins at revision \(revision)."
        : "Revision \(revision) of `\(stream.source)` follows revision \(stream.head).",
      why: "\(missing), so the state \(isStart ? "before" : "between") is unknown",
      fix: "add the missing events, or read the log with --partial")
  }

  /// Notes an admitted event as the last of its stream.
  mutating func advance(_ stream: Int, to revision: Int, isNumbered: Bool) {
    streams.advance(stream, to: revision, isNumbered: isNumbered)
  }
}
