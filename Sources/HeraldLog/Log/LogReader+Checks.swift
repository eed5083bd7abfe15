import Herald

/// What a line must fulfil beside being an event: said once, in order, with its document.
extension LogReader {
  func badLine(
    _ code: LogCode, _ line: LineFeed.Line, pointer: String, at token: JSONToken? = nil, what: String, why: String,
    fix: String
  ) -> BadLine {
    let column = line.bytes.prefix(token?.start ?? 0).count { $0 & 0xC0 != 0x80 } + 1
    return BadLine(
      diagnostic: Diagnostic(
        code, what: what, file: feed.source.name, line: line.number, column: column, pointer: pointer, why: why,
        fix: fix))
  }

  /// Whether the same event was there before; the same id with other content is an error.
  ///
  /// - Parameter hash: nil where the log is known not to have it.
  @inline(__always)
  func isRepeated(_ parts: borrowing EventLine, _ line: LineFeed.Line, stream: Int, hash: UInt64?) throws -> Bool {
    if hash == nil, !hasEarlierEvents(stream) { return false }
    return try isFound(parts, line, stream: stream, hash: hash)
  }

  private func isFound(_ parts: borrowing EventLine, _ line: LineFeed.Line, stream: Int, hash: UInt64?) throws -> Bool {
    let text = JSONText(bytes: line.bytes)
    func id() -> ExactString { ExactString(text.text(of: parts.id)) }
    var earlier: [UInt8]?
    let offset = try hash.flatMap {
      try seenBefore($0) { offset in
        let candidate = try feed.source.line(at: offset)
        guard Self.names(candidate, source: index.source(of: stream), id: id()) else { return false }
        earlier = candidate
        return true
      }
    }
    if earlier == nil, hasEarlierEvents(stream) {
      earlier = try earlierLine(source: index.source(of: stream), id: id())
    }
    guard let earlier else { return false }
    if Self.isEqual(earlier, line.bytes) { return true }
    let place = try offset.map { try "line \(lineNumber(at: $0))" } ?? "the ledger"
    throw badLine(
      .idTaken, line, pointer: "/id", at: parts.id,
      what: "The id `\(id())` of `\(index.source(of: stream))` was taken by another event in \(place).",
      why: "one id names one fact, and the two differ", fix: "give the event an id of its own, or remove one of the two"
    )
  }

  /// Whether a line is the event of a source with an id.
  static func names(_ line: [UInt8], source: ExactString, id: ExactString) -> Bool {
    line.withUnsafeBufferPointer { bytes in
      var reader = LineReader()
      guard let parts = try? reader.read(bytes) else { return false }
      let text = JSONText(bytes: bytes)
      return ExactString(text.text(of: parts.source)) == source && ExactString(text.text(of: parts.id)) == id
    }
  }

  /// Whether two lines are equal as JSON values.
  static func isEqual(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    if left.elementsEqual(right) { return true }
    guard let a = try? JSONNode.read(String(decoding: left, as: UTF8.self)).node,
      let b = try? JSONNode.read(String(decoding: right, as: UTF8.self)).node
    else { return false }
    return a.isEqualValue(to: b)
  }

  private func lineNumber(at offset: Int) throws -> Int {
    // Only for the words of an error: counting again is cheaper than keeping a number for each line.
    try feed.source.newlines(before: offset) + 1
  }

  /// The revision of a line in its stream: its own, or the next where none of the stream's lines has one.
  @inline(__always)
  func revision(of parts: borrowing EventLine, _ line: LineFeed.Line, stream number: Int) throws -> Int {
    if let revision = parts.revision, index.expects(revision, of: number) { return revision }
    return try unexpectedRevision(of: parts, line, stream: number)
  }

  private func unexpectedRevision(
    of parts: borrowing EventLine, _ line: LineFeed.Line, stream number: Int
  ) throws -> Int {
    let stream = index[number]
    if let isNumbered = stream.isNumbered, isNumbered != (parts.revision != nil) {
      throw badLine(
        .mixedRevisions, line, pointer: parts.revision == nil ? "" : "/revision",
        what: "`\(stream.source)` has lines with a revision and lines without.",
        why: "revisions may be absent only in all lines of a stream, whose order then gives them",
        fix: isNumbered ? "add `\"revision\": \(stream.head + 1)`" : "remove `revision` from this stream's lines")
    }
    guard let revision = parts.revision else { return stream.head + 1 }
    if revision == stream.head + 1 { return revision }
    guard revision > stream.head else {
      throw badLine(
        .revisionNotAscending, line, pointer: "/revision",
        what: "Revision \(revision) of `\(stream.source)` comes after revision \(stream.head).",
        why: "in a stream revisions ascend, and each stands once", fix: "put the lines in the stream's order")
    }
    try acceptGap(to: revision, line, stream)
    return revision
  }

  private func acceptGap(to revision: Int, _ line: LineFeed.Line, _ stream: StreamIndex.Stream) throws {
    let isStart = stream.head == 0
    let missing =
      revision == stream.head + 2
      ? "revision \(stream.head + 1) is missing" : "revisions \(stream.head + 1) to \(revision - 1) are missing"
    let gap = badLine(
      .revisionGap, line, pointer: "/revision",
      what: isStart
        ? "`\(stream.source)` begins at revision \(revision)."
        : "Revision \(revision) of `\(stream.source)` follows revision \(stream.head).",
      why: "\(missing), so the state \(isStart ? "before" : "between") is unknown",
      fix: "add the missing events, or read the log with --partial")
    guard allowsGaps else { throw gap }
    // A gap that a bad line before it tore is no finding of its own.
    guard reportsGaps else { return }
    var found = gap.diagnostic
    found.severity = .warning
    found.fix = "nothing to do if the log is meant to be partial; what is derived begins anew in ignorance there"
    sendReport(found)
  }

  /// Checks that a fetch's document is at hand, and reads it.
  func receive(_ fetch: inout FetchSucceeded, _ line: LineFeed.Line) throws {
    guard fetch.status == 200, let digest = fetch.digest else { return }
    if let document = fetch.document {
      let actual = Digest.of(document)
      guard actual == digest else {
        throw badLine(
          .digestMismatch, line, pointer: "/data/digest",
          what: "The document's digest is `\(actual)`, not `\(digest)`.",
          why: "the document is not the one that was fetched, or was changed since",
          fix: "write the document as it arrived, or the digest of what arrived")
      }
      shelf.put(document, digest: digest)
    } else if try !shelf.contains(digest) {
      throw badLine(
        .unknownDocument, line, pointer: "/data/digest", what: "The document `\(digest)` is nowhere.",
        why: "no event before brought it, so what the device obeyed is unknown",
        fix: "add `document` to the first fetch with this digest")
    }
    fetch.reading = try shelf.reading(of: fetch)
  }
}

extension JSONText {
  /// Lends the unescaped bytes of a string token.
  @inline(__always)
  func withBytes<Result>(
    of token: JSONToken, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    guard token.hasEscapes else {
      return try body(UnsafeBufferPointer(rebasing: bytes[token.start..<token.end]))
    }
    return try Array(text(of: token).utf8).withUnsafeBufferPointer(body)
  }
}
