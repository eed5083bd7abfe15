import Herald
import HeraldLog

/// The lines of one installation as a log of their own.
struct InstallationLines {
  let log: String
  let events: LoggedEvents
  let source: ExactString

  /// Writes the lines to standard output as they were written.
  ///
  /// A document that another installation's fetch brought is added to the first fetch that names it. Without it, what the
  /// device applied would be unknown.
  func print() throws {
    var known: Set<ExactString> = []
    var added = 0
    try events.withLog { reader, step in
      var more = true
      while more {
        more = try reader.nextLines { line in
          guard line.stream != nil, line.event.source == source else { return }
          let document = try missingDocument(of: line, known: &known, in: reader)
          if document != nil { added += 1 }
          try StandardOutput.write((document.map(line.bringing) ?? line.bytes) + [0x0A])
        }
        step()
      }
    }
    guard added > 0 else { return }
    Failure.tell(
      Diagnostic(
        ExportCode.addedDocument, .note,
        what: "\(added.of("document", "documents")) came with other installations, and \(added == 1 ? "was" : "were") "
          + "added to the lines of `\(source)`.", file: log,
        why: "its fetches name them by their digests alone, so its lines would be no log of their own",
        fix: "nothing to do; all other lines are as they were written"))
  }

  private func missingDocument(
    of line: LoggedLine, known: inout Set<ExactString>, in reader: LogReader
  ) throws -> String? {
    guard case .fetchSucceeded(let fetch) = line.event.data, fetch.status == 200, let digest = fetch.digest,
      known.insert(digest).inserted, fetch.document == nil
    else { return nil }
    return try reader.document(digest)
  }
}
