import GRDB
import Herald

extension LedgerReader: LineLog {
  public var duplicates: Int { 0 }

  public func again(shelf: DocumentShelf) -> LedgerReader { self }

  public func replay<Visitor: ReplayVisitor>(
    _ scope: ReplayScope, progress: ((Double) -> Void)?, visitor: inout Visitor
  ) throws {
    guard let source = scope.source else {
      return try replay(until: scope.limit, progress: progress, visitor: &visitor)
    }
    try replay(source: source, until: scope.limit, visitor: &visitor)
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
