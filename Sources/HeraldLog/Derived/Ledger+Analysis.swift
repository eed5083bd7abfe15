import GRDB
package import Herald
import HeraldLines

/// An installation with events after its last rows for analysis.
package struct GrownStream {
  package let id: Int
  package let source: ExactString
  /// The revision up to which its rows were made; 0 where it has none.
  package let known: Int
  let head: Int
  let events: Int
}

/// A visitor that makes rows of the installations that are replayed.
package protocol StreamVisitor: ReplayVisitor {
  /// Begins the next installation. It is replayed from its first event, so its older rows have to be replaced.
  mutating func begin(_ stream: GrownStream) throws
}

/// The installations whose rows are still to be made, and the documents that were read for it.
final class AnalysisBacklog {
  /// The ledger's numbers of streams, the next one last.
  private(set) var streams: [Int] = []
  /// The number of streams that were listed.
  private var total = 1
  /// The last position when ``streams`` was listed; nil where the list does not have all installations that grew.
  private(set) var position: Int?
  /// The share of the list that is done, from 0 to 1.
  var share: Double { 1 - Double(streams.count) / Double(total) }
  /// Kept from piece to piece, because reading a large policy costs more than a piece.
  let shelf: DocumentShelf

  init(on database: Database, reading: @escaping PolicyReading) {
    let documents = StoredDocuments(on: database)
    shelf = DocumentShelf(reading: reading) { try documents.text(of: $0) }
  }

  /// Takes a new list.
  ///
  /// - Parameter position: the last position; nil where the list is not all.
  func list(_ streams: [Int], upTo position: Int?) {
    (self.streams, self.position, total) = (streams, position, max(1, streams.count))
  }

  /// The next stream, which leaves the list; nil at its end.
  func next() -> Int? { streams.popLast() }

  /// The number of documents above which a new shelf takes over.
  static let mostDocuments = 256
}

/// The result of bringing the tables for analysis up to date.
package struct AnalysisUpdate: Sendable {
  /// The number of installations whose rows were made.
  package internal(set) var replayed = 0
  /// True if the tables have the rows of all events now, so that the views are there.
  package internal(set) var isWhole = false
}

/// The tables below the views for analysis.
extension Ledger {
  /// True if the tables have the rows of all events, and all views are there.
  package func hasViews(of schema: AnalysisSchema) throws -> Bool {
    try LedgerFile.naming(path, "looking for its views") {
      try queue.read { database in
        guard try schema.hasTables(on: database), try schema.hasViews(on: database) else { return false }
        return try AnalysisSchema.filledPosition(on: database) == Positions(on: database).last
      }
    }
  }

  /// Drops the views.
  package func dropViews() throws {
    try LedgerFile.naming(path, "dropping its views") {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          try AnalysisSchema.dropViews(on: database)
          return .commit
        }
      }
    }
  }

  /// The number of installations.
  package func installationCount() throws -> Int {
    try LedgerFile.naming(path, "counting its installations") {
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM streams") ?? 0 }
    }
  }

  /// Replays installations that grew since their rows were made, in one transaction. After the last one it makes the views.
  ///
  /// - Parameters:
  ///   - schema: the tables that are filled; made again, empty, where the ledger has others.
  ///   - reading: reads documents into policies.
  ///   - most: the number of events after which no further installation is replayed. Where some are left the views are
  ///     dropped, and the next call goes on.
  ///   - listed: the most installations that are listed at once, which bounds the memory.
  ///   - progress: called now and then with the share that is done, from 0 to 1.
  ///   - make: makes the visitor, which writes in the same transaction.
  ///   - finish: called with the visitor after the last stream, and a function that finds documents by their digest.
  package func updateAnalysis<Visitor: StreamVisitor>(
    _ schema: AnalysisSchema, reading: @escaping PolicyReading, atMost most: Int, listing listed: Int,
    progress: ((Double) -> Void)? = nil, make: (TableWriter) throws -> Visitor,
    finish: (inout Visitor, _ body: (ExactString) throws -> String?) throws -> Void
  ) throws -> AnalysisUpdate {
    try LedgerFile.naming(path, "bringing its tables up to date") {
      dropAppender()
      var (update, left) = (AnalysisUpdate(), AnalysisBacklog?.none)
      // The error undid the transaction, and the list may count its installations as done.
      let known = analysisBacklog.take()
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          if try !schema.hasTables(on: database) { try schema.makeTables(on: database) }
          let backlog = try backlog(known, atMost: listed, on: database, reading)
          let documents = StoredDocuments(on: database)
          var visitor = try make(TableWriter(database: database, name: path))
          update.replayed = try replay(backlog, on: database, atMost: most, progress, &visitor)
          try finish(&visitor) { try documents.text(of: $0) }
          update.isWhole = try end(backlog, schema, on: database)
          left = backlog.shelf.count > AnalysisBacklog.mostDocuments ? nil : backlog
          return .commit
        }
      }
      // Only now: a commit that fails undoes the rows of the installations that left the list.
      analysisBacklog = left
      return update
    }
  }

  /// The installations that are left from the last piece, else those that grew since.
  private func backlog(
    _ known: AnalysisBacklog?, atMost most: Int, on database: Database, _ reading: @escaping PolicyReading
  ) throws -> AnalysisBacklog {
    let backlog = known ?? AnalysisBacklog(on: database, reading: reading)
    guard backlog.streams.isEmpty else { return backlog }
    let last = try Positions(on: database).last
    let filled = try AnalysisSchema.filledPosition(on: database) ?? 0
    // After few events a look at their lines takes less than a look at all installations.
    let isNear = known != nil && last - filled <= Self.nearEvents
    let sql =
      isNear
      ? "SELECT DISTINCT stream FROM lines WHERE position > \(filled)"
      : """
      SELECT id FROM streams LEFT JOIN analysis_streams ON stream = id WHERE head > coalesce(revision, 0)
      ORDER BY id DESC LIMIT \(most)
      """
    let streams = try Int.fetchAll(database, sql: sql)
    backlog.list(streams, upTo: !isNear && streams.count == most ? nil : last)
    return backlog
  }

  private static let nearEvents = 10_000

  /// Notes the installations that were replayed. Afterwards the views are there if no installation is left, else they are
  /// not.
  private func end(_ backlog: AnalysisBacklog, _ schema: AnalysisSchema, on database: Database) throws -> Bool {
    if backlog.streams.isEmpty, let position = backlog.position {
      try database.execute(sql: "DELETE FROM analysis_filled")
      try database.execute(sql: "INSERT INTO analysis_filled VALUES (\(position))")
    }
    guard backlog.streams.isEmpty, try Positions(on: database).last == backlog.position else {
      try AnalysisSchema.dropViews(on: database)
      return false
    }
    try schema.makeViews(on: database)
    return true
  }

  /// - Returns: the number of installations that were replayed.
  private func replay<Visitor: StreamVisitor>(
    _ backlog: AnalysisBacklog, on database: Database, atMost most: Int, _ progress: ((Double) -> Void)?,
    _ visitor: inout Visitor
  ) throws -> Int {
    var scan = try FactsScan(
      on: database, path: path, shelf: backlog.shelf, isWhole: min(backlog.streams.count, most) > 1000)
    defer { scan.rest() }
    let find = try RawStatement(
      "SELECT source, coalesce(revision, 0), head, events FROM streams LEFT JOIN analysis_streams ON stream = id "
        + "WHERE id = ? AND head > coalesce(revision, 0)", on: database)
    let mark = try RawStatement(
      "INSERT OR REPLACE INTO analysis_streams (stream, revision) VALUES (?, ?)", on: database)
    var (replayed, events) = (0, 0)
    while events < most, let number = backlog.next() {
      guard let stream = try Self.grownStream(number, by: find) else { continue }
      try visitor.begin(stream)
      try scan.begin(stream.id...stream.id)
      let scanned = FactsScan.Stream(id: stream.id, source: stream.source, events: stream.events)
      let fold = try scan.replay(scanned, until: nil, visitor: &visitor)
      try visitor.ended(stream.source, in: fold.state)
      mark.bind(stream.id, at: 1)
      mark.bind(stream.head, at: 2)
      try mark.run()
      events += stream.events
      replayed += 1
      if replayed & 255 == 0 { progress?(backlog.share) }
    }
    return replayed
  }

  /// An installation; nil where its rows are there already.
  private static func grownStream(_ number: Int, by find: RawStatement) throws -> GrownStream? {
    find.bind(number, at: 1)
    defer { find.reset() }
    guard try find.step() else { return nil }
    return GrownStream(
      id: number, source: ExactString(find.text(0)), known: Int(find.integer(1)), head: Int(find.integer(2)),
      events: Int(find.integer(3)))
  }
}
