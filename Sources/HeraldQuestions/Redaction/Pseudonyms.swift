import Herald
import HeraldLog

/// Replaces names by pseudonyms. With one key a name always has the same pseudonym.
///
/// A pseudonym is the first 128 bits of HMAC-SHA-256 (RFC 2104) over the name's kind, its scope and the name. Without
/// the key nobody can check a guess at the name.
///
/// ```swift
/// guard let pseudonyms = Pseudonyms(key: secretBytes) else { return }  // fewer than 16 bytes
/// let question = RedactionQuestion(Redaction(pseudonyms: pseudonyms))
/// ```
public struct Pseudonyms: Sendable {
  private let key: [UInt8]
  /// True if nobody has the key.
  let isDrawn: Bool
  private var known: [Name: ExactString] = [:]

  private struct Name: Hashable {
    let kind: NameKind
    let text: ExactString
  }

  /// The minimum length of a key in bytes, 16.
  public static let shortestKey = 16
  private static let keptAtMost = 20_000

  /// Makes pseudonyms with a key that is drawn for them and forgotten.
  public init() {
    key = DrawnBytes.draw(32)
    isDrawn = true
  }

  /// Makes pseudonyms with a key; nil for a key that is too short.
  ///
  /// - Parameter key: secret bytes, at least ``shortestKey``.
  public init?(key: [UInt8]) {
    guard key.count >= Self.shortestKey else { return nil }
    self.key = key
    isDrawn = false
  }

  /// The pseudonym of a name that is unique in the log, cached because it comes often.
  mutating func pseudonym(of text: ExactString, as kind: NameKind) -> ExactString {
    let name = Name(kind: kind, text: text)
    if let pseudonym = known[name] { return pseudonym }
    if known.count >= Self.keptAtMost { known.removeAll(keepingCapacity: true) }
    let pseudonym = pseudonym(of: text, as: kind, in: "")
    known[name] = pseudonym
    return pseudonym
  }

  /// The pseudonym of a name that is unique within an installation only.
  func pseudonym(of text: ExactString, as kind: NameKind, in source: ExactString) -> ExactString {
    var message: [UInt8] = []
    // Each part follows its length in 8 bytes, so that different triples are different bytes.
    for part in [kind.rawValue, source.string, text.string] {
      let bytes = Array(part.utf8)
      message += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(bytes.count) >> (56 - 8 * $0)) } + bytes
    }
    let digits = Hex.text(of: SHA256Hasher.authenticationCode(of: message, key: key).prefix(16))
    return ExactString(kind == .installation ? "/installations/p-\(digits)" : "\(kind.rawValue)-\(digits)")
  }
}
