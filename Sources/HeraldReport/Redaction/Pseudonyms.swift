import Crypto
import Herald

/// Names that stand for other names: the same for the same under one key, and of no use to whoever lacks the key.
///
/// A pseudonym is the first 128 bits of HMAC-SHA-256 (RFC 2104) over what kind of name it is, where the name is
/// unique, and the name. Without the key a guess at the name cannot be checked, however good it is.
public struct Pseudonyms: Sendable {
  /// What a name names. The same text gets another pseudonym as another kind.
  public enum Kind: String, Sendable, CaseIterable {
    case installation, user, event, prompt, rule, operation, path, address, entityTag = "etag"
    case version, word, type
  }

  private let key: SymmetricKey
  private var known: [Name: ExactString] = [:]

  private struct Name: Hashable {
    let kind: Kind
    let text: ExactString
  }

  /// The fewest bytes of a key.
  public static let shortestKey = 16
  private static let keptAtMost = 20_000

  /// - Parameter key: secret bytes, at least ``shortestKey`` of them; nil where there are fewer.
  public init?(key: [UInt8]) {
    guard key.count >= Self.shortestKey else { return nil }
    self.key = SymmetricKey(data: key)
  }

  /// The pseudonym of a name that is met again and again.
  mutating func pseudonym(of text: ExactString, as kind: Kind) -> ExactString {
    let name = Name(kind: kind, text: text)
    if let pseudonym = known[name] { return pseudonym }
    if known.count >= Self.keptAtMost { known.removeAll(keepingCapacity: true) }
    let pseudonym = pseudonym(of: text, as: kind, in: "")
    known[name] = pseudonym
    return pseudonym
  }

  /// The pseudonym of a name that is unique within an installation only, and says nothing beyond it.
  func pseudonym(of text: ExactString, as kind: Kind, in source: ExactString) -> ExactString {
    var code = HMAC<SHA256>(key: key)
    // Each part with its length in front, so that no two triples are the same bytes.
    for part in [kind.rawValue, source.string, text.string] {
      let bytes = Array(part.utf8)
      code.update(data: (0..<8).map { UInt8(truncatingIfNeeded: UInt64(bytes.count) >> (56 - 8 * $0)) })
      code.update(data: bytes)
    }
    let digits = Hex.text(of: code.finalize().prefix(16))
    return ExactString(kind == .installation ? "/installations/p-\(digits)" : "\(kind.rawValue)-\(digits)")
  }
}
