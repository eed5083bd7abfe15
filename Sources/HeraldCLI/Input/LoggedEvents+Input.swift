import CHeap
import Herald
import HeraldAnswers
import HeraldFormats
import HeraldLog

extension LoggedEvents {
  /// The size of a log in bytes from which the states of its installations exceed the processor's caches.
  private static let longLog = 64 << 20

  /// Opens a log. Progress and findings go to standard error.
  ///
  /// - Parameters:
  ///   - name: the log as the command line names it.
  ///   - replacement: a document that replaces every fetched one.
  ///   - documents: documents by digest that a log in lines may lack.
  init(
    _ name: String, replacement: Document? = nil, documents: [ExactString: String] = [:], reading: ReadingOptions
  ) throws {
    let log: any LineLog
    var reopen: (() throws -> ByteSource)?
    switch try LogInput(name) {
    case .lines(let source):
      if let size = source.size, size >= Self.longLog { herald_prefer_huge_heap(size / 8) }
      let shelf = DocumentShelf(reading: Formats.reading, replacement: replacement) { documents[$0] }
      log = LogReader(log: source, shelf: shelf, options: reading, report: Failure.tell)
      if name != "-" { reopen = { try LogInput.file(name) } }
    case .ledger(let path):
      let reader = try LedgerReader(path: path, reading: Formats.reading, replacement: replacement)
      if let warning = try reader.staleness() { Failure.tell(warning) }
      log = reader
    }
    self.init(
      log, named: name, replacement: replacement, documents: documents, reading: reading, reopen: reopen,
      progress: { ReadingProgress(Progress($0)) }, tell: Failure.tell)
  }
}

extension ReadingProgress {
  /// Draws a bar on standard error.
  fileprivate init(_ bar: Progress) { self.init(at: bar.at, end: bar.end) }
}
