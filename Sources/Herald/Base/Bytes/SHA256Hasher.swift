#if canImport(CryptoKit)
  import CryptoKit
#else
  import CLibcrypto
#endif

/// Hashes bytes with SHA-256 (FIPS 180-4).
///
/// The system's library computes it: CryptoKit on Apple's systems, OpenSSL's libcrypto elsewhere. Both use the
/// processor's instructions for SHA-256, and neither has to be compiled with Herald.
package struct SHA256Hasher {
  /// Number of bytes of a hash.
  package static let count = 32

  #if canImport(CryptoKit)
    private var state = SHA256()
  #else
    private var state = SHA256_CTX()
  #endif

  package init() {
    #if !canImport(CryptoKit)
      SHA256_Init(&state)
    #endif
  }

  package mutating func update(_ bytes: BorrowedBytes) {
    #if canImport(CryptoKit)
      state.update(bufferPointer: bytes.unsafeBytes)
    #else
      SHA256_Update(&state, bytes.unsafeBytes.baseAddress, bytes.count)
    #endif
  }

  /// Copies the hash over the first 32 bytes of an array. A shorter one, such as a damaged ledger may have, is replaced. The
  /// hasher is used up.
  package mutating func finish(into hash: inout [UInt8]) {
    if hash.count < Self.count { hash = [UInt8](repeating: 0, count: Self.count) }
    #if canImport(CryptoKit)
      state.finalize().withUnsafeBytes { BorrowedBytes($0).copy(into: &hash) }
    #else
      SHA256_Final(&hash, &state)
    #endif
  }

  /// The hash as 32 bytes. The hasher is used up.
  package mutating func finish() -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Self.count)
    finish(into: &hash)
    return hash
  }

  /// The first four bytes of the hash as a number, the highest first. The hasher is used up.
  ///
  /// Without an array, because a decision calls it. Bench row 7e.
  package mutating func finishWord() -> UInt32 {
    #if canImport(CryptoKit)
      return state.finalize().prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    #else
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.count) { hash in
        hash.initialize(repeating: 0)
        SHA256_Final(hash.baseAddress, &state)
        return hash.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
      }
    #endif
  }

  /// The authentication code of a message under a key: HMAC-SHA-256 (RFC 2104), 32 bytes.
  package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    #else
      var code = [UInt8](repeating: 0, count: count)
      HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, nil)
      return code
    #endif
  }
}
