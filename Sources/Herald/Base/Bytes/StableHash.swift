/// A hash that is the same in every process and on every machine, for tables in files.
///
/// Not for security. Equal hashes do not prove equal bytes, so callers compare the bytes too.
package enum StableHash {
  package static func of(_ bytes: BorrowedBytes, seed: UInt64 = 0x9E37_79B9_7F4A_7C15) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count) &* 0xA076_1D64_78BD_642F
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mix(hash ^ UInt64(littleEndian: bytes.word(at: offset)))
      offset += 8
    }
    return mix(mix(hash ^ tail(of: bytes, from: offset)))
  }

  /// The bytes after the last whole word, the last of them in the lowest byte.
  private static func tail(of bytes: BorrowedBytes, from start: Int) -> UInt64 {
    if bytes.count >= 8 {
      // The last eight bytes, without the bytes that were read before.
      let word = UInt64(bigEndian: bytes.word(at: bytes.count - 8))
      return word & (1 << UInt64((bytes.count - start) * 8) - 1)
    }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// One folded 64 × 64-bit multiplication.
  private static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return high ^ low ^ value
  }
}
