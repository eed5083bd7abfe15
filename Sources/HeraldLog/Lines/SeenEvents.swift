/// Where each event of a log was first seen, so that one that comes again is recognised.
///
/// A table of 9 bytes a slot: 32 bits of a hash and the line's offset. Equal hashes prove nothing; whoever finds one
/// reads the line again and compares.
struct SeenEvents {
  private var hashes: [UInt32]
  private var offsets: [UInt32]
  private var highOffsets: [UInt8]
  private(set) var count = 0

  init() {
    (hashes, offsets, highOffsets) = Self.empty(1024)
  }

  private static func empty(_ size: Int) -> ([UInt32], [UInt32], [UInt8]) {
    // 0 in `hashes` means free; a hash of 0 is kept as 1.
    (Array(repeating: 0, count: size), Array(repeating: 0, count: size), Array(repeating: 0, count: size))
  }

  /// The offsets of lines that may have the same source and id, and the place for this one.
  @inline(__always)
  mutating func candidates(_ hash: UInt64, isSame: (Int) throws -> Bool) rethrows -> Int? {
    let key = Self.key(hash)
    var slot = home(key)
    while hashes[slot] != 0 {
      if hashes[slot] == key {
        let offset = Int(highOffsets[slot]) << 32 | Int(offsets[slot])
        if try isSame(offset) { return offset }
      }
      slot = (slot + 1) & (hashes.count - 1)
    }
    return nil
  }

  /// Remembers a line; its hash must not lead to it yet.
  @inline(__always)
  mutating func insert(_ hash: UInt64, offset: Int) {
    if (count + 1) * 4 > hashes.count * 3 { grow() }
    place(Self.key(hash), UInt32(truncatingIfNeeded: offset), UInt8(truncatingIfNeeded: offset >> 32))
    count += 1
  }

  private static func key(_ hash: UInt64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: hash >> 32)) }

  private func home(_ key: UInt32) -> Int {
    // The upper bits choose the place, so that the table can grow without the hash's other half.
    Int((UInt64(key) &* UInt64(hashes.count)) >> 32)
  }

  private mutating func place(_ key: UInt32, _ offset: UInt32, _ high: UInt8) {
    var slot = home(key)
    while hashes[slot] != 0 { slot = (slot + 1) & (hashes.count - 1) }
    hashes[slot] = key
    offsets[slot] = offset
    highOffsets[slot] = high
  }

  private mutating func grow() {
    let old = (hashes, offsets, highOffsets)
    (hashes, offsets, highOffsets) = Self.empty(hashes.count * 2)
    for slot in old.0.indices where old.0[slot] != 0 { place(old.0[slot], old.1[slot], old.2[slot]) }
  }
}
