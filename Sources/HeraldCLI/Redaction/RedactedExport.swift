import Herald
import HeraldLog
import HeraldReport

/// Exports a log without personal data, and reports what the redaction changed.
struct RedactedExport {
  let name: String
  let events: LoggedEvents
  let options: RedactionOptions

  /// Writes the log's lines to standard output.
  func printLines() throws {
    try redact { log, step in
      var buffer: [UInt8] = []
      while let lines = try log.next() {
        buffer += lines
        step()
        guard buffer.count > 1 << 16 else { continue }
        try StandardOutput.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
      try StandardOutput.write(buffer)
    }
  }

  /// Passes the redacted log to a closure, which must consume all of it.
  func lend(_ body: (LoggedEvents) throws -> Void) throws {
    try redact { log, step in
      let source = try ByteSource(name: name) { (bytes: inout [UInt8]) in
        guard let lines = try log.next() else { return false }
        bytes += lines
        step()
        return true
      }
      try body(events.redacted(as: source))
    }
  }

  private func redact(_ body: (RedactedLog, _ step: @escaping () -> Void) throws -> Void) throws {
    var redaction = try options.redaction()
    try events.check()
    try events.withLog { log, _ in try log.eachPolicy { redaction.note($0) } }
    let findings = try events.again().withLog { log, step in
      let redacted = RedactedLog(log, redaction)
      try body(redacted, step)
      return redacted.findings
    }
    RedactionReport(name: name, findings: findings, options: options).tell()
    if options.failIfChanged, !findings.isFaithful { throw Failure.disagreement }
  }
}
