public import Herald
import HeraldFormats
public import HeraldLog

/// The events of a log or a ledger, which questions are asked about.
///
/// ```swift
/// let events = try LoggedEvents(path: "phone.jsonl")
/// let why = try WhyQuestion().answer(in: events)
/// let audit = try AuditQuestion().answer(in: events)
/// print(why.words, audit.words)
/// ```
///
/// Each question reads the events anew, so that a file that grows gives newer answers.
public struct LoggedEvents {
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
  /// The installations that texts of people mean, as far as they were looked up.
  private var names: [ExactString: ExactString] = [:]
  /// A finding that is told once, where something is read: a command that needs events refuses the log for it instead.
  private let late: LateFinding?
  /// True if each question opens the log once more. Commands ask one question, and may read from a pipe.
  private var opensAnew = false

  /// Opens a log in JSON Lines or a ledger.
  ///
  /// - Parameters:
  ///   - path: a file, not compressed.
  ///   - reading: the strictness with which lines are read; a ledger was checked when its events came.
  ///   - report: receives findings that refuse nothing, such as that the last line is incomplete.
  /// - Throws: ``LogFileError`` where the file cannot be opened, and ``LedgerError`` where a ledger cannot be read.
  public init(
    path: String, reading: ReadingOptions = ReadingOptions(), report: @escaping (Diagnostic) -> Void = { _ in }
  ) throws {
    if try LedgerReader.isLedger(path) {
      let ledger = try LedgerReader(path: path, reading: Formats.reading)
      if let warning = ledger.missingLog(path) { report(warning) }
      if let warning = try ledger.staleness() { report(warning) }
      self.init(ledger, named: LogName(path), reading: reading, tell: report)
    } else {
      let lines = LogReader(
        log: try ByteSource(path: path), shelf: DocumentShelf(reading: Formats.reading), options: reading,
        report: report)
      self.init(
        lines, named: LogName(path), reading: reading, reopen: { try ByteSource(path: path) }, tell: report)
      opensAnew = true
    }
  }

  /// The events for a question, which nothing has read yet.
  func unread() throws -> LoggedEvents {
    guard opensAnew, let reopen else { return self }
    let lines = LogReader(log: try reopen(), shelf: shelf(), options: reading, report: tell)
    var unread = LoggedEvents(lines, reopen: reopen, self)
    unread.opensAnew = false
    return unread
  }

  /// The same events for a verdict, which no log without events has.
  ///
  /// A log that was not read proves nothing, though nothing wrong is found in it.
  ///
  /// - Throws: ``LogRefused`` with the code `noEvents` for a ledger without events. A log of lines without any is refused
  ///   when it is read.
  package func needingEvents() throws -> LoggedEvents {
    (log as? LogReader)?.needsEvents = true
    let findings = try ledgers.compactMap { ledger in
      // A server's reader does not know where its ledgers are.
      try ledger.missingEvents(name.paths.count == 1 ? name.description : ledger.path)
    }
    if !findings.isEmpty { throw LogRefused(findings) }
    return self
  }

  /// - Parameters:
  ///   - log: a log of lines has the same `reading`, `replacement` and `documents`.
  ///   - name: the log, or the logs, as the person names them.
  ///   - ledgers: the ledgers among several logs that `log` reads as one.
  ///   - replacement: a document that replaces every fetched one.
  ///   - documents: documents by digest that a log in lines may lack.
  ///   - reopen: opens a log of lines once more, to read it beforehand; nil for a pipe and for a ledger.
  ///   - progress: begins to follow a reading that a label names.
  ///   - tell: takes findings that refuse nothing, such as that the first events were forgotten.
  ///   - late: a finding of that sort which a command that needs events raises by itself; nil for none.
  package init(
    _ log: any LineLog, named name: LogName, ledgers: [LedgerReader] = [], replacement: Document? = nil,
    documents: [ExactString: String] = [:],
    reading: ReadingOptions = ReadingOptions(), reopen: (() throws -> ByteSource)? = nil,
    progress: @escaping (_ label: String) -> ReadingProgress = { _ in .untold },
    tell: @escaping (Diagnostic) -> Void = { _ in }, late: LateFinding? = nil
  ) {
    self.late = late
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
      reopen: reopen, progress: other.progress, tell: other.tell, late: other.late)
    streams = other.streams
    names = other.names
    isChecked = other.isChecked
    opensAnew = other.opensAnew
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
    late?.tell(to: tell)
    let progress = progress("\(name)\(part)")
    defer { progress.end() }
    return try body(progress.at)
  }
}

/// A finding that is told at most once.
package final class LateFinding {
  private var finding: Diagnostic?

  package init(_ finding: Diagnostic) { self.finding = finding }

  fileprivate func tell(to taker: (Diagnostic) -> Void) {
    guard let finding else { return }
    self.finding = nil
    taker(finding)
  }
}

/// The installations whose first events were forgotten.
extension LoggedEvents {
  /// The beginnings that were kept in place of forgotten events; of lines, among those read so far.
  package func forgottenBeginnings() throws -> [ExactString: ForgottenBeginning] {
    try ledger?.forgottenBeginnings() ?? (log as? LogReader)?.forgottenBeginnings ?? [:]
  }

  /// Says where installations begin behind events that were forgotten, after the replay.
  package func tellForgotten() throws {
    let beginnings = try forgottenBeginnings()
    guard let example = beginnings.min(by: { $0.key < $1.key }) else { return }
    report(
      Diagnostic(
        LogCode.beginningForgotten, .note,
        what: "\(beginnings.count.of("installation begins", "installations begin")) behind events that were forgotten.",
        file: name.description, place: nil,
        why:
          "\(beginnings.values.reduce(0) { $0 + $1.events }.of("event is", "events are")) in no figure; `\(example.key)` "
          + "begins with the state of revision \(example.value.revision)",
        fix: "nothing to do: what those events did to later decisions is kept"))
  }
}

/// Follows how far one reading of a log has come.
package struct ReadingProgress {
  /// Takes the part that is done, from 0 to 1.
  let at: (Double) -> Void
  /// Called at the end, also after an error.
  let end: () -> Void

  package init(at: @escaping (Double) -> Void, end: @escaping () -> Void) {
    self.at = at
    self.end = end
  }

  /// Tells nobody.
  package static var untold: ReadingProgress { ReadingProgress(at: { _ in }, end: {}) }
}

/// One installation of a log, which the person names by its `source`, by a user or by any part of its `source` that no
/// other has.
extension LoggedEvents {
  /// The same events, restricted to one installation.
  ///
  /// - Parameter text: nil for all installations.
  /// - Throws: ``LogRefused`` where the text means none or several, with the candidates.
  package func only(_ text: String?) throws -> LoggedEvents {
    guard let text else { return self }
    var only = try naming([ExactString(text)])
    only.streams = .source(try only.installation(ExactString(text)))
    return only
  }

  /// The same events, with the installations that texts mean.
  ///
  /// Lines are read beforehand: a part of a name may turn out to be a part of another name too, and a user may sign in
  /// late.
  ///
  /// - Throws: ``LogRefused`` where a text means none or several, with the candidates.
  package func naming(_ texts: [ExactString]) throws -> LoggedEvents {
    let unknown = texts.filter { names[$0] == nil }
    if unknown.isEmpty { return self }
    var named = self
    var read: any EventLog = log
    var users: UserHistory?
    if let own = log as? LogReader {
      let reader = try reopen.map { LogReader(log: try $0(), shelf: shelf(), options: reading) } ?? own
      reader.needsEvents = own.needsEvents
      var history = UserHistory()
      try reader.replay(ReplayScope(isInAnyOrder: true), progress: nil, visitor: &history)
      if reopen == nil {
        named = LoggedEvents(try reader.again(shelf: shelf(replacement: replacement)), reopen: nil, self)
      }
      named.isChecked = true
      (read, users) = (reader, history)
    }
    for text in unknown { named.names[text] = try SourceText.resolve(text, in: read, named: name, users: users) }
    return named
  }

  /// The same events, restricted to these installations.
  package func only(_ sources: Set<ExactString>) -> LoggedEvents {
    var only = self
    only.streams = .sources(sources)
    return only
  }

  /// The only installation; nil for all.
  package var selected: ExactString? {
    guard case .sources(let sources) = streams else { return nil }
    return sources.first
  }

  /// The streams to replay for a question about some installations.
  ///
  /// - Parameter texts: texts that ``naming(_:)`` looked up; none for the only installation of the log.
  package func candidates(_ texts: [ExactString]) throws -> StreamSelection {
    // Only the end of a log of lines shows that it has one installation.
    if texts.isEmpty, log is LogReader { return .first }
    return .sources(try texts.isEmpty ? [installation(nil)] : Set(texts.map { try installation($0) }))
  }

  /// The installation that a text means.
  ///
  /// - Parameter text: a text that ``naming(_:)`` looked up; nil for the only installation of the log, after it was read.
  /// - Throws: ``LogRefused`` where the text means none or several, with the candidates.
  package func installation(_ text: ExactString?) throws -> ExactString {
    if let text, let source = names[text] { return source }
    return try SourceText.resolve(text, in: log, named: name)
  }
}
