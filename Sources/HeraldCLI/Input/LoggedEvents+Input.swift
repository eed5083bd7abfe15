import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog

extension LoggedEvents {
  /// Opens one log, or several that are read as one. Progress and findings go to standard error.
  ///
  /// - Parameters:
  ///   - names: the logs as the command line names them, each installation's events in their order.
  ///   - replacement: a document that replaces every fetched one.
  ///   - documents: documents by digest that a log in lines may lack.
  init(
    _ names: [String], replacement: Document? = nil, documents: [ExactString: String] = [:], reading: ReadingOptions
  ) throws {
    guard names.count > 1 else {
      try self.init(names.first ?? "-", replacement: replacement, documents: documents, reading: reading)
      return
    }
    let name = LogName(names)
    let parts = try names.map { try LogInput($0).part() }
    let ledgers = parts.compactMap(\.ledger)
    var reading = reading
    // A ledger may have gaps, which were accepted when its events were imported.
    if !ledgers.isEmpty { reading.isPartial = true }
    let shelf = DocumentShelf(reading: Formats.reading, replacement: replacement) { documents[$0] }
    let log = LogReader(
      log: try ByteSource(joining: parts.map(\.bytes), named: name.description), shelf: shelf, options: reading,
      report: Failure.tell)
    var reopen: (() throws -> ByteSource)?
    if name.isReadable {
      reopen = {
        try ByteSource(joining: names.map { try LogInput($0).part().bytes }, named: name.description)
      }
    }
    self.init(
      log, named: name, ledgers: ledgers, replacement: replacement, documents: documents, reading: reading,
      reopen: reopen, progress: { ReadingProgress(Progress($0)) }, tell: Failure.tell)
  }

  /// Opens one log.
  init(
    _ name: String, replacement: Document? = nil, documents: [ExactString: String] = [:], reading: ReadingOptions
  ) throws {
    let log: any LineLog
    var reopen: (() throws -> ByteSource)?
    var late: LateFinding?
    switch try LogInput(name) {
    case .lines(let source):
      let shelf = DocumentShelf(reading: Formats.reading, replacement: replacement) { documents[$0] }
      log = LogReader(log: source, shelf: shelf, options: reading, report: Failure.tell)
      if name != "-" { reopen = { try LogInput.file(name) } }
    case .ledger(let path):
      let reader = try LedgerReader(path: path, reading: Formats.reading, replacement: replacement)
      if let finding = reader.missingTables(name) { throw LogRefused(finding) }
      late = reader.emptiness(name).map { LateFinding($0) }
      if let warning = reader.missingLog(name) { Failure.tell(warning) }
      if let warning = try reader.staleness() { Failure.tell(warning) }
      log = reader
    }
    self.init(
      log, named: LogName(name), replacement: replacement, documents: documents, reading: reading, reopen: reopen,
      progress: { ReadingProgress(Progress($0)) }, tell: Failure.tell, late: late)
  }
}

extension ReadingProgress {
  /// Draws a bar on standard error.
  init(_ bar: Progress) { self.init(at: bar.at, end: bar.end) }
}
