import GRDB
import Herald

/// The documents that a ledger's events brought, by digest.
final class StoredDocuments {
  private let database: Database
  /// Prepared at the first question, because the table may be made after this was.
  private var select: RawStatement?
  /// The digests of all rows, read without the index; nil before a document was missing.
  private var digests: Set<ExactString>?

  init(on database: Database) { self.database = database }

  /// A document as it arrived; nil where no event brought it.
  func text(of digest: ExactString) throws -> String? {
    let select = try self.select ?? RawStatement("SELECT body FROM bodies WHERE digest = ?", on: database)
    self.select = select
    select.bind(copying: digest.string, at: 1)
    defer { select.reset() }
    guard try select.step() else {
      // A damaged index must not hide a document: without it, other prompts would be decided.
      guard try readDigests().contains(digest) else { return nil }
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the index of `bodies` lacks the document `\(digest)`")
    }
    let text = select.text(0)
    // Nothing else would show that the derived table was changed.
    guard Digest.of(text) == digest else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the document `\(digest)` has another digest")
    }
    return text
  }

  private func readDigests() throws -> Set<ExactString> {
    if let digests { return digests }
    var found: Set<ExactString> = []
    let all = try RawStatement("SELECT digest FROM bodies NOT INDEXED", on: database)
    while try all.step() { found.insert(ExactString(all.text(0))) }
    digests = found
    return found
  }
}
