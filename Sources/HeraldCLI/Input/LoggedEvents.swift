import CHeap
import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// The events of a log or a ledger, ready to be replayed.
struct LoggedEvents {
  private let log: any LineLog
  private let name: String
  private let reading: ReadingOptions
  private let documents: [ExactString: String]
  private let replacement: Document?
  /// The installations that are replayed.
  private var streams = StreamSelection.all
  private var isChecked = false
  /// Whether the log is lines in a file, which can be read beforehand.
  private let isFileOfLines: Bool

  /// The size of a log in bytes from which the states of its installations exceed the processor's caches.
  private static let longLog = 64 << 20

  /// - Parameters:
  ///   - name: the log as the command line names it.
  ///   - replacement: a document that replaces every fetched one.
  ///   - documents: documents by digest that a log in lines may lack.
  init(
    _ name: String, replacement: Document? = nil, documents: [ExactString: String] = [:], reading: ReadingOptions
  ) throws {
    self.documents = documents
    self.replacement = replacement
    self.name = name
    self.reading = reading
    switch try LogInput(name) {
    case .lines(let source):
      if let size = source.size, size >= Self.longLog { herald_prefer_huge_heap(size / 8) }
      let shelf = DocumentShelf(reading: Formats.reading, replacement: replacement) { documents[$0] }
      log = LogReader(log: source, shelf: shelf, options: reading, report: Failure.tell)
      isFileOfLines = name != "-"
    case .ledger(let path):
      let reader = try LedgerReader(path: path, reading: Formats.reading, replacement: replacement)
      if let warning = try reader.staleness() { Failure.tell(warning) }
      log = reader
      isFileOfLines = false
    }
  }

  private init(_ log: any LineLog, isFileOfLines: Bool, _ other: LoggedEvents) {
    self.log = log
    self.isFileOfLines = isFileOfLines
    name = other.name
    reading = other.reading
    documents = other.documents
    replacement = other.replacement
    streams = other.streams
    isChecked = other.isChecked
  }

  /// The same events for a second pass, after the first has read all of them. Nothing is reported twice.
  func again() throws -> LoggedEvents {
    let second = try log.again(shelf: DocumentShelf(reading: Formats.reading))
    return LoggedEvents(second, isFileOfLines: isFileOfLines, self)
  }

  /// The redacted events: lines that were made from these events and need no check.
  func redacted(as source: ByteSource) -> LoggedEvents {
    let shelf = DocumentShelf(reading: Formats.reading) { documents[$0] }
    // The gaps were checked in the original events.
    let log = LogReader(log: source, shelf: shelf, options: ReadingOptions(isPartial: true))
    return LoggedEvents(log, isFileOfLines: false, self)
  }

  /// What the lines that were read prove about the log's completeness; nil for a ledger, whose chain proves more.
  var evidence: LogEvidence? { (log as? LogReader)?.evidence }

  /// The ledger, where it is one.
  var ledger: LedgerReader? { log as? LedgerReader }

  /// The document with a digest; nil where no event read so far contains it.
  func document(_ digest: ExactString) throws -> String? { try log.document(digest) }

  /// The installations whose first events were forgotten; of lines, among those read so far.
  func forgottenBeginnings() throws -> [ExactString: ForgottenBeginning] {
    try ledger?.forgottenBeginnings() ?? (log as? LogReader)?.forgottenBeginnings ?? [:]
  }

  /// Says on standard error where installations begin behind events that were forgotten, after the replay.
  func tellForgotten() throws {
    let beginnings = try forgottenBeginnings()
    guard let example = beginnings.min(by: { $0.key < $1.key }) else { return }
    Failure.tell(
      Diagnostic(
        LogCode.beginningForgotten, .note,
        what: "\(beginnings.count.of("installation begins", "installations begin")) behind events that were forgotten.",
        file: name, place: nil,
        why:
          "\(beginnings.values.reduce(0) { $0 + $1.events }.of("event is", "events are")) in no figure; `\(example.key)` "
          + "begins with the state of revision \(example.value.revision)",
        fix: "nothing to do: what those events did to later decisions is kept"))
  }

  /// The number of repeated events among those read so far.
  var duplicates: Int { log.duplicates }

  /// Checks all lines of a file before the first answer, so that a bad line doesn't leave half an answer on standard
  /// output. A pipe can be read only once, so it is not checked.
  func check() throws {
    guard isFileOfLines, !reading.skipsInvalid, !isChecked else { return }
    _ = try readThrough()
  }

  /// Reads a file's lines to their end, and reports nothing.
  private func readThrough() throws -> LogReader {
    let shelf = DocumentShelf(reading: Formats.reading) { documents[$0] }
    let reader = LogReader(log: try LogInput.file(name), shelf: shelf, options: reading)
    try reader.check()
    return reader
  }

  /// - Parameter inAnyOrder: whether the visitor needs only each installation's own events in order. Memory is then
  ///   bounded by ``LogReader/installationsAtOnce`` installations, however many the log has.
  func replay<Visitor: ReplayVisitor>(
    _ streams: StreamSelection? = nil, until limit: ReplayLimit? = nil, inAnyOrder: Bool = false,
    visitor: inout Visitor
  ) throws {
    let progress = Progress(name)
    defer { progress.end() }
    let scope = ReplayScope(streams ?? self.streams, until: limit, isInAnyOrder: inAnyOrder)
    try log.replay(scope, progress: progress.at, visitor: &visitor)
  }

  /// The installations of the events read so far; of a ledger, all.
  func sources() throws -> [ExactString] { try log.sources() }

  /// Passes the events as a log of lines, in their order. `body` calls `step` after each.
  func withLog<Result>(_ body: (LogReader, _ step: @escaping () -> Void) throws -> Result) throws -> Result {
    let progress = Progress(name)
    defer { progress.end() }
    return try log.withLog { reader, share in
      try body(reader) { if let share = share() { progress.at(share) } }
    }
  }

  func replayLines(_ output: ReplayOutput, jobs: Int, until limit: ReplayLimit?) throws {
    let progress = Progress(name)
    defer { progress.end() }
    try log.replayLines(
      output, of: streams, jobs: jobs, until: limit, progress: progress.at, send: StandardOutput.write)
  }
}

/// One installation of a log, which the user names by its `source` or by any part that no other has.
extension LoggedEvents {
  /// The same events, restricted to one installation.
  ///
  /// Lines are read beforehand, because a part of a name may turn out to be a part of another name too.
  ///
  /// - Parameter text: nil for all installations.
  /// - Throws: ``LogRefused`` where the text means none or several, with the candidates.
  func only(_ text: String?) throws -> LoggedEvents {
    guard let text else { return self }
    var only = self
    var read: any LineLog = log
    if let reader = log as? LogReader {
      if isFileOfLines {
        read = try readThrough()
      } else {
        try reader.check()
        let shelf = DocumentShelf(reading: Formats.reading, replacement: replacement) { [documents] in documents[$0] }
        only = LoggedEvents(try reader.again(shelf: shelf), isFileOfLines: false, self)
      }
      only.isChecked = true
    }
    only.streams = .source(try SourceText.resolve(ExactString(text), in: read, named: name))
    return only
  }

  /// The only installation; nil for all.
  var selected: ExactString? {
    guard case .sources(let sources) = streams else { return nil }
    return sources.first
  }

  /// The streams to replay for a question about one installation: of a ledger its stream alone; of lines all that the
  /// text may mean, because only their end tells.
  ///
  /// - Parameter texts: none for the only installation of the log.
  func candidates(_ texts: [ExactString]) throws -> StreamSelection {
    guard log is LogReader else {
      return .sources(try texts.isEmpty ? [installation(nil)] : Set(texts.map { try installation($0) }))
    }
    return texts.isEmpty ? .first : .containing(texts)
  }

  /// The installation that a text means, after the log was read; of a ledger, at any time.
  ///
  /// - Parameter text: nil for the only installation of the log.
  /// - Throws: ``LogRefused`` where the text means none or several, with the candidates.
  func installation(_ text: ExactString?) throws -> ExactString {
    try SourceText.resolve(text, in: log, named: name)
  }
}
