import GRDB
public import Herald
import HeraldLines

extension LedgerReader: LineLog {
  /// Always 0, because a ledger stores each event once.
  public var duplicates: Int { 0 }

  /// This reader, because a ledger can be replayed any number of times.
  public func again(shelf: DocumentShelf) -> LedgerReader { self }

  /// Replays the streams of a scope, one after the other.
  ///
  /// - Throws: as ``replay(until:progress:visitor:)``.
  public func replay<Visitor: ReplayVisitor>(
    _ scope: ReplayScope, progress: ((Double) -> Void)?, visitor: inout Visitor
  ) throws {
    switch scope.streams {
    case .all: try replay(until: scope.limit, progress: progress, visitor: &visitor)
    case .sources(let wanted):
      let selected = wanted.count == 1 ? Array(wanted) : try sources().filter(wanted.contains)
      for source in selected { try replay(source: source, until: scope.limit, visitor: &visitor) }
    case .containing(let parts):
      let condition = parts.map { _ in "instr(source, ?) > 0" }.joined(separator: " OR ")
      let selected = try sources(where: condition, parts) ?? sources().filter { parts.contains(where: $0.contains) }
      for source in selected { try replay(source: source, until: scope.limit, visitor: &visitor) }
    case .first:
      guard let first = try (sources(where: "id = (SELECT min(id) FROM streams)") ?? sources()).first else { return }
      try replay(source: first, until: scope.limit, visitor: &visitor)
    }
  }

  /// Looks a name up by its index, and only without it through all installations.
  public func sources(meantBy text: ExactString) throws -> [ExactString] {
    guard let exact = try sources(where: "source = ?", [text]) else {
      return Self.meant(by: text, among: try sources())
    }
    return exact.isEmpty ? try sources(where: "instr(source, ?) > 0", [text]) ?? [] : exact
  }

  /// The installations for which a condition of SQL holds, in the order of their first events; nil where the derived
  /// tables cannot be used.
  private func sources(where condition: String, _ values: [ExactString] = []) throws -> [ExactString]? {
    try read("reading its installations") { database -> [ExactString]? in
      guard try usesDerived(database) else { return nil }
      let select = try RawStatement(
        "SELECT \(StreamRow.columns) FROM streams WHERE \(condition) ORDER BY id", on: database)
      for (index, value) in values.enumerated() { select.bind(copying: value.string, at: Int32(index + 1)) }
      var sources: [ExactString] = []
      while try select.step() { sources.append(try StreamRow(select).source) }
      return sources
    }
  }

  /// The installations, in the order in which their first events were appended.
  public func sources() throws -> [ExactString] {
    try read("reading its installations") { database in
      guard try usesDerived(database) else {
        return try LedgerLines(on: database, path: path).heads().map(\.source)
      }
      return try streams(database).map(\.source)
    }
  }

  package func withLog<Result>(
    _ body: (LogReader, _ share: @escaping () -> Double?) throws -> Result
  ) throws -> Result {
    try read("reading its events") { database in
      let events = try Int.fetchOne(database, sql: "SELECT count(*) FROM lines") ?? 0
      var lines = 0
      return try body(log(on: database)) {
        lines += 1
        return Double(lines) / Double(max(1, events))
      }
    }
  }
}

extension LedgerReader {
  /// The lines as an export prints them, those about what was forgotten first, to be read one after the other.
  ///
  /// Each is compared with the chain before the first is read, so that nothing is passed on of a ledger that was changed.
  ///
  /// - Returns: the lines, and the number of their bytes with newlines.
  /// - Throws: ``LedgerError`` at the first line that differs from the appended one.
  package func plainLines() throws -> (lines: PlainLines, size: Int) {
    let bytes = try plainBytes()
    return (PlainLines(bytes), bytes.size ?? 0)
  }

  /// The bytes of ``plainLines()``, each line with its newline, to be read once.
  ///
  /// - Throws: as ``plainLines()``.
  package func plainBytes() throws -> ByteSource {
    var size = 0
    try lineBytes { size += $0.count + 1 }
    var notices: [UInt8] = []
    try read("reading what it forgot") { database in
      try ForgottenLines(on: database, checkedAt: nil).each { notices += Array($0) + [0x0A] }
    }
    var position = 0
    return ByteSource(once: path, size: size + notices.count) { piece in
      piece += notices
      notices = []
      let page = try self.lines(after: position, atMost: Self.pageSize)
      for line in page { piece += Array(line.line.utf8) + [0x0A] }
      position = page.last?.position ?? position
      return !page.isEmpty
    }
  }

  /// The number of lines that are read at once: few, because one may have a document of megabytes.
  private static let pageSize = 256
}

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
