import Herald

/// A number for everything that shapes what a ledger derives from its events.
///
/// Packed data says neither how it was packed nor what its numbers stand for. A ledger therefore keeps the fingerprint
/// of the Herald that derived its tables. Another Herald rebuilds them when it writes, and until then reads the lines.
enum DerivedFingerprint {
  /// Neither 0, which marks tables with missing rows, nor 1, which earlier Heralds wrote for complete tables. Those
  /// Heralds take any other number for missing rows, so they too rebuild what this one packed.
  static let current = number(of: text)

  /// Raised when facts or runs are packed in another way. A test compares the packed bytes of all types of event with
  /// those of this version.
  static let packing = 1

  /// What the number is made of.
  static var text: String {
    let types = EventType.allCases.map { type in
      "\(type.code) \(type.rawValue): \(type.fieldNames.joined(separator: ", "))"
    }
    let words = [FetchTrigger.allCases.map(\.rawValue), PromptKind.allCases.map(\.rawValue)]
    return
      (["packing \(packing)"] + types + words.map { $0.joined(separator: ", ") }
      + [InstallationState().snapshot, LedgerSchema.derived]).joined(separator: "\n")
  }

  /// The first 60 bits of a text's digest: a positive number in SQLite.
  static func number(of text: String) -> Int64 {
    Digest.of(text).string.dropFirst("sha256:".count).prefix(15).reduce(0) { $0 << 4 | Int64($1.hexDigitValue ?? 0) }
  }
}
