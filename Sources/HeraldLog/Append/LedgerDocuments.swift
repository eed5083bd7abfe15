import GRDB
import Herald
import HeraldLines

/// The documents that a ledger stores. Appended events may name them by digest.
final class LedgerDocuments: KnownDocuments {
  private let select: RawStatement
  private let insert: RawStatement
  /// Digests that the ledger is known to store. Most fetches name one of a few documents.
  private var known: Set<ExactString> = []
  private static let mostKnown = 1024

  init(on database: Database) throws {
    select = try RawStatement("SELECT 1 FROM bodies WHERE digest = ?", on: database)
    insert = try RawStatement("INSERT OR IGNORE INTO bodies VALUES (?, ?)", on: database)
  }

  func put(_ text: String, digest: ExactString) throws {
    if known.contains(digest) { return }
    insert.bind(copying: digest.string, at: 1)
    insert.bind(copying: text, at: 2)
    try insert.run()
    remember(digest)
  }

  func contains(_ digest: ExactString) throws -> Bool {
    if known.contains(digest) { return true }
    select.bind(copying: digest.string, at: 1)
    guard try select.number() == 1 else { return false }
    remember(digest)
    return true
  }

  private func remember(_ digest: ExactString) {
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    known.insert(digest)
  }
}
