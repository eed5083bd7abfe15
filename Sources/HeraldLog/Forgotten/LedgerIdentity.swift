import Foundation
import GRDB
import Herald
import HeraldLines

/// A ledger's own name, and the secret with which it hashes the names of installations that it forgot.
struct LedgerIdentity {
  let uuid: String
  private let secret: [UInt8]

  /// The `source` of the journal's entries.
  var source: String { "\(LedgerNotice.sourcePrefix)\(uuid)" }

  private static let secretSize = 32

  /// Reads the identity; nil where the ledger has none yet.
  init?(of database: Database) throws {
    let select = try RawStatement("SELECT uuid, secret FROM identity LIMIT 1", on: database)
    guard try select.step() else { return nil }
    (uuid, secret) = (select.text(0), Array(select.bytes(1)))
  }

  /// The `source` of each identity that is stored; a ledger has one.
  static func sources(of database: Database) throws -> [String] {
    let select = try RawStatement("SELECT uuid FROM identity", on: database)
    var sources: [String] = []
    while try select.step() { sources.append("\(LedgerNotice.sourcePrefix)\(select.text(0))") }
    return sources
  }

  /// Makes an identity and stores it.
  init(makingIn database: Database) throws {
    uuid = UUID().uuidString.lowercased()
    secret = DrawnBytes.draw(Self.secretSize)
    let insert = try RawStatement("INSERT INTO identity VALUES (?, ?)", on: database)
    insert.bind(copying: uuid, at: 1)
    try secret.withBorrowedBytes {
      insert.bind(blob: $0, at: 2)
      try insert.run()
    }
  }

  /// The hash that stands for an installation's name: without the secret nobody can check a guess at the name.
  func hash(of source: ExactString) -> [UInt8] {
    SHA256Hasher.authenticationCode(of: Array(source.string.utf8), key: secret)
  }

  /// The UUID without its hyphens.
  var compactUUID: String { uuid.replacing("-", with: "") }

  /// A code over a text about the ledger, which nobody else can make. A name that is hashed never begins with the same
  /// word and a NUL.
  func code(of text: String) -> [UInt8] {
    SHA256Hasher.authenticationCode(of: Array("herald\u{0}\(text)".utf8), key: secret)
  }
}
