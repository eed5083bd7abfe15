import Herald
import HeraldFormats
import HeraldLog

/// The lines of a log or ledger, one after the other as they were written, for a server to judge.
struct LogLines {
  private let lines: PlainLines
  private let size: Int?

  /// Opens a log. A ledger's lines are compared with its chain first.
  ///
  /// - Throws: `LogFileError`, `LogRefused` or `LedgerError`.
  init(_ name: String) throws {
    switch try LogInput(name) {
    case .lines(let source): (lines, size) = (PlainLines(source), source.size)
    case .ledger(let path):
      let ledger = try LedgerReader(path: path, reading: Formats.reading)
      if let finding = try ledger.missingEvents(path) { throw LogRefused(finding) }
      (lines, size) = try ledger.plainLines()
    }
  }

  /// The part of it that was read, from 0 to 1; nil if its size is unknown.
  var share: Double? { size.map { Double(lines.position) / Double(max(1, $0)) } }

  /// The error for a log without a line that is an event.
  func noEvents() throws -> LogRefused { try lines.noEvents() }

  /// The next line that is not blank; nil at the end.
  func next() throws -> PlainLine? { try lines.next() }
}
