package import Herald

/// The hash chain over a stream's lines: each value covers all lines up to it.
///
/// It covers a line through the line's digest, so that the digest can stand for a line that was forgotten.
package enum Chain {
  /// The value before the first event.
  package static let start = [UInt8](repeating: 0, count: SHA256Hasher.count)

  /// The SHA-256 of a line, its newline left out.
  static func digest(of line: BorrowedBytes) -> [UInt8] {
    var digest = start
    write(digestOf: line, into: &digest)
    return digest
  }

  /// Writes the SHA-256 of a line into an array that the caller uses again.
  static func write(digestOf line: BorrowedBytes, into digest: inout [UInt8]) {
    var hash = SHA256Hasher()
    hash.update(line)
    hash.finish(into: &digest)
  }

  /// Advances a chain by a line.
  package static func advance(_ chain: inout [UInt8], revision: Int, line: BorrowedBytes) {
    advance(&chain, revision: revision, digest: digest(of: line))
  }

  /// Advances a chain by the digest of a line: SHA-256 of `herald2`, the value before, the revision as 8 bytes
  /// big-endian, and the digest.
  static func advance(_ chain: inout [UInt8], revision: Int, digest: [UInt8]) {
    var hash = SHA256Hasher()
    hash.update(BorrowedBytes("herald2"))
    chain.withBorrowedBytes { hash.update($0) }
    // Signed, because a damaged ledger may have a revision below 0.
    var revision = Int64(revision).bigEndian
    BorrowedBytes.of(&revision) { hash.update($0) }
    digest.withBorrowedBytes { hash.update($0) }
    hash.finish(into: &chain)
  }
}

/// The chain of ledgers up to schema version 2. It covered the bytes of each line directly, so that no line could be
/// forgotten. Such ledgers are verified with it once, and heads that were noted from them can still be compared.
enum ChainV1 {
  /// Advances a chain by a line: SHA-256 of `herald1`, the value before, the revision as 8 bytes big-endian, and the
  /// line's bytes.
  static func advance(_ chain: inout [UInt8], revision: Int, line: BorrowedBytes) {
    var hash = SHA256Hasher()
    hash.update(BorrowedBytes("herald1"))
    chain.withBorrowedBytes { hash.update($0) }
    // Signed, because a damaged ledger may have a revision below 0.
    var revision = Int64(revision).bigEndian
    BorrowedBytes.of(&revision) { hash.update($0) }
    hash.update(line)
    hash.finish(into: &chain)
  }
}
