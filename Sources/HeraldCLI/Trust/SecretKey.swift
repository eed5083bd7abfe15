import Herald
import HeraldLog

/// A publisher's secret key, in the file form of minisign without a password (`minisign -G -W`).
struct SecretKey {
  /// The key's name in signatures: 8 bytes.
  let id: [UInt8]
  /// The 32 bytes that the key is made of.
  let seed: [UInt8]
  let publicKey: PublicKey

  private static let plain: [UInt8] = [0, 0]
  private static let checksumKind = Array("B2".utf8)
  private static let saltCount = 48
  private static let checksumCount = 32
  private static let keyStart = 6 + saltCount
  private static let count = keyStart + PublicKey.idCount + 64 + checksumCount

  /// Makes a new key of the system's random numbers.
  static func random() -> SecretKey? {
    SecretKey(id: DrawnBytes.draw(PublicKey.idCount), seed: DrawnBytes.draw(Ed25519.keyCount))
  }

  init?(id: [UInt8], seed: [UInt8]) {
    guard let bytes = Ed25519.publicKey(ofSeed: seed) else { return nil }
    self.id = id
    self.seed = seed
    publicKey = PublicKey(id: id, bytes: bytes)
  }

  /// The result of reading a text as a secret key.
  enum Reading {
    case key(SecretKey)
    /// The key is under a password.
    case encrypted
    case none
  }

  /// Reads a key file's text.
  static func read(_ text: String) -> Reading {
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.count >= 2, lines[0].hasPrefix("untrusted comment:"), let bytes = Base64.bytes(of: lines[1].utf8),
      bytes.count == count, bytes.starts(with: PublicKey.algorithm), Array(bytes[4..<6]) == checksumKind
    else { return .none }
    guard Array(bytes[2..<4]) == plain else { return .encrypted }
    let (id, secret) = (Array(bytes[keyStart..<keyStart + 8]), Array(bytes[keyStart + 8..<keyStart + 72]))
    // minisign writes no checksum into a key without a password. The public half shows whether a key is damaged.
    guard let key = SecretKey(id: id, seed: Array(secret.prefix(32))), key.publicKey.bytes == Array(secret.suffix(32))
    else { return .none }
    return .key(key)
  }

  /// The file's text.
  var text: String {
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    let head = PublicKey.algorithm + Self.plain + Self.checksumKind + zeros(Self.saltCount)
    let bytes = head + id + seed + publicKey.bytes + zeros(Self.checksumCount)
    return "untrusted comment: minisign secret key \(name)\n\(Base64.text(of: bytes))\n"
  }

  /// The text of the file with the public key.
  var publicText: String { "untrusted comment: minisign public key \(name)\n\(publicKey.text)\n" }

  /// The id as minisign prints it: one number in hexadecimal digits, the last byte first.
  private var name: String { Hex.text(of: id.reversed()).uppercased() }

  /// Signs a document and what is promised with it; nil where the system's library fails.
  func signature(of document: String, promising comment: ExactString) -> DetachedSignature? {
    guard let first = Ed25519.signature(of: Array(document.utf8), seed: seed),
      let second = Ed25519.signature(of: DetachedSignature.signedComment(first, comment), seed: seed)
    else { return nil }
    return DetachedSignature(keyID: id, signature: first, comment: comment, commentSignature: second)
  }
}
