import Herald
import HeraldLog
import HeraldReport

/// Writes a log in the form in which it may be shared, and tells what that changed.
enum RedactedExport {
  static func run(_ name: String, reading: ReadingOptions, _ options: RedactionOptions) throws {
    let redaction = try options.redaction()
    let events = try LoggedEvents(name, reading: reading)
    try events.check()
    let findings = try events.withLog { log, progress in
      let redacted = RedactedLog(log, redaction)
      var buffer: [UInt8] = []
      while let lines = try redacted.next() {
        buffer += lines
        progress()
        guard buffer.count > 1 << 16 else { continue }
        try StandardOutput.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
      try StandardOutput.write(buffer)
      return redacted.findings
    }
    RedactionReport(name: name, findings: findings, options: options).tell()
    if options.failIfChanged, !findings.isFaithful { throw Failure.disagreement }
  }
}
