import Herald

/// The hash chain over a stream's lines: each value covers all lines up to it, byte for byte.
enum Chain {
  /// The value before the first event.
  static let start = [UInt8](repeating: 0, count: 32)

  /// Advances a chain by a line: SHA-256 of `herald1`, the value before, the revision as 8 bytes big-endian, and the
  /// line's bytes.
  static func advance(_ chain: inout [UInt8], revision: Int, line: BorrowedBytes) {
    var hash = SHA256Hasher()
    hash.update(BorrowedBytes("herald1"))
    chain.withBorrowedBytes { hash.update($0) }
    var revision = UInt64(revision).bigEndian
    BorrowedBytes.of(&revision) { hash.update($0) }
    hash.update(line)
    hash.finish(into: &chain)
  }
}
