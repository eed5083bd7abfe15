import Foundation
import GRDB
import Herald
import Testing

@testable import HeraldLog

@Suite("Documents of a ledger")
struct StoredDocumentsTests: ForgettingFleet {
  @Test("A damaged index of documents is an error, and not a decision without the policy")
  func damagedIndexIsAnError() throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    let (page, size) = try DatabaseQueue(path: scratch.ledger).read { database in
      (
        try Int.fetchOne(
          database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_bodies_1'") ?? 0,
        try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
      )
    }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: scratch.ledger))
    // The number of a page's entries, in two bytes: none.
    try file.seek(toOffset: UInt64((page - 1) * size + 3))
    try file.write(contentsOf: Data([0, 0]))
    try file.close()

    let error = #expect(throws: LedgerError.self) { try scratch.outcome() }
    #expect(error?.diagnostic.why.contains("the index of `bodies` lacks the document") == true)
  }

  @Test("A document that no event brought is none, whatever others there are")
  func unknownDocumentIsNone() throws {
    let scratch = try Scratch()
    try filled(scratch).close()
    #expect(try scratch.reader().document("sha256:00") == nil)
  }
}
