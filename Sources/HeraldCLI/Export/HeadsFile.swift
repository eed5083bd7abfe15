import Herald
import HeraldFormats
import HeraldLog

/// A file of a ledger's heads, which appears whole.
struct HeadsFile {
  private let file: WholeFile
  private let ledger: String

  /// - Throws: ``LogFileError`` where a file exists and must not be replaced.
  init(_ path: String, replaces: Bool, of ledger: String, sparing logs: [String]) throws {
    file = try WholeFile(path, replaces: replaces, sparing: logs + [ledger])
    self.ledger = ledger
  }

  /// Writes the heads of all streams and of the journal, a line each.
  func write() throws {
    let reader = try LedgerReader(path: ledger, reading: Formats.reading)
    try file.write(Array(Self.lines(of: reader).joined().utf8))
    try file.finish()
    try file.appear()
  }

  /// The lines of all heads, each with its newline.
  ///
  /// - Parameter source: nil for all streams and the journal.
  static func lines(of reader: LedgerReader, source: ExactString? = nil) throws -> [String] {
    let heads = try reader.heads().filter { source == nil || $0.source == source }
    return try (heads + (source == nil ? [reader.journalHead()].compactMap { $0 } : [])).map(\.line)
  }
}
