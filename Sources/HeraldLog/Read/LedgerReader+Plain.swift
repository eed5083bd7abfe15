import GRDB
import Herald
import HeraldLines

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
