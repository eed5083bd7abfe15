import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// The events of a log or a ledger, ready to be replayed.
struct LoggedEvents {
  private enum Kind {
    case lines(LogReader, size: Int?)
    case ledger(LedgerReader)
  }
  private let kind: Kind
  private let name: String
  private let reading: ReadingOptions
  private let documents: [ExactString: String]
  /// Whether the lines stand in a file, which can be read beforehand.
  private let isFile: Bool

  /// - Parameters:
  ///   - name: the log as it's named on the command line.
  ///   - replacement: a document to read in place of every fetched one.
  ///   - documents: documents by digest that a log in lines may not bring itself.
  init(
    _ name: String, replacement: Document? = nil, documents: [ExactString: String] = [:], reading: ReadingOptions
  ) throws {
    self.documents = documents
    self.name = name
    self.reading = reading
    let read: PolicyReading = { Formats.read($0).reading }
    isFile = name != "-"
    switch try LogInput(name) {
    case .lines(let source):
      LargePages.prepareHeap(forLogOf: source.size ?? 0)
      let shelf = DocumentShelf(reading: read, replacement: replacement) { documents[$0] }
      kind = .lines(
        LogReader(log: source, shelf: shelf, options: reading, report: Failure.tell), size: source.size)
    case .ledger(let path):
      let reader = try LedgerReader(path: path, reading: read, replacement: replacement)
      if let warning = try reader.staleness() { Failure.tell(warning) }
      kind = .ledger(reader)
    }
  }

  private init(_ kind: Kind, isFile: Bool? = nil, _ other: LoggedEvents) {
    self.kind = kind
    self.isFile = isFile ?? other.isFile
    name = other.name
    reading = other.reading
    documents = other.documents
  }

  /// The same events once more, after they were read to their end; nothing is reported a second time.
  func again() throws -> LoggedEvents {
    guard case .lines(let reader, _) = kind else { return self }
    let second = try reader.again(shelf: DocumentShelf(reading: { Formats.read($0).reading }))
    return LoggedEvents(.lines(second, size: second.size), self)
  }

  /// The same events under other names: lines that were made of these and need no check.
  func redacted(as source: ByteSource) -> LoggedEvents {
    let shelf = DocumentShelf(reading: { Formats.read($0).reading }) { documents[$0] }
    // Gaps were judged when these were read.
    let log = LogReader(log: source, shelf: shelf, options: ReadingOptions(isPartial: true))
    return LoggedEvents(.lines(log, size: nil), isFile: false, self)
  }

  /// The ledger, where it is one.
  var ledger: LedgerReader? {
    if case .ledger(let reader) = kind { reader } else { nil }
  }

  /// The document with a digest; nil where no event read so far brought it.
  func document(_ digest: ExactString) throws -> String? {
    switch kind {
    case .lines(let reader, _): try reader.document(digest)
    case .ledger(let reader): try reader.document(digest)
    }
  }

  /// Events that came again, of those read so far.
  var duplicates: Int {
    if case .lines(let reader, _) = kind { reader.duplicates } else { 0 }
  }

  /// Reads a file to its end beforehand, so that a bad line there doesn't leave half an answer on standard output. What
  /// comes through a pipe is answered as it comes.
  func check() throws {
    guard case .lines = kind, isFile, !reading.skipsInvalid else { return }
    let shelf = DocumentShelf(reading: { Formats.read($0).reading }) { documents[$0] }
    try LogReader(log: try LogInput.file(name), shelf: shelf, options: reading).check()
  }

  /// - Parameter inAnyOrder: whether the visitor needs no order but that of each installation's own events: then a log of
  ///   very many installations takes no more memory than one of ``LogReader/installationsAtOnce``.
  func replay<Visitor: ReplayVisitor>(
    source: ExactString? = nil, until limit: ReplayLimit? = nil, inAnyOrder: Bool = false, visitor: inout Visitor
  ) throws {
    let progress = Progress(name)
    defer { progress.end() }
    switch kind {
    case .lines(let reader, let size):
      try reader.replay(
        until: limit, atOnce: inAnyOrder ? LogReader.installationsAtOnce : .max,
        progress: { progress.at(bytes: $0, of: size) }, visitor: &visitor)
    case .ledger(let reader):
      guard let source else { return try reader.replay(until: limit, progress: progress.at, visitor: &visitor) }
      try reader.replay(source: source, until: limit, visitor: &visitor)
    }
  }

  /// Lends the events as a log of lines, in their order; `step` is to be called now and then.
  func withLog<Result>(_ body: (LogReader, _ step: @escaping () -> Void) throws -> Result) throws -> Result {
    let progress = Progress(name)
    defer { progress.end() }
    switch kind {
    case .lines(let reader, let size):
      return try body(reader) { progress.at(bytes: reader.position, of: size) }
    case .ledger(let ledger):
      var steps = 0
      return try ledger.withLog { reader, events in
        try body(reader) {
          steps += 1
          progress.at(Double(steps) / Double(max(1, events)))
        }
      }
    }
  }

  func replayLines(_ output: ReplayOutput, jobs: Int, until limit: ReplayLimit?) throws {
    let progress = Progress(name)
    defer { progress.end() }
    switch kind {
    case .lines(let reader, let size):
      try reader.replayLines(
        output, until: limit, progress: { progress.at(bytes: $0, of: size) }, send: StandardOutput.write)
    case .ledger(let reader):
      try reader.replayLines(output, jobs: jobs, until: limit, progress: progress.at, send: StandardOutput.write)
    }
  }
}
