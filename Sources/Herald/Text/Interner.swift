/// Stores each text of a vocabulary once. Texts are found by their bytes, without making a string first.
package struct Interner: Sendable {
  /// Empty until the first text is stored.
  private var slots: [Int32] = []
  private var hashes: [UInt64] = []
  private var texts: [ExactString] = []
  /// The most texts that are stored, because an endless vocabulary would fill the memory.
  private let limit: Int

  package init(limit: Int = 100_000) { self.limit = limit }

  package mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactString {
    // A string of up to 15 bytes has no storage to share on 64-bit machines.
    if bytes.count <= 15 { return ExactString(String(decoding: bytes, as: UTF8.self)) }
    let hash = CacheHash.of(UnsafeRawBufferPointer(bytes))
    if slots.isEmpty { slots = Array(repeating: -1, count: 1024) }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if hashes[index] == hash, texts[index].isEqual(to: bytes) { return texts[index] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let text = ExactString(String(decoding: bytes, as: UTF8.self))
    guard texts.count < limit else { return text }
    slots[slot] = Int32(texts.count)
    texts.append(text)
    hashes.append(hash)
    if texts.count * 2 > slots.count { grow() }
    return text
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }
}
