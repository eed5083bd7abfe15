import GRDB
package import Herald
import HeraldLines

/// A line of a piece of a ledger. Its bytes are valid until the next is read.
package struct SegmentLine {
  /// The event's position in the ledger.
  package let position: Int
  /// The ledger's number of the stream.
  package let stream: Int
  package let revision: Int
  package let time: DeviceTime
  /// The line without its newline, and the chain's value at it.
  package let line: BorrowedBytes
  package let chain: BorrowedBytes
  /// The place of the installation's name in the line.
  fileprivate let source: JSONToken

  /// The installation. It is copied from the line, so ask once a stream.
  package var sourceName: ExactString { ExactString(JSONText(bytes: line).text(of: source)) }
}

/// Takes pieces of a ledger, one after the other.
package protocol SegmentSink {
  /// Begins a piece.
  mutating func begin() throws
  /// Takes a line about what was forgotten, without its newline.
  mutating func take(notice line: BorrowedBytes) throws
  /// Takes an event.
  mutating func take(_ line: SegmentLine) throws
  /// Ends a piece.
  mutating func end() throws
}

/// Pieces of a ledger, for copies of it that never change.
extension LedgerReader {
  /// The best position at which to cut a ledger at a time.
  ///
  /// A ledger is in the order of arrival, phones send late, and their clocks may be wrong, so no place has exactly the
  /// events before a time before it. This is the place with the fewest events on the wrong side, and the last of
  /// several.
  ///
  /// - Parameter position: the start of the search; events up to it are not looked at.
  /// - Returns: the position of the last event before the cut.
  /// - Throws: ``LedgerError``.
  package func cut(before time: Timestamp, after position: Int, progress: (Double) -> Void) throws -> Int {
    try read("looking where to cut it") { database in
      let last = try Int.fetchOne(database, sql: "SELECT max(position) FROM lines") ?? 0
      let rows = try RawStatement("SELECT position, line FROM lines WHERE position > ? ORDER BY position", on: database)
      rows.bind(position, at: 1)
      var reader = LineReader()
      var (cut, balance, best) = (position, 0, 0)
      while try rows.step() {
        let found = try readTime(rows.bytes(1), at: Int(rows.integer(0)), &reader)
        if !found.isMissing { balance += found.moment < time ? 1 : -1 }
        if balance >= best, balance > 0 { (cut, best) = (Int(rows.integer(0)), balance) }
        if rows.integer(0) & 8191 == 0 { progress(Double(Int(rows.integer(0)) - position) / Double(last - position)) }
      }
      return cut
    }
  }

  /// Passes the lines behind a position, up to another one, in pieces. Each line is compared with the chain. Each piece
  /// begins with the notices about replaced lines in it, and the first piece of a ledger with the notices about all
  /// other forgotten parts too.
  ///
  /// - Parameters:
  ///   - most: the largest number of events in a piece.
  ///   - sink: takes the pieces.
  /// - Throws: ``LedgerError`` at the first line that differs from the appended one. Rethrows what `sink` throws.
  package func segments(
    after position: Int, through end: Int, atMost most: Int, to sink: inout some SegmentSink,
    progress: (Double) -> Void
  ) throws {
    try read("reading its pieces") { database in
      _ = try usesDerived(database)
      var reader = LineReader()
      var walk = try ChainWalk(on: database)
      var (count, last) = (0, position)
      while let link = try walk.nextVerified(of: path), link.position <= end {
        guard link.position > position else { continue }
        if count == 0 {
          let start = last
          last = try Self.lastPosition(of: most, after: start, through: end, on: database)
          try sink.begin()
          try ForgottenLines(on: database, checkedAt: path).each(within: start + 1...last) { try sink.take(notice: $0) }
        }
        let (source, time) = try readHead(link.line, at: link.position, &reader)
        try sink.take(
          SegmentLine(
            position: link.position, stream: link.stream, revision: link.revision, time: time, line: link.line,
            chain: link.chain, source: source))
        count += 1
        if link.position == last {
          try sink.end()
          count = 0
        }
        if link.position & 8191 == 0 { progress(Double(link.position - position) / Double(end - position)) }
      }
    }
  }

  /// The position of the last of some events behind a position.
  private static func lastPosition(of most: Int, after start: Int, through end: Int, on database: Database) throws
    -> Int
  {
    let last = try Int.fetchOne(
      database,
      sql: """
        SELECT max(position) FROM
          (SELECT position FROM lines WHERE position > ? AND position <= ? ORDER BY position LIMIT ?)
        """, arguments: [start, end, most])
    return last ?? end
  }

  /// The number of digests that the journal lists for forgettings. When it changes, lines were changed. Lines that were
  /// replaced on arrival do not count, because they never changed after they were stored.
  ///
  /// - Throws: ``LedgerError``.
  package func forgottenDigests() throws -> Int {
    let kinds = Set(ForgettingKind.allCases).subtracting([.arrival])
    return try read("reading its journal") { try JournalReader(on: $0).digests(of: kinds).count }
  }

  private func readTime(_ line: BorrowedBytes, at position: Int, _ reader: inout LineReader) throws -> DeviceTime {
    try readHead(line, at: position, &reader).time
  }

  private func readHead(
    _ line: BorrowedBytes, at position: Int, _ reader: inout LineReader
  ) throws -> (source: JSONToken, time: DeviceTime) {
    do throws(WireFault) {
      var parts = try reader.read(line)
      if !parts.isRepeated { reader.keep(&parts) }
      return (parts.source, parts.time)
    } catch {
      throw LogRefused(
        diagnostics: [error.diagnostic(file: path, line: position, bytes: line)], badLines: 1, lines: position)
    }
  }
}
