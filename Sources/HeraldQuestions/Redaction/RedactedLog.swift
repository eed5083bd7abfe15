import Herald
import HeraldFormats
package import HeraldLog

/// Reads a log and writes its redacted lines, which are a log that may be shared.
///
/// Name the log's policies in ``Redaction/note(_:)``, or decisions that depend on draws and operations may differ.
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
    let written = redacted.line(with: redaction.keepsUnknown ? unknown : FurtherMembers())
    waiting += written.utf8
    waiting.append(0x0A)
    guard let stream = line.stream else { return }
    count(line.event, unknown)
    try comparison.note(line, of: stream, writtenAs: written, &redaction, &findings)
  }

  private func count(_ event: Event, _ unknown: FurtherMembers) {
    findings.events += 1
    if case .unknown = event.data { findings.unknownEvents += 1 } else { findings.unknownMembers += unknown.data.count }
    findings.unknownMembers += unknown.attributes.count
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
