import GRDB
import Herald
import HeraldLines

/// The lines of an export that stand for what the ledger forgot. Without a forgetting there are none.
struct ForgottenLines {
  private let database: Database
  private let identity: LedgerIdentity?
  /// The ledger whose parts are compared with its journal; nil where they are passed as they are.
  private let checkedPath: String?

  /// The largest number of replaced lines that one notice names.
  private static let valuesAtMost = 1000

  /// - Parameter path: the ledger, to compare each part with its journal; nil to pass what is there.
  init(on database: Database, checkedAt path: String?) throws {
    self.database = database
    checkedPath = path
    identity = try LedgerIdentity(of: database)
  }

  /// Passes each line without its newline.
  ///
  /// - Parameter positions: the events that follow; nil for all of the ledger. Parts that are about no line of them, such
  ///   as a forgotten installation, are passed where they begin with the ledger's first.
  /// - Throws: ``LedgerError`` at the first part that no entry of the journal knows. Rethrows what `send` throws.
  func each(within positions: ClosedRange<Int>? = nil, _ send: (BorrowedBytes) throws -> Void) throws {
    guard let identity else { return }
    var count = 0
    var known: Set<[UInt8]>?
    try eachPart(positions) { part in
      if let checkedPath {
        let digests = try known ?? JournalReader(on: database).forgotten()
        known = digests
        guard part.isKnown(to: digests) else { throw LedgerError.unknownPart(part, of: checkedPath) }
      }
      count += 1
      var line = JSONWriter()
      LedgerNotice.write(
        .forgotten, id: "forgotten-\(count)", source: identity.source, time: nil, revision: nil, into: &line
      ) { part.write(into: &$0, name: identity.hash) }
      try line.bytes.withBorrowedBytes(send)
    }
  }

  private func eachPart(_ positions: ClosedRange<Int>?, _ send: (ForgottenPart) throws -> Void) throws {
    let positions = positions ?? 1...Int.max
    guard positions.lowerBound == 1 else { return try eachReplaced(positions, send) }
    let tables = ForgottenTables(on: database)
    for installation in try tables.installations() { try send(.installation(installation)) }
    let documents = try RawStatement("SELECT digest, body FROM kept_documents ORDER BY digest", on: database)
    while try documents.step() {
      try send(.document(digest: ExactString(documents.text(0)), text: documents.text(1)))
    }
    try tables.eachAnchor { _, anchor in try send(.beginning(anchor)) }
    try eachReplaced(positions, send)
  }

  private func eachReplaced(_ positions: ClosedRange<Int>, _ send: (ForgottenPart) throws -> Void) throws {
    let rows = try RawStatement(
      """
      SELECT stream, revision, digest, line FROM replaced JOIN lines USING (position)
        WHERE position BETWEEN ? AND ? ORDER BY stream, revision
      """, on: database)
    rows.bind(positions.lowerBound, at: 1)
    rows.bind(positions.upperBound, at: 2)
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

extension ForgottenPart {
  /// True if a journal with these digests has the part. A document needs no entry, because its own digest verifies it.
  fileprivate func isKnown(to digests: Set<[UInt8]>) -> Bool {
    switch self {
    case .beginning(let anchor): digests.contains(anchor.digest)
    case .installation(let installation): digests.contains(installation.digest)
    case .document(let digest, let text): Digest.of(text) == digest
    // The walk along the chain compares each of these lines with the journal.
    case .values: true
    }
  }
}

extension LedgerError {
  /// A part that was never forgotten, or is not what was kept in its place.
  fileprivate static func unknownPart(_ part: ForgottenPart, of path: String) -> LedgerError {
    let why =
      switch part {
      case .beginning(let anchor): "the journal does not know the beginning of `\(anchor.source)`"
      case .installation: "the journal does not know an installation that it names as forgotten"
      case .document(let digest, _): "the text of the document `\(digest)` has another digest"
      case .values(let source, _): "the journal does not know the values of `\(source)`"
      }
    return LedgerError(
      .brokenChain, ledger: path, what: "What `\(path)` says it forgot is not what was written to it.", why: why,
      fix: "restore the ledger from a backup; `herald audit` names every such place, and `herald export --unchecked` "
        + "gives what is there")
  }
}
