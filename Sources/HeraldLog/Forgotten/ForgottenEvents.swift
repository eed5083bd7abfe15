import GRDB
import Herald
import HeraldLines

/// The parts that a ledger forgot, looked up so that appending does not bring them back.
///
/// Nearly all ledgers forgot nothing, and then nothing is looked up.
final class ForgottenEvents {
  private let identity: LedgerIdentity?
  private let names: Set<[UInt8]>
  /// The keyed hashes of sources that were looked up, because each line of a source asks.
  private var known: [ExactString: Bool] = [:]
  private let anchors: [Int: (revision: Int, isNumbered: Bool, before: Timestamp)]
  private let selectFirst: RawStatement
  private let selectReplaced: RawStatement
  private let insertReplaced: RawStatement
  private var hasReplaced: Bool
  private static let knownAtMost = 4096

  init(on database: Database) throws {
    names = Set(try ForgottenTables(on: database).installations().map(\.name))
    identity = names.isEmpty ? nil : try LedgerIdentity(of: database)
    let rows = try RawStatement("SELECT stream, revision, numbered, before FROM anchors", on: database)
    var anchors: [Int: (revision: Int, isNumbered: Bool, before: Timestamp)] = [:]
    while try rows.step() {
      anchors[Int(rows.integer(0))] = (
        Int(rows.integer(1)), rows.integer(2) == 1, Timestamp(milliseconds: rows.integer(3))
      )
    }
    self.anchors = anchors
    selectFirst = try RawStatement("SELECT first FROM anchors WHERE stream = ?", on: database)
    selectReplaced = try RawStatement("SELECT digest FROM replaced WHERE position = ?", on: database)
    insertReplaced = try RawStatement("INSERT INTO replaced VALUES (?, ?)", on: database)
    hasReplaced = try Int.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM replaced)") == 1
  }

  /// True if an installation was forgotten.
  func isForgotten(_ source: ExactString) -> Bool {
    guard let identity else { return false }
    if let known = known[source] { return known }
    let isForgotten = names.contains(identity.hash(of: source))
    if known.count >= Self.knownAtMost { known.removeAll(keepingCapacity: true) }
    known[source] = isForgotten
    return isForgotten
  }

  /// - Throws: ``EventRefusal`` where the installation was forgotten.
  func refuse(_ source: ExactString) throws {
    guard isForgotten(source) else { return }
    throw EventRefusal(
      .forgotten, pointer: "/source", what: "`\(source)` was forgotten in this ledger.",
      why: "somebody asked for it, and an event of it comes again", fix: "leave its events out")
  }

  /// True if an event lies before a stream's anchor: by its revision, or by its time if it has no revision.
  func isBeforeAnchor(of stream: Int, revision: Int?, time: DeviceTime) -> Bool {
    guard let anchor = anchors[stream] else { return false }
    if let revision { return revision <= anchor.revision }
    return !anchor.isNumbered && (time.isMissing || time.moment < anchor.before)
  }

  /// True if the first events of a stream were forgotten.
  func hasAnchor(_ stream: Int) -> Bool { anchors[stream] != nil }

  /// The digest of the first line that a stream ever had, where that line was forgotten; nil where nothing kept it.
  func first(of stream: Int) throws -> [UInt8]? {
    selectFirst.bind(stream, at: 1)
    defer { selectFirst.reset() }
    guard try selectFirst.step() else { return nil }
    let digest = Array(selectFirst.bytes(0))
    return digest.isEmpty ? nil : digest
  }

  /// The digest of the line that was replaced at a position; nil for a line as it was first written.
  func original(at position: Int64) throws -> [UInt8]? {
    guard hasReplaced else { return nil }
    selectReplaced.bind(position, at: 1)
    defer { selectReplaced.reset() }
    return try selectReplaced.step() ? Array(selectReplaced.bytes(0)) : nil
  }

  /// Stores the digest of a line that was replaced before it was appended.
  func record(_ original: [UInt8], replacedAt position: Int) throws {
    hasReplaced = true
    insertReplaced.bind(position, at: 1)
    try original.withBorrowedBytes {
      insertReplaced.bind(blob: $0, at: 2)
      try insertReplaced.run()
    }
  }
}
