import GRDB
public import Herald
import HeraldLines

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
    case .sources(let wanted):
      let selected = wanted.count == 1 ? Array(wanted) : try sources().filter(wanted.contains)
      for source in selected { try replay(source: source, until: scope.limit, visitor: &visitor) }
    case .containing(let parts):
      let condition = parts.map { _ in "instr(source, ?) > 0" }.joined(separator: " OR ")
      let selected = try sources(where: condition, parts) ?? sources().filter { parts.contains(where: $0.contains) }
      for source in selected { try replay(source: source, until: scope.limit, visitor: &visitor) }
    case .first:
      guard let first = try (sources(where: "id = (SELECT min(id) FROM streams)") ?? sources()).first else { return }
      try replay(source: first, until: scope.limit, visitor: &visitor)
    }
  }

  /// Looks a name up by its index, and only without it through all installations.
  public func sources(meantBy text: ExactString) throws -> [ExactString] {
    guard let exact = try sources(where: "source = ?", [text]) else {
      return Self.meant(by: text, among: try sources())
    }
    return exact.isEmpty ? try sources(where: "instr(source, ?) > 0", [text]) ?? [] : exact
  }

  /// The installations for which a condition of SQL holds, in the order of their first events; nil where the derived
  /// tables cannot be used.
  private func sources(where condition: String, _ values: [ExactString] = []) throws -> [ExactString]? {
    try read("reading its installations") { database -> [ExactString]? in
      guard try usesDerived(database) else { return nil }
      let select = try RawStatement(
        "SELECT \(StreamRow.columns) FROM streams WHERE \(condition) ORDER BY id", on: database)
      for (index, value) in values.enumerated() { select.bind(copying: value.string, at: Int32(index + 1)) }
      var sources: [ExactString] = []
      while try select.step() { sources.append(try StreamRow(select).source) }
      return sources
    }
  }

  /// The installations, in the order in which their first events were appended.
  public func sources() throws -> [ExactString] {
    try read("reading its installations") { database in
      guard try usesDerived(database) else {
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
