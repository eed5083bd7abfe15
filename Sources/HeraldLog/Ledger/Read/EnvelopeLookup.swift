import GRDB
import Herald

/// Reads the envelopes of events from their lines, because facts don't store them.
final class EnvelopeLookup {
  private let line: RawStatement
  private let path: String
  private var reader = LineReader()

  init(on database: Database, path: String) throws {
    line = try RawStatement(
      "SELECT position, line FROM lines WHERE position = (SELECT position FROM facts WHERE event = ?)", on: database)
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
