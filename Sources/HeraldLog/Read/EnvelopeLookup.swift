import GRDB
import Herald
import HeraldLines

/// Reads the envelopes of events from their lines, because facts don't store them.
///
/// Events are asked for in ascending order, so one query goes from each to the next. Bench row 11: a seek in `facts` for
/// each event would take a tenth of the time.
final class EnvelopeLookup: EventEnvelopes {
  private let line: RawStatement
  private let reception: RawStatement
  private let path: String
  private var reader = LineReader()
  /// The key at which the query stands; nil where it has not begun, or has ended.
  private var standing: Int64?

  init(on database: Database, path: String) throws {
    line = try RawStatement(
      """
      SELECT facts.position, line, sum, event FROM facts JOIN lines USING (position) WHERE event >= ? ORDER BY event
      """, on: database)
    reception = try RawStatement(
      "SELECT last, received, sent FROM receptions WHERE first <= ? ORDER BY first DESC LIMIT 1", on: database)
    self.path = path
  }

  /// The arrival of the event at a position; nil where no server received it.
  private func reception(at position: Int) throws -> Reception? {
    reception.bind(position, at: 1)
    defer { reception.reset() }
    guard try reception.step(), reception.integer(0) >= position else { return nil }
    let received = Timestamp(milliseconds: reception.integer(1))
    let sent = reception.isNull(2) ? nil : Timestamp(milliseconds: reception.integer(2))
    // Nothing else covers these numbers.
    guard [received, sent ?? received].allSatisfy(Timestamp.range.contains) else {
      throw ChangedRow(table: "receptions", row: "position \(position)")
    }
    return Reception(received: received, sent: sent)
  }

  /// Ends the query, which would otherwise keep reading the ledger as it is now.
  func rest() {
    line.reset()
    standing = nil
  }

  /// Goes to an event; returns false where it isn't there.
  private func go(to key: Int64) throws -> Bool {
    // The event after the last one, in nearly all cases.
    if let last = standing, last < key {
      standing = try line.step() ? line.integer(3) : nil
      if standing == key { return true }
    }
    rest()
    line.bind(key, at: 1)
    if try line.step() { standing = line.integer(3) }
    return standing == key
  }

  func event(key: Int64, data: EventData) throws -> EventWithSource {
    guard try go(to: key) else {
      throw LedgerError(
        .corruptFacts, ledger: path, what: "`\(path)` has facts of an event that isn't there.",
        why: "facts are derived from events", fix: "delete the table `facts` and import anything: it is rebuilt")
    }
    let position = Int(line.integer(0))
    let reception = try reception(at: position)
    // The fact's data contain the reading of the document, which the line's data lack.
    return try read(key, of: data) {
      EventWithSource($0, in: $1, revision: $2, position: position, reception: reception)
    }
  }

  /// The event at a key, without its data; nil where it isn't there. Seeks, for few events far from each other.
  func envelope(key: Int64) throws -> Event? {
    rest()
    line.bind(key, at: 1)
    guard try line.step(), line.integer(3) == key else { return nil }
    return try read(key, of: .unknown) { $0.event(in: $1, revision: $2) }
  }

  /// Reads the line on which the query stands.
  private func read<Result>(
    _ key: Int64, of data: EventData, _ body: (borrowing EventLine, BorrowedBytes, _ revision: Int) -> Result
  ) throws -> Result {
    let bytes = line.bytes(1)
    guard RowSum.covers(line.integer(2), line: bytes) else {
      throw ChangedRow(table: "lines", row: "position \(line.integer(0))")
    }
    do throws(WireFault) {
      return body(try reader.readEnvelope(bytes, of: data), bytes, LedgerSchema.revision(ofKey: key))
    } catch {
      throw LogRefused(error.diagnostic(file: path, line: 1, bytes: bytes))
    }
  }
}
