import GRDB
public import Herald
import HeraldLines

/// An event as the ledger stores it.
public struct StoredEvent: Hashable, Sendable {
  /// The event's place in its stream, from 1.
  public let revision: Int
  /// The line as it was written, without its newline.
  public let line: String
}

/// Lookups for an app that appends the events of one installation.
extension Ledger {
  /// All streams, sorted by source: the last revision, and whether lines name revisions.
  ///
  /// - Throws: ``LedgerError``.
  public func streams() throws -> [(source: ExactString, head: Int, isNumbered: Bool)] {
    try LedgerFile.naming(path, "reading its streams") {
      try queue.read { database in
        try StreamRow.all(on: database).sorted { $0.source < $1.source }.map { ($0.source, $0.head, $0.isNumbered) }
      }
    }
  }

  /// The event of a source with an id; nil where the ledger has none. After an append that failed, it shows whether the
  /// event was stored nevertheless.
  ///
  /// - Throws: ``LedgerError``.
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

  /// The last event of a source that has one of the types; nil without one.
  ///
  /// - Throws: ``LedgerError``.
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

  /// True if the ledger has the document with a digest, so that an event needn't bring it again.
  ///
  /// - Throws: ``LedgerError``.
  public func hasDocument(_ digest: ExactString) throws -> Bool {
    try LedgerFile.naming(path, "looking for a document") {
      try queue.read { database in
        try Int.fetchOne(database, sql: "SELECT 1 FROM bodies WHERE digest = ?", arguments: [digest.string]) == 1
      }
    }
  }
}

extension Ledger {
  /// The number of folded events after which the state is stored as a snapshot.
  static let snapshotDistance = 200

  /// The current state of an installation, folded from its last snapshot; nil for an unknown installation.
  ///
  /// - Parameters:
  ///   - source: the installation.
  ///   - reading: reads documents into policies, such as `Formats.reading` of HeraldFormats.
  /// - Throws: ``LedgerError``.
  public func state(of source: ExactString, reading: @escaping PolicyReading) throws -> InstallationState? {
    try LedgerFile.naming(path, "folding `\(source)`") {
      try queue.writeWithoutTransaction { database in
        guard let result = try LedgerStates(database: database, path: path, reading: reading).state(of: source) else {
          return nil
        }
        if result.folded >= Self.snapshotDistance {
          try database.execute(
            sql: "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)",
            arguments: [
              result.stream, result.state.revision, result.state.snapshot,
              result.state.snapshot.withBorrowedBytes {
                RowSum.snapshot(stream: result.stream, revision: result.state.revision, $0)
              },
            ])
        }
        return result.state
      }
    }
  }
}

extension LedgerReader {
  /// The current state of an installation, folded from its last snapshot; nil for an unknown installation.
  ///
  /// - Throws: ``LedgerError``; ``LogRefused`` for a line that cannot be read.
  public func state(of source: ExactString) throws -> InstallationState? {
    try read("folding `\(source)`") { database in
      guard try usesDerived(database) else {
        var end = StreamEnd()
        try replayLines(database, of: source, visitor: &end)
        return end.state
      }
      return try LedgerStates(database: database, path: path, reading: shelfReading).state(of: source)?.state
    }
  }
}

/// Folds one stream of a ledger from its snapshot.
private struct LedgerStates {
  let database: Database
  let path: String
  let reading: PolicyReading

  func state(of source: ExactString) throws -> (state: InstallationState, stream: Int, folded: Int)? {
    guard let row = try StreamRow.named(source, on: database) else { return nil }
    let (id, events, head) = (row.id, row.events, row.head)
    let documents = StoredDocuments(on: database)
    let shelf = DocumentShelf(reading: reading) { try documents.text(of: $0) }
    let stream = FactsScan.Stream(id: id, source: source, events: events)
    var scan = try FactsScan(on: database, path: path, shelf: shelf, isWhole: false)
    let start = try snapshot(of: id, head: head, shelf: shelf) ?? scan.start(of: id)
    var visitor = NoVisitor()
    let state = try scan.replay(stream, from: start, visitor: &visitor)
    return (state, id, state.revision - start.revision)
  }

  private func snapshot(of stream: Int, head: Int, shelf: DocumentShelf) throws -> InstallationState? {
    let row = try RawStatement("SELECT state, revision, sum FROM snapshots WHERE stream = ?", on: database)
    row.bind(stream, at: 1)
    // A snapshot that was changed is ignored, as it only saves time.
    guard try row.step(), row.integer(1) <= head,
      row.integer(2) == RowSum.snapshot(stream: stream, revision: Int(row.integer(1)), row.bytes(0))
    else { return nil }
    let text = row.text(0)
    return try InstallationState(snapshot: text) { try shelf.policy(named: $0) }
  }
}

/// A visitor that needs no events.
struct NoVisitor: ReplayVisitor {}

/// Keeps the state in which a stream ends.
private struct StreamEnd: ReplayVisitor {
  var state: InstallationState?
  mutating func ended(_ source: ExactString, in state: InstallationState) { self.state = state }
}
