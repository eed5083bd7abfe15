import GRDB
import Herald
import HeraldLines

/// The tables of what a ledger forgot.
struct ForgottenTables {
  private let database: Database

  init(on database: Database) { self.database = database }

  private static let anchorColumns = "stream, source, revision, events, numbered, before, chain, salt, state, first"

  /// Passes each anchor with the ledger's number of its stream. Numbers ascend.
  func eachAnchor(_ body: (_ stream: Int, _ anchor: Anchor) throws -> Void) throws {
    let rows = try RawStatement("SELECT \(Self.anchorColumns) FROM anchors ORDER BY stream", on: database)
    while try rows.step() { try body(Int(rows.integer(0)), Self.anchor(rows)) }
  }

  private static func anchor(_ row: RawStatement) -> Anchor {
    Anchor(
      source: ExactString(row.text(1)), revision: Int(row.integer(2)), events: Int(row.integer(3)),
      isNumbered: row.integer(4) == 1, before: Timestamp(milliseconds: row.integer(5)), chain: Array(row.bytes(6)),
      first: first(row.bytes(9)), salt: Array(row.bytes(7)), state: row.text(8))
  }

  /// The digest of a stream's first line; nil for an anchor without one.
  private static func first(_ bytes: BorrowedBytes) -> [UInt8]? { bytes.isEmpty ? nil : Array(bytes) }

  /// Looks anchors up one by one; nil where the ledger has none.
  struct AnchorLookup {
    private let select: RawStatement

    init?(on database: Database) throws {
      guard try Int.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM anchors)") == 1 else { return nil }
      select = try RawStatement(
        "SELECT \(ForgottenTables.anchorColumns) FROM anchors WHERE stream = ?", on: database)
    }

    /// The anchor of a stream; nil for a stream that begins with its first event.
    func anchor(of stream: Int) throws -> Anchor? {
      select.bind(stream, at: 1)
      defer { select.reset() }
      return try select.step() ? ForgottenTables.anchor(select) : nil
    }
  }

  /// Stores a stream's anchor. An earlier one has to be removed before.
  func store(_ anchor: Anchor, of stream: Int) throws {
    let insert = try RawStatement(
      "INSERT INTO anchors (\(Self.anchorColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", on: database)
    insert.bind(stream, at: 1)
    insert.bind(copying: anchor.source.string, at: 2)
    insert.bind(anchor.revision, at: 3)
    insert.bind(anchor.events, at: 4)
    insert.bind(anchor.isNumbered ? 1 : 0, at: 5)
    insert.bind(anchor.before.milliseconds, at: 6)
    insert.bind(copying: anchor.state, at: 9)
    try anchor.chain.withBorrowedBytes { chain in
      insert.bind(blob: chain, at: 7)
      try anchor.salt.withBorrowedBytes { salt in
        insert.bind(blob: salt, at: 8)
        // An unbound parameter is null.
        guard let first = anchor.first else { return try insert.run() }
        try first.withBorrowedBytes { first in
          insert.bind(blob: first, at: 10)
          try insert.run()
        }
      }
    }
  }

  /// All forgotten installations, in the order of their hashes.
  func installations() throws -> [ForgottenInstallation] {
    let rows = try RawStatement("SELECT name, revision, events, chain FROM forgotten ORDER BY name", on: database)
    var found: [ForgottenInstallation] = []
    while try rows.step() {
      found.append(
        ForgottenInstallation(
          name: Array(rows.bytes(0)), revision: Int(rows.integer(1)), events: Int(rows.integer(2)),
          chain: Array(rows.bytes(3))))
    }
    return found
  }

  func store(_ installation: ForgottenInstallation) throws {
    let insert = try RawStatement("INSERT OR IGNORE INTO forgotten VALUES (?, ?, ?, ?)", on: database)
    insert.bind(installation.revision, at: 2)
    insert.bind(installation.events, at: 3)
    try installation.name.withBorrowedBytes { name in
      insert.bind(blob: name, at: 1)
      try installation.chain.withBorrowedBytes { chain in
        insert.bind(blob: chain, at: 4)
        try insert.run()
      }
    }
  }
}
