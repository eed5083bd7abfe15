import GRDB
import Herald
import HeraldLines

/// Replays single streams of a ledger, and caches what streams share: statements, texts, documents and intermediate
/// results of deciding.
final class StreamReplayCache {
  private let stream: RawStatement
  private let schemaVersion: RawStatement
  private let completeness: RawStatement
  private let madeFor: Int64
  private var scan: FactsScan

  init(on database: Database, path: String, shelf: DocumentShelf) throws {
    stream = try RawStatement("SELECT \(StreamRow.columns) FROM streams WHERE source = ?", on: database)
    schemaVersion = try RawStatement("PRAGMA schema_version", on: database)
    completeness = try RawStatement("SELECT min(complete) FROM derived", on: database)
    madeFor = try schemaVersion.number() ?? 0
    scan = try FactsScan(on: database, path: path, shelf: shelf, isWhole: false)
  }

  /// True if the derived tables are complete, and still the tables that this cache was made for. Rebuilt tables number
  /// texts differently.
  func isCurrent() throws -> Bool {
    try schemaVersion.number() == madeFor && completeness.number() == DerivedFingerprint.current
  }

  func replay<Visitor: ReplayVisitor>(
    _ source: ExactString, until limit: ReplayLimit?, visitor: inout Visitor
  ) throws {
    guard let found = try find(source) else { return }
    // A statement that is not reset would keep reading the ledger as it is now.
    defer { scan.rest() }
    try scan.begin(found.id...found.id)
    let fold = try scan.replay(found, until: limit, visitor: &visitor)
    try visitor.ended(source, in: fold.state)
  }

  private func find(_ source: ExactString) throws -> FactsScan.Stream? {
    defer { stream.reset() }
    stream.bind(copying: source.string, at: 1)
    guard try stream.step() else { return nil }
    return FactsScan.Stream(try StreamRow(stream))
  }
}

extension LedgerReader {
  /// The cache; nil where derived tables are missing, so that lines have to be read.
  func streamReplayCache(on database: Database) throws -> StreamReplayCache? {
    if let kept {
      if try kept.isCurrent() { return kept }
      self.kept = nil
    }
    guard try usesDerived(database) else { return nil }
    let streams = try StreamReplayCache(on: database, path: path, shelf: shelf(on: database))
    kept = streams
    return streams
  }
}
