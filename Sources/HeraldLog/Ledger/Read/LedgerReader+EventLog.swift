import GRDB
public import Herald

extension LedgerReader: LineLog {
  /// Always 0, because a ledger stores each event once.
  public var duplicates: Int { 0 }

  /// This reader, because a ledger can be replayed any number of times.
  public func again(shelf: DocumentShelf) -> LedgerReader { self }

  /// Replays the streams of a scope, one after the other.
  ///
  /// - Throws: as ``replay(until:progress:visitor:)``.
  public func replay<Visitor: ReplayVisitor>(
    _ scope: ReplayScope, progress: ((Double) -> Void)?, visitor: inout Visitor
  ) throws {
    switch scope.streams {
    case .all: try replay(until: scope.limit, progress: progress, visitor: &visitor)
    case .source(let source): try replay(source: source, until: scope.limit, visitor: &visitor)
    case .sources, .containing, .first:
      for (number, source) in try sources().enumerated() where scope.streams.includes(source, number: number) {
        try replay(source: source, until: scope.limit, visitor: &visitor)
      }
    }
  }

  /// The installations, in the order in which their first events were appended.
  public func sources() throws -> [ExactString] {
    try read("reading its installations") { database in
      guard try Ledger.isDerivedComplete(database) else {
        return try LedgerLines(on: database, path: path).heads().map(\.source)
      }
      return try streams(database).map(\.source)
    }
  }

  package func withLog<Result>(
    _ body: (LogReader, _ share: @escaping () -> Double?) throws -> Result
  ) throws -> Result {
    try read("reading its events") { database in
      let events = try Int.fetchOne(database, sql: "SELECT count(*) FROM lines") ?? 0
      var lines = 0
      return try body(log(on: database)) {
        lines += 1
        return Double(lines) / Double(max(1, events))
      }
    }
  }
}
