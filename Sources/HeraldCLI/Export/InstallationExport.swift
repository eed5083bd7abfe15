import Herald
import HeraldQuestions
import HeraldLog

/// Exports one installation as a log of its own.
struct InstallationExport {
  let events: LoggedEvents
  let source: ExactString

  /// Writes the lines to standard output as they were written.
  func print() throws {
    let added = try events.withLog { reader, step in
      var lines = InstallationLines(reader, of: source)
      while let piece = try lines.next() {
        try StandardOutput.write(piece)
        step()
      }
      return lines.added
    }
    guard added > 0 else { return }
    Failure.tell(
      Diagnostic(
        ExportCode.addedDocument, .note,
        what: "\(added.of("document", "documents")) came with other installations, and \(added == 1 ? "was" : "were") "
          + "added to the lines of `\(source)`.", file: events.name.description,
        why: "its fetches name them by their digests alone, so its lines would be no log of their own",
        fix: "nothing to do; all other lines are as they were written"))
  }
}
