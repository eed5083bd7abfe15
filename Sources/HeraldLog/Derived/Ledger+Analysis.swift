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

/// The tables below the views for analysis.
extension Ledger {
  /// Makes all tables and views, empty, where one is missing or was made for another schema.
  package func makeAnalysis(_ schema: AnalysisSchema) throws {
    try LedgerFile.naming(path, "making its views") {
      if try queue.read(schema.isCurrent) { return }
      dropAppender()
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          try schema.make(on: database)
          return .commit
        }
      }
    }
  }

  /// Replays the installations that grew since their rows were made, in one transaction.
  ///
  /// - Parameters:
  ///   - schema: the tables that are filled; made again, empty, where the ledger has others.
  ///   - reading: reads documents into policies.
  ///   - progress: called now and then with the share that is done, from 0 to 1.
  ///   - make: makes the visitor, which writes in the same transaction.
  ///   - finish: called with the visitor after the last stream, and a function that finds documents by their digest.
  /// - Returns: the number of replayed installations, and of all.
  package func updateAnalysis<Visitor: StreamVisitor>(
    _ schema: AnalysisSchema, reading: @escaping PolicyReading, progress: ((Double) -> Void)? = nil,
    make: (TableWriter) throws -> Visitor,
    finish: (inout Visitor, _ body: (ExactString) throws -> String?) throws -> Void
  ) throws -> (replayed: Int, of: Int) {
    try LedgerFile.naming(path, "bringing its tables up to date") {
      dropAppender()
      var counts = (replayed: 0, of: 0)
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          if try !schema.isCurrent(on: database) { try schema.make(on: database) }
          let streams = try Self.grownStreams(database)
          counts = (streams.count, try Int.fetchOne(database, sql: "SELECT count(*) FROM streams") ?? 0)
          let documents = StoredDocuments(on: database)
          let shelf = DocumentShelf(reading: reading) { try documents.text(of: $0) }
          var visitor = try make(TableWriter(database: database, name: path))
          try replay(streams, on: database, shelf, progress, &visitor)
          try finish(&visitor) { try documents.text(of: $0) }
          return .commit
        }
      }
      return counts
    }
  }

  private func replay<Visitor: StreamVisitor>(
    _ streams: [GrownStream], on database: Database, _ shelf: DocumentShelf, _ progress: ((Double) -> Void)?,
    _ visitor: inout Visitor
  ) throws {
    var scan = try FactsScan(on: database, path: path, shelf: shelf, isWhole: streams.count > 1000)
    defer { scan.rest() }
    let mark = try RawStatement(
      "INSERT OR REPLACE INTO analysis_streams (stream, revision) VALUES (?, ?)", on: database)
    for (number, stream) in streams.enumerated() {
      try visitor.begin(stream)
      try scan.begin(stream.id...stream.id)
      let scanned = FactsScan.Stream(id: stream.id, source: stream.source, events: stream.events)
      let fold = try scan.replay(scanned, until: nil, visitor: &visitor)
      try visitor.ended(stream.source, in: fold.state)
      mark.bind(stream.id, at: 1)
      mark.bind(stream.head, at: 2)
      try mark.run()
      if number & 255 == 255 { progress?(Double(number) / Double(streams.count)) }
    }
  }

  private static func grownStreams(_ database: Database) throws -> [GrownStream] {
    let select = try RawStatement(
      """
      SELECT id, source, coalesce(revision, 0), head, events FROM streams LEFT JOIN analysis_streams ON stream = id
      WHERE head > coalesce(revision, 0) ORDER BY id
      """, on: database)
    var streams: [GrownStream] = []
    while try select.step() {
      streams.append(
        GrownStream(
          id: Int(select.integer(0)), source: ExactString(select.text(1)), known: Int(select.integer(2)),
          head: Int(select.integer(3)), events: Int(select.integer(4))))
    }
    return streams
  }
}
