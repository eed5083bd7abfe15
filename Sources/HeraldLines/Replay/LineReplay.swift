package import Herald

/// Replays a log whose lines are handed over one by one, such as those that an app kept.
///
/// The lines stay in memory, because a repeated event is compared with the first one. No file is opened.
package final class LineReplay {
  private let held = HeldLines()
  private let reader: LogReader
  private var folds: StreamFolds
  private var decisions = OutcomeWriter(.decisions)
  private var states = OutcomeWriter(.states)
  /// The number of events.
  private var events = 0

  /// - Parameter read: reads a document into a policy, such as `Formats.reading` of HeraldFormats.
  package init(reading read: @escaping PolicyReading) {
    // Not beyond any number of events a file for what memory has no space for.
    let limits = SeenEvents.Limits(slots: 1 << 30)
    reader = LogReader(ByteSource(name: "-", of: held), shelf: DocumentShelf(reading: read), seen: limits)
    folds = StreamFolds(within: FoldBounds(until: nil, for: decisions))
  }

  /// Takes the next line.
  ///
  /// - Parameter bytes: the line without its newline.
  /// - Returns: the line of the decision that the event asked for, as ``OutcomeWriter`` writes it; nil where it asked
  ///   for none, and for a blank line and a repeated event.
  /// - Throws: ``LogRefused`` where a log with this line is refused. Nothing is changed then, and other lines may follow.
  package func apply(_ bytes: BorrowedBytes) throws -> ArraySlice<UInt8>? {
    decisions.removeAll()
    let number = held.count + 1
    // A line that adds no fact leaves its place, so that later findings name the right line.
    var kept = BorrowedBytes.none
    defer { held.append(kept) }
    guard bytes.count <= LineFeed.longestLine else { throw LogRefused.lineTooLong(file: "-", line: number) }
    let bytes = Self.line(in: bytes)
    let line = LineFeed.Line(bytes: bytes, number: number, offset: held.bytes.count, hasNewline: true)
    try reader.take(line) { entry, parts in
      kept = bytes
      events += 1
      try folds.apply(&parts, entry, of: reader, at: events, after: reader.anchors, visitor: &decisions)
    }
    return decisions.lines.isEmpty ? nil : decisions.lines.dropLast()
  }

  /// The line of an installation's state after its events so far; nil where it has none.
  package func state(of source: BorrowedBytes) throws -> ArraySlice<UInt8>? {
    states.removeAll()
    guard source.count <= LineFeed.longestLine, let (source, state) = reader.state(of: source, in: folds) else {
      return nil
    }
    try states.ended(source, in: state)
    return states.lines.dropLast()
  }

  /// The line that a log's reader would judge, where bytes have newlines in them.
  ///
  /// An event over several lines is refused in a log for its first line, and two events are not one line.
  private static func line(in bytes: BorrowedBytes) -> BorrowedBytes {
    guard bytes.offset(of: 0x0A, from: 0) != nil else { return bytes }
    let isBlank = { (byte: UInt8) in byte == 0x0A || EventBeginning.isBlank(byte) }
    guard let start = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return .none }
    let all = bytes.extracting(start..<last + 1)
    guard let newline = all.offset(of: 0x0A, from: 0) else { return all }
    let first = all.extracting(0..<newline)
    var reader = LineReader(lines: 1)
    return (try? reader.read(first)) == nil ? first : all
  }
}
