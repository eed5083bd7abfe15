import GRDB
import Herald

/// Reads the envelopes of events from their lines, because facts don't store them.
final class EnvelopeLookup {
  private let line: RawStatement
  private let path: String
  private var reader = LineReader()

  init(on database: Database, path: String) throws {
    line = try RawStatement(
      "SELECT facts.position, line, sum FROM facts JOIN lines USING (position) WHERE event = ?", on: database)
    self.path = path
  }

  func event(key: Int64, data: EventData) throws -> EventWithSource {
    line.bind(key, at: 1)
    defer { line.reset() }
    guard try line.step() else {
      throw LedgerError(
        .corruptFacts, ledger: path, what: "`\(path)` has facts of an event that isn't there.",
        why: "facts are derived from events", fix: "delete the table `facts` and import anything: it is rebuilt")
    }
    let bytes = line.bytes(1)
    guard RowSum.covers(line.integer(2), line: bytes) else {
      throw ChangedRow(table: "lines", row: "position \(line.integer(0))")
    }
    do throws(WireFault) {
      var parts = try reader.read(bytes)
      // The fact's data contain the reading of the document, which the line's data lack.
      parts.data = data
      return EventWithSource(
        parts, in: bytes, revision: LedgerSchema.revision(ofKey: key), position: Int(line.integer(0)))
    } catch {
      throw LogRefused(error.diagnostic(file: path, line: 1, bytes: bytes))
    }
  }
}
