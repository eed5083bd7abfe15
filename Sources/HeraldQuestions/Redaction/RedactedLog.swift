import Herald
import HeraldFormats
package import HeraldLog

/// Reads a log and writes its redacted lines, which are a log that may be shared.
///
/// Name the log's policies in ``Redaction/record(_:)``, or decisions that depend on draws and operations may differ.
///
/// The redacted log has the same events in the same order, with the same revisions, gaps and repeated lines. Both logs are
/// decided during the reading, so ``findings`` contains what the redaction changed.
package final class RedactedLog {
  private let log: LogReader
  private var redaction: Redaction
  private var comparison: RedactionComparison
  private var waiting: [UInt8] = []
  private var isOver = false
  /// The differences between both logs; complete after ``next()`` returned nil.
  package private(set) var findings = RedactionFindings()

  /// Makes a redacted log; nothing is read before ``next()``.
  ///
  /// - Parameters:
  ///   - log: the original.
  ///   - redaction: which names and values are replaced, and how.
  ///   - atOnce: the number of installations that are folded at the same time, at least 1. The lines of further ones wait
  ///     in a temporary file until they are compared.
  package init(_ log: LogReader, _ redaction: Redaction, atOnce: Int = LogReader.installationsAtOnce) {
    self.log = log
    self.redaction = redaction
    comparison = RedactionComparison(shelf: log.shelf, atOnce: atOnce)
  }

  /// The next lines, each with its newline; nil at the end.
  ///
  /// - Throws: ``LogRefused`` where a line of the original is bad and bad lines are not skipped.
  package func next() throws -> [UInt8]? {
    guard !isOver else { return nil }
    waiting.removeAll(keepingCapacity: true)
    isOver = try !log.nextLines { try take($0) }
    if isOver { try comparison.end(&redaction, &findings) }
    return isOver && waiting.isEmpty ? nil : waiting
  }

  private func take(_ line: LoggedLine) throws {
    let unknown = UnknownMembers.of(line.bytes, readAs: line.event.data.type)
    var redacted = redaction.event(line.event)
    if !line.isNumbered { redacted.revision = 0 }
    let written = redacted.line(with: redaction.keepsUnknown ? unknown : unknown.origin)
    waiting += written.utf8
    waiting.append(0x0A)
    guard let stream = line.stream else { return }
    count(line.event, unknown)
    try comparison.record(line, of: stream, writtenAs: written, &redaction, &findings)
  }

  private func count(_ event: Event, _ unknown: FurtherMembers) {
    findings.events += 1
    if case .unknown = event.data { findings.unknownEvents += 1 } else { findings.unknownMembers += unknown.data.count }
    findings.unknownMembers += unknown.attributes.count
    if !redaction.keepsUnknown {
      findings.unknownMembers -= unknown.origin.attributes.count + unknown.origin.data.count
    }
    if case .appLaunched(let launch) = event.data {
      for property in launch.profile.properties where redaction.properties.fate(of: property.name) != .kept {
        findings.noteLeftOut(property.name)
      }
    }
    if case .fetchSucceeded(let fetch) = event.data, fetch.document != nil, let digest = fetch.digest {
      findings.documents[digest] = kind(of: fetch)
    }
  }

  private func kind(of fetch: FetchSucceeded) -> RedactionFindings.DocumentKind {
    guard case .accepted = fetch.reading else { return .refused }
    return LoginFormat.names.contains { ExactString($0) == fetch.format } ? .login : .policy
  }
}

/// The events of a log without personal data, and what redacting them changed.
package struct RedactedEvents {
  private let events: LoggedEvents
  private let redaction: Redaction

  /// The bytes that are collected before they are passed on.
  private static let pieceSize = 1 << 16

  package init(_ events: LoggedEvents, _ redaction: Redaction) { (self.events, self.redaction) = (events, redaction) }

  /// Reads the events twice: for the policies, whose draws and operations stay, and to redact them.
  ///
  /// - Parameter body: consumes all of the redacted log, and calls `step` after each part of it.
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped; what `body` throws.
  package func read(_ body: (RedactedLog, _ step: @escaping () -> Void) throws -> Void) throws -> RedactionFindings {
    var redaction = redaction
    try events.check()
    try events.withLog { log, _ in try log.eachPolicy { redaction.record($0) } }
    return try events.again().withLog { log, step in
      let redacted = RedactedLog(log, redaction)
      try body(redacted, step)
      return redacted.findings
    }
  }

  /// Writes the redacted lines.
  ///
  /// - Parameter write: takes many lines at a time, each with its newline.
  package func write(_ write: ([UInt8]) throws -> Void) throws -> RedactionFindings {
    try read { log, step in
      var buffer: [UInt8] = []
      while let lines = try log.next() {
        buffer += lines
        step()
        guard buffer.count > Self.pieceSize else { continue }
        try write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
      try write(buffer)
    }
  }
}

/// A question about a log that is to be shared: what is it without personal data, and what does that change
/// (`herald export --redact`)?
///
/// ```swift
/// var redaction = Redaction()
/// redaction.properties.dropped = [.deviceModel]
/// let answer = try RedactionQuestion(redaction).answer(in: LoggedEvents(path: "phone.jsonl"))
/// print(answer.json, terminator: "")  // a log, without names
/// if !answer.isFaithful { print(answer.words) }
/// ```
///
/// <doc:SharingALog> says what is hidden and what is not.
public struct RedactionQuestion: LogQuestion, Sendable {
  /// The names and values that are replaced, and by what.
  public var redaction: Redaction

  /// Asks for a log without personal data.
  ///
  /// - Parameter redaction: by default one that hides all that it can, under a key that is drawn and forgotten.
  public init(_ redaction: Redaction = Redaction()) { self.redaction = redaction }

  /// Reads the events twice, and answers in memory.
  ///
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped; what reading the log throws.
  public func answer(in events: LoggedEvents) throws -> RedactionAnswer {
    let answer = BufferedAnswer()
    let isFaithful = try self.answer(in: events, to: answer.sink)
    return RedactionAnswer(json: answer.json, words: answer.words, isFaithful: isFaithful)
  }

  /// Reads the events twice, and sends the redacted log as it is written.
  ///
  /// - Returns: true if all decisions and last states are the same but for names.
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped; what reading the log throws.
  @discardableResult
  public func answer(in events: LoggedEvents, to sink: AnswerSink) throws -> Bool {
    let findings = try RedactedEvents(events.unread(), redaction).write { try sink.send(json: $0, words: nil) }
    let words = RedactionWords(findings, of: events.name.description, keepsUnknown: redaction.keepsUnknown)
    let key = redaction.pseudonyms.isDrawn ? "a key was drawn for it and is forgotten" : "with the key that was given"
    try sink.send(json: [], words: words.text(key: key, sink.style))
    return findings.isFaithful
  }
}

/// A log without personal data, and the changes that this makes.
public struct RedactionAnswer: LogAnswer, Sendable {
  /// The redacted log: the same events in the same order, with the same revisions, gaps and repeated lines.
  public let json: String
  /// The data that was left out or could not be hidden, and the decisions that differ.
  public let words: String
  /// True if all decisions and last states are the same but for names.
  public let isFaithful: Bool
}
