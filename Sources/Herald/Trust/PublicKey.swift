/// A publisher's public key of Ed25519, in the form of minisign: `Ed`, 8 bytes of id and 32 bytes of key, in base64.
///
/// ```swift
/// guard let key = PublicKey("RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3") else { return }
/// print(key.shortText)
/// ```
public struct PublicKey: Hashable, Sendable {
  /// The key's name in signatures: 8 bytes, chosen at random when it was made.
  package let id: [UInt8]
  /// The key: 32 bytes.
  package let bytes: [UInt8]

  package static let algorithm = Array("Ed".utf8)
  package static let idCount = 8

  package init(id: [UInt8], bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }

  /// Reads a key of 56 characters of base64; nil for any other text.
  public init?(_ text: String) {
    guard let all = Base64.bytes(of: text.utf8), all.starts(with: Self.algorithm),
      all.count == Self.algorithm.count + Self.idCount + Ed25519.keyCount
    else { return nil }
    self.init(id: Array(all[2..<10]), bytes: Array(all[10...]))
  }

  /// The key as ``init(_:)`` reads it.
  public var text: String { Base64.text(of: Self.algorithm + id + bytes) }

  /// The beginning of the text, which is enough to distinguish keys: `RWQf6LRC…`.
  public var shortText: String { "\(text.prefix(8))…" }
}
