import GRDB
import Herald

/// The lines of an export that stand for what the ledger forgot. Without a forgetting there are none.
struct ForgottenLines {
  private let database: Database
  private let identity: LedgerIdentity?

  /// The largest number of replaced lines that one notice names.
  private static let valuesAtMost = 1000

  init(on database: Database) throws {
    self.database = database
    identity = try LedgerIdentity(of: database)
  }

  /// Passes each line without its newline.
  func each(_ send: (BorrowedBytes) throws -> Void) throws {
    guard let identity else { return }
    var count = 0
    try eachPart { part in
      count += 1
      var line = JSONWriter()
      LedgerNotice.write(
        .forgotten, id: "forgotten-\(count)", source: identity.source, time: nil, revision: nil, into: &line
      ) { part.write(into: &$0, name: identity.hash) }
      try line.bytes.withBorrowedBytes(send)
    }
  }

  private func eachPart(_ send: (ForgottenPart) throws -> Void) throws {
    let tables = ForgottenTables(on: database)
    for installation in try tables.installations() { try send(.installation(installation)) }
    let documents = try RawStatement("SELECT digest, body FROM kept_documents ORDER BY digest", on: database)
    while try documents.step() {
      try send(.document(digest: ExactString(documents.text(0)), text: documents.text(1)))
    }
    try tables.eachAnchor { _, anchor in try send(.beginning(anchor)) }
    try eachReplaced(send)
  }

  private func eachReplaced(_ send: (ForgottenPart) throws -> Void) throws {
    let rows = try RawStatement(
      """
      SELECT stream, revision, digest, line FROM replaced JOIN lines USING (position) ORDER BY stream, revision
      """, on: database)
    var reader = EventReader()
    var current: (stream: Int64, source: ExactString, originals: [(revision: Int, digest: [UInt8])])?
    func flush() throws {
      if let current { try send(.values(source: current.source, originals: current.originals)) }
    }
    while try rows.step() {
      if current?.stream != rows.integer(0) || current?.originals.count == Self.valuesAtMost {
        try flush()
        current = (rows.integer(0), try reader.event(in: rows.bytes(3)).source, [])
      }
      current?.originals.append((Int(rows.integer(1)), Array(rows.bytes(2))))
    }
    try flush()
  }
}
