import GRDB
import Herald

/// Reads single streams of a ledger, and keeps what it needs beside their facts for the next: statements, texts,
/// documents, what was worked out for deciding.
final class KeptStreams {
  private let stream: Statement
  private let schemaVersion: Statement
  private let completeness: Statement
  private let madeFor: Int64
  @exclusivity(unchecked) private var scan: FactsScan

  init(on database: Database, path: String, shelf: DocumentShelf) throws {
    stream = try Statement("SELECT id, events FROM streams WHERE source = ?", on: database)
    schemaVersion = try Statement("PRAGMA schema_version", on: database)
    completeness = try Statement("SELECT min(complete) FROM derived", on: database)
    madeFor = try schemaVersion.number() ?? 0
    scan = try FactsScan(on: database, path: path, shelf: shelf, isWhole: false)
  }

  /// Whether the derived tables are whole, and the ones that this was made for: made anew, they give texts other
  /// numbers.
  func isCurrent() throws -> Bool {
    try schemaVersion.number() == madeFor && completeness.number() == DerivedFingerprint.current
  }

  func replay<Visitor: ReplayVisitor>(
    _ source: ExactString, until limit: ReplayLimit?, visitor: inout Visitor
  ) throws {
    guard let found = try find(source) else { return }
    // A statement that stands on a row would hold its moment of the ledger.
    defer { scan.rest() }
    try scan.begin(found.id...found.id)
    let fold = try scan.replay(found, until: limit, visitor: &visitor)
    try visitor.ended(source, in: fold.state)
  }

  private func find(_ source: ExactString) throws -> FactsScan.Stream? {
    defer { stream.reset() }
    var text = source.string
    return try text.withUTF8 { utf8 in
      stream.bind(text: UnsafeRawBufferPointer(utf8), at: 1)
      guard try stream.step() else { return nil }
      return FactsScan.Stream(id: Int(stream.integer(0)), source: source, events: Int(stream.integer(1)))
    }
  }
}

extension LedgerReader {
  /// The reader of single streams; nil where something derived is missing, so that lines have to be read.
  func keptStreams(on database: Database) throws -> KeptStreams? {
    if let kept {
      if try kept.isCurrent() { return kept }
      self.kept = nil
    }
    guard try Ledger.isDerivedComplete(database) else { return nil }
    let streams = try KeptStreams(on: database, path: path, shelf: shelf(on: database))
    kept = streams
    return streams
  }
}
