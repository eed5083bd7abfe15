import Herald
import HeraldLog
import HeraldQuestions

/// Exports a log without personal data, and reports what the redaction changed.
struct RedactedExport {
  let events: LoggedEvents
  let options: RedactionOptions

  /// Writes the log's lines to standard output.
  func printLines() throws {
    try tell(RedactedEvents(events, options.redaction()).write { try StandardOutput.write($0) })
  }

  /// Passes the redacted log to a closure, which must consume all of it.
  func lend(_ body: (LoggedEvents) throws -> Void) throws {
    let findings = try RedactedEvents(events, options.redaction()).read { log, step in
      let source = try ByteSource(name: events.name.description) { (bytes: inout [UInt8]) in
        guard let lines = try log.next() else { return false }
        bytes += lines
        step()
        return true
      }
      try body(events.redacted(as: source))
    }
    try tell(findings)
  }

  private func tell(_ findings: RedactionFindings) throws {
    RedactionReport(name: events.name.description, findings: findings, options: options).tell()
    if options.failIfChanged, !findings.isFaithful { throw Failure.disagreement }
  }
}

/// Reports on standard error what a redaction left out, could not hide, and changed.
struct RedactionReport {
  let name: String
  let findings: RedactionFindings
  let options: RedactionOptions

  func tell() {
    let words = RedactionWords(findings, of: name, keepsUnknown: options.keepUnknown)
    let key = options.key.map { "key from `\($0)`" } ?? "a key was drawn for this export and is forgotten"
    StandardError.write(words.lines(key: key).map { $0 + "\n" }.joined())
    if let documents = words.documents { Failure.tell(documents) }
    guard let changes = words.changes else { return }
    Failure.tell(changes)
    for line in words.reasons + [words.examples] { StandardError.write("  " + line + "\n") }
  }
}
