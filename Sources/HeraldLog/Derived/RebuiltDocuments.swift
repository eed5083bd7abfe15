import GRDB
import Herald

/// The documents of a ledger whose derived tables are made again: those that its lines bring, and those that are kept
/// although the line that brought them was forgotten.
struct RebuiltDocuments {
  /// The table of the documents from before, while a forgetting makes the tables again.
  static let earlier = "bodies_before"

  private let insert: RawStatement
  private let contains: RawStatement
  /// Moves a document from before into the table of kept ones; nil where nothing is being forgotten.
  private let keep: RawStatement?
  private let database: Database

  init(on database: Database) throws {
    self.database = database
    insert = try RawStatement("INSERT OR IGNORE INTO bodies VALUES (?, ?)", on: database)
    contains = try RawStatement("SELECT 1 FROM bodies WHERE digest = ?", on: database)
    let isForgetting = try database.tableExists(Self.earlier)
    keep =
      isForgetting
      ? try RawStatement(
        "INSERT OR IGNORE INTO kept_documents SELECT digest, body FROM \(Self.earlier) WHERE digest = ?", on: database)
      : nil
  }

  /// Adds the document of a fetch. One that only its digest names is kept from before.
  func add(_ fetch: FetchSucceeded) throws {
    guard let digest = fetch.digest else { return }
    if let document = fetch.document {
      insert.bind(copying: digest.string, at: 1)
      insert.bind(copying: document, at: 2)
      try insert.run()
    } else if fetch.status == 200 {
      try keep([digest])
    }
  }

  /// Makes the kept documents known, after the last line.
  func end() throws {
    try database.execute(sql: "INSERT OR IGNORE INTO bodies SELECT digest, body FROM kept_documents")
  }

  /// Keeps documents that are named, and that no line before brings.
  func keep(_ digests: [ExactString]) throws {
    guard let keep else { return }
    for digest in digests {
      contains.bind(copying: digest.string, at: 1)
      if try contains.number() == 1 { continue }
      keep.bind(copying: digest.string, at: 1)
      try keep.run()
    }
  }
}
