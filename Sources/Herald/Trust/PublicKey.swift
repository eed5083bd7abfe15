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

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CLibcrypto
#endif

/// Signatures of Ed25519 (RFC 8032), computed by the system's library: CryptoKit or OpenSSL's libcrypto.
package enum Ed25519 {
  /// Number of bytes of a public key, and of the seed of a secret key.
  package static let keyCount = 32
  /// Number of bytes of a signature.
  package static let signatureCount = 64

  /// True if the holder of a key signed a message with this signature; false for a key or signature of another length.
  package static func verifies(_ signature: [UInt8], of message: BorrowedBytes, by key: [UInt8]) -> Bool {
    guard key.count == keyCount, signature.count == signatureCount else { return false }
    #if canImport(CryptoKit)
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else { return false }
      return key.isValidSignature(signature, for: Array(message))
    #else
      guard let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, key, key.count) else { return false }
      defer { EVP_PKEY_free(key) }
      guard let context = EVP_MD_CTX_new() else { return false }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return false }
      // OpenSSL refuses an empty message without an address.
      let empty: [UInt8] = [0]
      guard let start = message.buffer.baseAddress else {
        return EVP_DigestVerify(context, signature, signature.count, empty, 0) == 1
      }
      return EVP_DigestVerify(context, signature, signature.count, start, message.count) == 1
    #endif
  }

  /// The signature of a message; nil for a seed of another length.
  package static func signature(of message: [UInt8], seed: [UInt8]) -> [UInt8]? {
    guard seed.count == keyCount else { return nil }
    #if canImport(CryptoKit)
      return (try? Curve25519.Signing.PrivateKey(rawRepresentation: seed).signature(for: message)).map { Array($0) }
    #else
      guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else { return nil }
      defer { EVP_PKEY_free(key) }
      guard let context = EVP_MD_CTX_new() else { return nil }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1 else { return nil }
      var signature = [UInt8](repeating: 0, count: signatureCount)
      var count = signature.count
      return EVP_DigestSign(context, &signature, &count, message, message.count) == 1 ? signature : nil
    #endif
  }

  /// The public key of a secret key; nil for a seed of another length.
  package static func publicKey(ofSeed seed: [UInt8]) -> [UInt8]? {
    guard seed.count == keyCount else { return nil }
    #if canImport(CryptoKit)
      return (try? Curve25519.Signing.PrivateKey(rawRepresentation: seed)).map { Array($0.publicKey.rawRepresentation) }
    #else
      guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else { return nil }
      defer { EVP_PKEY_free(key) }
      var bytes = [UInt8](repeating: 0, count: keyCount)
      var count = bytes.count
      return EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 ? bytes : nil
    #endif
  }
}
