import Herald
import HeraldLog

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
    try events.withLog { log, _ in try log.eachPolicy { redaction.note($0) } }
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

extension Redaction {
  /// A redaction that hides all that it can, under a key that is drawn for it and forgotten.
  package static func drawn() -> Redaction? { Pseudonyms(key: DrawnBytes.draw(32)).map { Redaction(pseudonyms: $0) } }
}
