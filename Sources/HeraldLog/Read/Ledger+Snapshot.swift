import GRDB
public import Herald
import HeraldLines

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
