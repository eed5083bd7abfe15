package import Herald

/// A line of one stream, as it was written, its newline left out.
package struct StreamLine: Sendable {
  package let revision: Int
  package let bytes: [UInt8]

  package init(revision: Int, bytes: [UInt8]) { (self.revision, self.bytes) = (revision, bytes) }
}

extension LedgerReader {
  /// The next lines of a stream behind a revision, in their order.
  ///
  /// - Parameters:
  ///   - count: the most lines.
  ///   - size: the most bytes of all; a first line that is longer comes alone.
  /// - Throws: ``LedgerError``.
  package func lines(
    of source: ExactString, after revision: Int, atMost count: Int, bytes size: Int
  ) throws -> [StreamLine] {
    try read("reading a stream") { database in
      guard let stream = try StreamRow.named(source, on: database) else { return [] }
      // Each event of a stream without gaps takes a position, so its position is never lower than its revision.
      let start = stream.head == stream.events ? revision : 0
      let rows = try RawStatement(
        "SELECT revision, line FROM lines WHERE position > ? AND stream = ? AND revision > ? ORDER BY position",
        on: database)
      rows.bind(start, at: 1)
      rows.bind(stream.id, at: 2)
      rows.bind(revision, at: 3)
      var lines: [StreamLine] = []
      var total = 0
      while lines.count < count, try rows.step() {
        let line = StreamLine(revision: Int(rows.integer(0)), bytes: Array(rows.bytes(1)))
        total += line.bytes.count + 1
        if total > size, !lines.isEmpty { break }
        lines.append(line)
      }
      return lines
    }
  }
}
