import GRDB
public import Herald
import HeraldLines

/// Computes heads and documents from the lines alone, for a ledger whose derived tables cannot be used.
struct LedgerLines {
  private let database: Database
  private let path: String

  init(on database: Database, path: String) {
    self.database = database
    self.path = path
  }

  /// The ends of all streams, by source.
  func heads() throws -> [StreamHead] {
    var heads: [StreamHead] = []
    try each(
      "SELECT position, line, revision, chain FROM lines WHERE position IN "
        + "(SELECT max(position) FROM lines GROUP BY stream)"
    ) { row, event, text in
      heads.append(
        StreamHead(
          source: ExactString(text.text(of: event.source)), revision: Int(row.integer(2)),
          chain: Hex.text(of: row.bytes(3))))
    }
    let known = Set(heads.map(\.source))
    try ForgottenTables(on: database).eachAnchor { _, anchor in
      if known.contains(anchor.source) { return }
      heads.append(StreamHead(source: anchor.source, revision: anchor.revision, chain: Hex.text(of: anchor.chain)))
    }
    return heads.sorted { $0.source < $1.source }
  }

  /// The documents that events brought, by digest.
  func documents() throws -> [ExactString: String] {
    var documents: [ExactString: String] = [:]
    let kept = try RawStatement("SELECT digest, body FROM kept_documents", on: database)
    while try kept.step() { documents[ExactString(kept.text(0))] = kept.text(1) }
    try each("SELECT position, line FROM lines") { _, event, _ in
      guard case .fetchSucceeded(let fetch) = event.data, let digest = fetch.digest, let body = fetch.document
      else { return }
      documents[digest] = body
    }
    return documents
  }

  /// Reads the events of a query for `position, line, …`.
  private func each(_ sql: String, _ body: (RawStatement, borrowing EventLine, JSONText) -> Void) throws {
    var reader = LineReader()
    let rows = try RawStatement(sql, on: database)
    while try rows.step() {
      let bytes = rows.bytes(1)
      do throws(WireFault) {
        body(rows, try reader.read(bytes), JSONText(bytes: bytes))
      } catch {
        let line = Int(rows.integer(0))
        throw LogRefused(
          diagnostics: [error.diagnostic(file: path, line: line, bytes: bytes)], badLines: 1, lines: line)
      }
    }
  }
}

extension LedgerReader {
  /// A warning where another Herald made the derived tables. The reader then uses the lines, which takes longer.
  ///
  /// - Returns: nil where the tables can be used, and where rows are merely missing.
  /// - Throws: ``LedgerError``.
  public func staleness() throws -> Diagnostic? {
    guard try read("checking its tables", Ledger.isDerivedByAnother) else { return nil }
    return Diagnostic(
      LedgerCode.olderLedger, .warning, what: "The derived tables of `\(path)` were made by another Herald.",
      file: path,
      why: "they may be packed in another way, so the events are read from their lines, which takes longer",
      fix: "bring it up to date once: `herald export \(path) --table all --as sqlite`")
  }
}
