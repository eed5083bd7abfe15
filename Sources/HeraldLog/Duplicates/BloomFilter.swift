import CHints

/// Keys that may have been put in, in a memory of fixed size: it never forgets one, and takes few others for one.
///
/// Blocked (Putze, Sanders and Singler, "Cache-, Hash- and Space-Efficient Bloom Filters"): all bits of a key stand in
/// one line of the processor's cache, so that a question waits for memory once.
final class BloomFilter {
  private let words: UnsafeMutablePointer<UInt64>
  private let lines: Int
  private static let wordsInLine = 8

  /// - Parameter lines: of 64 bytes each.
  init(lines: Int) {
    self.lines = lines
    words = LargePages.allocate(lines * Self.wordsInLine, of: UInt64.self)
    words.initialize(repeating: 0, count: lines * Self.wordsInLine)
  }

  deinit { words.deallocate() }

  /// Has the place of a key fetched while other work is done.
  @inline(__always)
  func prepare(_ key: UInt32) { herald_prefetch(line(of: key)) }

  func insert(_ key: UInt32) {
    let line = line(of: key)
    Self.eachBit(of: key) { word, bit in
      line[word] |= bit
      return true
    }
  }

  /// False where the key was never put in.
  @inline(__always)
  func mayHold(_ key: UInt32) -> Bool {
    let line = line(of: key)
    return Self.eachBit(of: key) { word, bit in line[word] & bit != 0 }
  }

  /// A key's upper bits choose its line: keys put in by their order walk through memory.
  @inline(__always)
  private func line(of key: UInt32) -> UnsafeMutablePointer<UInt64> {
    words + Int((UInt64(key) &* UInt64(lines)) >> 32) * Self.wordsInLine
  }

  /// Six of a line's 512 bits, until one is refused.
  @inline(__always)
  @discardableResult
  private static func eachBit(of key: UInt32, _ take: (_ word: Int, _ bit: UInt64) -> Bool) -> Bool {
    let (high, low) = (UInt64(key) &+ 1).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    var bits = (high ^ low) &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<6 {
      guard take(Int(bits >> 61), 1 << ((bits >> 55) & 63)) else { return false }
      bits <<= 9
    }
    return true
  }
}
