import GRDB
public import Herald

/// An event as the ledger keeps it.
public struct StoredEvent: Hashable, Sendable {
  public let revision: Int
  /// As it was written, without its newline.
  public let line: String
}

/// What whoever appends one installation's events has to know of the ledger.
extension Ledger {
  /// The ends of all streams, by source, and whether their lines carry revisions.
  public func streams() throws -> [(source: ExactString, head: Int, isNumbered: Bool)] {
    try LedgerFile.naming(path, "reading its streams") {
      try queue.read { database in
        let sql = "SELECT source, head, numbered FROM streams ORDER BY source"
        return try Row.fetchAll(database, sql: sql).map { (ExactString($0[0]), $0[1], $0[2]) }
      }
    }
  }

  /// The event of a source with an id: tells after an error whether an append was done in spite of it.
  public func event(_ id: ExactString, of source: ExactString) throws -> StoredEvent? {
    try LedgerFile.naming(path, "looking `\(id)` up") {
      try queue.read { database in
        let hash = EventHash.of(id, source: source)
        let rows = try Row.fetchAll(
          database, sql: "SELECT revision, line FROM lines JOIN ids USING (position) WHERE hash = ?",
          arguments: [Int64(bitPattern: hash)])
        let events = rows.map { StoredEvent(revision: $0[0], line: $0[1]) }
        return events.first { LineComparison.names(Array($0.line.utf8), source: source, id: id) }
      }
    }
  }

  /// The last event of a source that is of one of some types.
  public func lastEvent(_ types: [EventType], of source: ExactString) throws -> StoredEvent? {
    try LedgerFile.naming(path, "looking for the last event") {
      try queue.read { database in
        let stream = try Int.fetchOne(
          database, sql: "SELECT id FROM streams WHERE source = ?", arguments: [source.string])
        guard let stream else { return nil }
        let codes = types.map { String($0.code) }.joined(separator: ", ")
        let row = try Row.fetchOne(
          database,
          sql: """
            SELECT lines.revision, line FROM facts JOIN lines USING (position)
            WHERE event BETWEEN ? AND ? AND type IN (\(codes)) ORDER BY event DESC LIMIT 1
            """,
          arguments: [
            LedgerSchema.key(stream: stream, revision: 0), LedgerSchema.key(stream: stream + 1, revision: 0) - 1,
          ])
        return row.map { StoredEvent(revision: $0[0], line: $0[1]) }
      }
    }
  }

  /// Whether an event has brought the document with a digest, so that a later one needn't bring it again.
  public func hasDocument(_ digest: ExactString) throws -> Bool {
    try LedgerFile.naming(path, "looking for a document") {
      try queue.read { database in
        try Int.fetchOne(database, sql: "SELECT 1 FROM bodies WHERE digest = ?", arguments: [digest.string]) == 1
      }
    }
  }
}
