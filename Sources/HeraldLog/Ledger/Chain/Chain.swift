import Crypto
import Herald

/// The hash chain over a stream's lines: each value covers all lines up to it, byte for byte.
enum Chain {
  /// The value before the first event.
  static let start = [UInt8](repeating: 0, count: 32)

  /// Advances a chain by a line: SHA-256 of `herald1`, the value before, the revision as 8 bytes big-endian, and the
  /// line's bytes.
  static func advance(_ chain: inout [UInt8], revision: Int, line: BorrowedBytes) {
    var hash = SHA256()
    hash.update(bufferPointer: BorrowedBytes("herald1").unsafeBytes)
    chain.withBorrowedBytes { hash.update(bufferPointer: $0.unsafeBytes) }
    var revision = UInt64(revision).bigEndian
    BorrowedBytes.of(&revision) { hash.update(bufferPointer: $0.unsafeBytes) }
    hash.update(bufferPointer: line.unsafeBytes)
    hash.finalize().withUnsafeBytes { BorrowedBytes($0).copy(into: &chain) }
  }
}
