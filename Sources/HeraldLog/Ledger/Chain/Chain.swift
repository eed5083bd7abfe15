import Crypto

/// The hash chain over a stream's lines: each value covers all lines up to it, byte for byte.
enum Chain {
  /// The value before the first event.
  static let start = [UInt8](repeating: 0, count: 32)

  /// Advances a chain by a line: SHA-256 of `herald1`, the value before, the revision as 8 bytes big-endian, and the
  /// line's bytes.
  static func advance(_ chain: inout [UInt8], revision: Int, line: UnsafeRawBufferPointer) {
    var hash = SHA256()
    withUnsafeTemporaryAllocation(byteCount: 47, alignment: 8) { head in
      head.copyBytes(from: "herald1".utf8)
      UnsafeMutableRawBufferPointer(rebasing: head[7..<39]).copyBytes(from: chain)
      withUnsafeBytes(of: UInt64(revision).bigEndian) {
        UnsafeMutableRawBufferPointer(rebasing: head[39..<47]).copyBytes(from: $0)
      }
      hash.update(bufferPointer: UnsafeRawBufferPointer(head))
    }
    hash.update(bufferPointer: line)
    let digest = hash.finalize()
    chain.withUnsafeMutableBytes { chain in digest.withUnsafeBytes { chain.copyMemory(from: $0) } }
  }
}
