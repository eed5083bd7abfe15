import Herald

/// Lines about a ledger among the lines of a log.
extension LogReader {
  /// True if a line is about the ledger that the log came from, and not an event of an installation. A part that was
  /// forgotten gives its stream the state to begin with.
  ///
  /// - Parameter forgotten: takes a part that was forgotten, and its stream.
  func isNotice(
    _ line: BorrowedBytes, _ forgotten: (_ part: ForgottenPart, _ stream: Int?) throws -> Void
  ) throws -> Bool {
    guard JSONText(bytes: line).withBytes(of: parts.source, LedgerNotice.isLedger) else { return false }
    guard let part = ForgottenPart(line) else { return true }
    switch part {
    case .document(let digest, let text):
      shelf?.put(text, digest: digest)
      try forgotten(part, nil)
    case .beginning(let anchor):
      if let number = try begin(behind: anchor) { try forgotten(part, number) }
    case .values(let source, _): try forgotten(part, try number(of: source))
    case .installation: try forgotten(part, nil)
    }
    return true
  }

  private func number(of source: ExactString) throws -> Int {
    try source.withBytes { try admission.stream(of: $0, hash: LineHashes(source: $0).source) }
  }

  /// Begins a stream behind events that were forgotten; returns its number, or nil where it has begun already.
  private func begin(behind anchor: Anchor) throws -> Int? {
    let number = try number(of: anchor.source)
    guard admission.streams[number].head == 0 else { return nil }
    // First, because a line that is refused changes nothing.
    if let shelf { anchors[number] = try anchor.read(shelf, of: feed.source.name) }
    admission.advance(number, to: anchor.revision, isNumbered: anchor.isNumbered)
    forgottenBeginnings[anchor.source] = ForgottenBeginning(anchor)
    return number
  }
}
