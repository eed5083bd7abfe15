import GRDB
import Herald
import HeraldLines

/// Reads the journal, and compares it with its chain.
struct JournalReader {
  private let database: Database

  init(on database: Database) { self.database = database }

  /// An entry of the journal.
  struct Entry {
    let revision: Int
    let line: String
    /// The ledger that wrote it; nil where the line names none.
    let source: String?
    let type: String
    let time: String
    let data: JSONNode?
    /// True if the chain covers the entry.
    let isVerified: Bool
    let chain: [UInt8]

    /// The digests that the entry lists.
    var digests: [[UInt8]] {
      guard case .array(let list) = data?[name: "digests"]?.value else { return [] }
      return list.compactMap { $0.string.flatMap(Hex.bytes(of:)) }
    }
  }

  /// All entries, in their order.
  func entries() throws -> [Entry] {
    let rows = try RawStatement("SELECT position, line, chain FROM journal ORDER BY position", on: database)
    var entries: [Entry] = []
    var chain = Chain.start
    while try rows.step() {
      let revision = Int(rows.integer(0))
      Chain.advance(&chain, revision: revision, line: rows.bytes(1))
      let isVerified = revision == entries.count + 1 && chain.elementsEqual(rows.bytes(2))
      chain = Array(rows.bytes(2))
      let line = rows.text(1)
      let node = try? JSONNode.read(line).node
      entries.append(
        Entry(
          revision: revision, line: line, source: node?[name: "source"]?.string,
          type: node?[name: "type"]?.string ?? "",
          time: node?[name: "time"]?.string ?? "", data: node?[name: "data"], isVerified: isVerified, chain: chain))
    }
    return entries
  }

  /// The digests of all that was forgotten.
  func forgotten() throws -> Set<[UInt8]> { try digests(of: Set(ForgettingKind.allCases)) }

  /// The digests that the entries of some kinds of forgetting list.
  func digests(of kinds: Set<ForgettingKind>) throws -> Set<[UInt8]> {
    var digests: Set<[UInt8]> = []
    for entry in try entries() {
      guard let kind = entry.data?[name: "kind"]?.string.flatMap(ForgettingKind.init), kinds.contains(kind)
      else { continue }
      digests.formUnion(entry.digests)
    }
    return digests
  }
}
