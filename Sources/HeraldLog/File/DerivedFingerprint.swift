import Herald
import HeraldLines

/// A number that changes with everything that shapes a ledger's derived tables.
///
/// Packed data contains neither its format nor the meaning of its numbers. So a ledger stores the fingerprint of the
/// Herald that derived its tables. Another Herald rebuilds them when it writes, and until then reads the lines.
enum DerivedFingerprint {
  /// The fingerprint of this Herald. It is neither 0, which marks tables with missing rows, nor 1, which earlier
  /// Heralds wrote for complete tables. Those Heralds read any other number as missing rows, so they too rebuild the
  /// tables.
  static let current = number(of: text)

  /// The version of the packed format of facts and runs. A test compares the packed bytes of all types of event with
  /// the bytes of this version.
  static let packing = 4

  /// The text that is hashed.
  static var text: String {
    let types = EventType.allCases.map { type in
      "\(type.code) \(type.rawValue): \(type.fieldNames.joined(separator: ", "))"
    }
    let versions = ["packing \(packing)", "event hash \(EventHash.version)"]
    return (versions + types + wordLists + [InstallationState().snapshot, LedgerSchema.derived])
      .joined(separator: "\n")
  }

  /// The words of each closed list that a type of event has, once: packed data has their places in the list.
  private static var wordLists: [String] {
    let lists = EventType.allCases.flatMap(\.fields).filter { !$0.words.isEmpty }
    return lists.map { $0.words.joined(separator: ", ") }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The first 60 bits of a text's digest: a positive number in SQLite.
  static func number(of text: String) -> Int64 {
    Digest.of(text).string.dropFirst("sha256:".count).prefix(15).reduce(0) { $0 << 4 | Int64($1.hexDigitValue ?? 0) }
  }
}
