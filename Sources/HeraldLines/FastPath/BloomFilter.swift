/// A set of keys in memory of fixed size. It contains every key that was inserted, and reports a few others by mistake.
///
/// Blocked (Putze, Sanders and Singler, "Cache-, Hash- and Space-Efficient Bloom Filters"): all bits of a key are in
/// one cache line, so that a lookup waits for memory once.
final class BloomFilter {
  /// Cache lines of eight words.
  private let lines: FixedTable<SIMD8<UInt64>>

  /// - Parameter lines: the size in cache lines of 64 bytes.
  init(lines: Int) { self.lines = FixedTable(repeating: SIMD8(), count: lines) }

  /// Prefetches the cache line of a key while other work is done.
  func prefetch(_ key: UInt32) { lines.prefetch(line(of: key)) }

  package func insert(_ key: UInt32) {
    let line = line(of: key)
    Self.eachBit(of: key) { word, bit in
      lines[line][word] |= bit
      return true
    }
  }

  /// Returns false where the key was never inserted.
  func mayContain(_ key: UInt32) -> Bool {
    let line = line(of: key)
    return Self.eachBit(of: key) { word, bit in lines[line][word] & bit != 0 }
  }

  /// A key's upper bits choose its line, so that keys inserted in order walk through memory in order.
  private func line(of key: UInt32) -> Int { Int((UInt64(key) &* UInt64(lines.count)) >> 32) }

  /// Visits the six bits of a key among the 512 of its line, until `body` returns false.
  @discardableResult
  private static func eachBit(of key: UInt32, _ body: (_ word: Int, _ bit: UInt64) -> Bool) -> Bool {
    let (high, low) = (UInt64(key) &+ 1).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    var bits = (high ^ low) &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<6 {
      guard body(Int(bits >> 61), 1 << ((bits >> 55) & 63)) else { return false }
      bits <<= 9
    }
    return true
  }
}
