import GRDB
import Herald
import HeraldLines

/// The forgotten parts that an imported log lists, taken over by the ledger.
struct AdoptedParts {
  private let tables: ForgottenTables
  private let database: Database
  private var originals: [Int: [Int: [UInt8]]] = [:]
  /// The digests for the journal.
  private var digests: [[UInt8]] = []

  init(on database: Database) {
    self.database = database
    tables = ForgottenTables(on: database)
  }

  /// Takes a part over, unless the ledger knows more.
  ///
  /// - Parameter number: the admission's number of the installation; nil where the part names none.
  mutating func take(_ part: ForgottenPart, of number: Int?, into rows: LedgerRows) throws {
    switch part {
    case .beginning(let anchor):
      guard let number, let id = rows.begin(number, behind: anchor) else { return }
      try tables.store(anchor, of: id)
      digests.append(anchor.digest)
    case .values(_, let values):
      guard let number else { return }
      for value in values { originals[number, default: [:]][value.revision] = value.digest }
    case .installation(let installation):
      try tables.store(installation)
      digests.append(installation.digest)
    case .document(let digest, let text):
      try rows.documents.put(text, digest: digest)
      let keep = try RawStatement("INSERT OR IGNORE INTO kept_documents VALUES (?, ?)", on: database)
      keep.bind(copying: digest.string, at: 1)
      keep.bind(copying: text, at: 2)
      try keep.run()
    }
  }

  /// The digest of the line that an event's line replaces; nil for a line as it was first written.
  mutating func original(of line: BorrowedBytes, stream: Int, revision: Int) -> [UInt8]? {
    guard !originals.isEmpty, let original = originals[stream]?[revision] else { return nil }
    digests.append(Chain.digest(of: line))
    return original
  }

  /// Records in the journal the parts that were taken over.
  func note(on database: Database) throws {
    guard !digests.isEmpty else { return }
    var journal = try Journal(of: database)
    try journal.append(.forgot, digests: digests) { output, _ in
      output.member("kind", word: ForgettingKind.imported)
    }
  }
}
