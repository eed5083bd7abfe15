import Herald
import HeraldFormats
public import HeraldLog

/// A log as it may be shared, read line by line from the original.
///
/// It's a log again: in the same order, with the same revisions, gaps and repeated lines. While it's read, it's
/// decided beside the original, so that ``findings`` can say what redacting has changed.
public final class RedactedLog {
  private let log: LogReader
  private var redaction: Redaction
  private var sides: SideBySide
  private var waiting: [UInt8] = []
  private var isOver = false
  /// Complete once the log was read to its end.
  public private(set) var findings = RedactionFindings()

  /// - Parameters:
  ///   - log: the original.
  ///   - redaction: what is said of it and how.
  ///   - atOnce: how many installations are folded at once, at least 1; the lines of those that appear later wait in a
  ///     temporary file to be compared.
  public init(_ log: LogReader, _ redaction: Redaction, atOnce: Int = LogReader.installationsAtOnce) {
    self.log = log
    self.redaction = redaction
    sides = SideBySide(shelf: log.shelf, atOnce: atOnce)
  }

  /// The next lines, each with its newline; nil at the end.
  ///
  /// - Throws: ``LogRefused`` where a line of the original is bad and bad lines are not skipped.
  public func next() throws -> [UInt8]? {
    guard !isOver else { return nil }
    waiting.removeAll(keepingCapacity: true)
    isOver = try !log.nextLines { try take($0) }
    if isOver { try sides.end(&redaction, &findings) }
    return isOver && waiting.isEmpty ? nil : waiting
  }

  private func take(_ line: LoggedLine) throws {
    let unknown = UnknownMembers.of(line.bytes, readAs: line.event.data.type)
    var redacted = redaction.event(line.event)
    if !line.isNumbered { redacted.revision = 0 }
    let written = Array(redacted.line(with: redaction.keepsUnknown ? unknown : FurtherMembers()).utf8)
    waiting += written
    waiting.append(0x0A)
    guard let stream = line.stream else { return }
    count(line.event, unknown)
    try sides.note(line, of: stream, writtenAs: written, &redaction, &findings)
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
