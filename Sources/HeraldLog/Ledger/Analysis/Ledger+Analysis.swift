import GRDB
package import Herald

/// An installation whose rows for analysis are behind.
package struct GrownStream {
  package let id: Int
  package let source: ExactString
  /// The revision up to which its rows are there; 0 where there are none.
  package let known: Int
  let head: Int
  let events: Int
}

/// Whoever makes rows of the installations that are replayed.
package protocol StreamVisitor: ReplayVisitor {
  /// The next installation, replayed from its first event, of which there may be rows already.
  mutating func begin(_ stream: GrownStream) throws
}

/// The tables below the views for analysis.
extension Ledger {
  /// Makes tables and views where some are missing, all tables then, empty: no part says what another lacks.
  func makeAnalysisIfNeeded() throws {
    try LedgerFile.naming(path, "making its views") {
      if try queue.read({ try Self.hasAnalysis($0) }) { return }
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          for table in LedgerSchema.analysisTables { try database.execute(sql: "DROP TABLE IF EXISTS \(table)") }
          for view in LedgerSchema.analysisViews { try database.execute(sql: "DROP VIEW IF EXISTS \(view)") }
          try database.execute(sql: LedgerSchema.analysis)
          return .commit
        }
      }
    }
  }

  private static func hasAnalysis(_ database: Database) throws -> Bool {
    func count(_ type: String, _ names: [String]) throws -> Int? {
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      return try Int.fetchOne(
        database, sql: "SELECT count(*) FROM sqlite_schema WHERE type = '\(type)' AND name IN (\(list))")
    }
    return try count("table", LedgerSchema.analysisTables) == LedgerSchema.analysisTables.count
      && count("view", LedgerSchema.analysisViews) == LedgerSchema.analysisViews.count
  }

  /// Replays the installations that grew since their rows were made: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - reading: how documents become policies.
  ///   - progress: told now and then how far it is, from 0 to 1.
  ///   - make: makes the visitor, which writes in the same transaction.
  ///   - finish: takes it when all streams were replayed, with a way to find documents.
  /// - Returns: how many installations were replayed, and how many there are.
  package func updateAnalysis<Visitor: StreamVisitor>(
    reading: @escaping PolicyReading, progress: ((Double) -> Void)? = nil, make: (TableWriter) throws -> Visitor,
    finish: (inout Visitor, _ body: (ExactString) throws -> String?) throws -> Void
  ) throws -> (replayed: Int, of: Int) {
    try LedgerFile.naming(path, "bringing its tables up to date") {
      eventAppender = nil
      var counts = (replayed: 0, of: 0)
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          let streams = try Self.grownStreams(database)
          counts = (streams.count, try Int.fetchOne(database, sql: "SELECT count(*) FROM streams") ?? 0)
          let shelf = DocumentShelf(reading: reading) { try Self.document($0, on: database) }
          var visitor = try make(TableWriter(database: database, name: path))
          try replay(streams, on: database, shelf, progress, &visitor)
          try finish(&visitor) { try Self.document($0, on: database) }
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
    let mark = try Statement("INSERT OR REPLACE INTO analysis_streams VALUES (?, ?)", on: database)
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
    let select = try Statement(
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
