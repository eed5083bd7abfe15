package import Herald
import HeraldFormats
package import HeraldLog

/// The events of a log or a ledger, ready to be replayed.
package struct LoggedEvents {
  let log: any LineLog
  /// The log, or the logs, as the person names them.
  package let name: LogName
  /// The ledgers among several logs that are read as one log, or the only ledger.
  package let ledgers: [LedgerReader]
  let reading: ReadingOptions
  /// Documents by digest that a log in lines may lack.
  private let documents: [ExactString: String]
  let replacement: Document?
  /// Opens a log of lines once more, to read it beforehand; nil for a pipe, which can be read only once, and a ledger.
  let reopen: (() throws -> ByteSource)?
  private let progress: (_ label: String) -> ReadingProgress
  private let tell: (Diagnostic) -> Void
  /// The installations that are replayed.
  var streams = StreamSelection.all
  var isChecked = false

  /// - Parameters:
  ///   - log: a log of lines has the same `reading`, `replacement` and `documents`.
  ///   - name: the log, or the logs, as the person names them.
  ///   - ledgers: the ledgers among several logs that `log` reads as one.
  ///   - replacement: a document that replaces every fetched one.
  ///   - documents: documents by digest that a log in lines may lack.
  ///   - reopen: opens a log of lines once more, to read it beforehand; nil for a pipe and for a ledger.
  ///   - progress: begins to follow a reading that a label names.
  ///   - tell: takes findings that refuse nothing, such as that the first events were forgotten.
  package init(
    _ log: any LineLog, named name: LogName, ledgers: [LedgerReader] = [], replacement: Document? = nil,
    documents: [ExactString: String] = [:],
    reading: ReadingOptions = ReadingOptions(), reopen: (() throws -> ByteSource)? = nil,
    progress: @escaping (_ label: String) -> ReadingProgress = { _ in .untold },
    tell: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    self.log = log
    self.name = name
    self.ledgers = (log as? LedgerReader).map { [$0] } ?? ledgers
    self.replacement = replacement
    self.documents = documents
    self.reading = reading
    self.reopen = reopen
    self.progress = progress
    self.tell = tell
  }

  init(_ log: any LineLog, reopen: (() throws -> ByteSource)?, _ other: LoggedEvents) {
    self.init(
      log, named: other.name, ledgers: other.ledgers, replacement: other.replacement, documents: other.documents,
      reading: other.reading,
      reopen: reopen, progress: other.progress, tell: other.tell)
    streams = other.streams
    isChecked = other.isChecked
  }

  /// The same events for a second pass, after the first has read all of them. Nothing is reported twice.
  package func again() throws -> LoggedEvents {
    LoggedEvents(try log.again(shelf: DocumentShelf(reading: Formats.reading)), reopen: reopen, self)
  }

  /// The redacted events: lines that were made from these events and need no check.
  package func redacted(as source: ByteSource) -> LoggedEvents {
    // The gaps were checked in the original events.
    let log = LogReader(log: source, shelf: shelf(), options: ReadingOptions(isPartial: true))
    return LoggedEvents(log, reopen: nil, self)
  }

  func shelf(replacement: Document? = nil) -> DocumentShelf {
    DocumentShelf(reading: Formats.reading, replacement: replacement) { [documents] in documents[$0] }
  }

  /// The proof that the lines read so far give of the log's completeness; nil for a ledger, whose chain proves more.
  package var evidence: LogEvidence? { (log as? LogReader)?.evidence }

  /// The ledger, where it is one.
  package var ledger: LedgerReader? { log as? LedgerReader }

  /// The document with a digest; nil where no event read so far contains it.
  package func document(_ digest: ExactString) throws -> String? { try log.document(digest) }

  /// The number of repeated events among those read so far.
  package var duplicates: Int { log.duplicates }

  /// The installations of the events read so far; of a ledger, all.
  package func sources() throws -> [ExactString] { try log.sources() }

  /// Reports a finding that refuses nothing.
  func report(_ finding: Diagnostic) { tell(finding) }

  /// Follows one reading to its end.
  ///
  /// - Parameter part: the part that is read, after the log's name.
  func following<Result>(
    _ part: String = "", _ body: (_ progress: @escaping (Double) -> Void) throws -> Result
  ) rethrows -> Result {
    let progress = progress("\(name)\(part)")
    defer { progress.end() }
    return try body(progress.at)
  }
}
