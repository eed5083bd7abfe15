import Herald
import HeraldQuestions
import HeraldLog

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
