/// An open-addressed table with linear probing that finds the values that were inserted with a hash (Knuth, "The Art of
/// Computer Programming", volume 3, section 6.4).
///
/// A slot has 8 bytes: the upper 32 bits of the hash, and a value. Equal hashes prove nothing, so the caller compares
/// what the values stand for. The table never grows by itself, because its owner may keep more for each slot.
struct HashTable: ~Copyable {
  struct Slot {
    /// 0 for a free slot; a hash of 0 is kept as 1.
    var key: UInt32 = 0
    var value: UInt32 = 0
  }

  private var slots: FixedTable<Slot>
  /// The number of slots in use.
  package private(set) var count = 0

  /// - Parameter capacity: the number of slots.
  init(capacity: Int) { slots = FixedTable(repeating: Slot(), count: capacity) }

  package var capacity: Int { slots.count }

  package static func key(_ hash: UInt64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: hash >> 32)) }

  /// The slot at which the search for a key begins. Its upper bits choose it, so that a larger table needs no more of
  /// the hash.
  func home(_ key: UInt32) -> Int { Int((UInt64(key) &* UInt64(slots.count)) >> 32) }

  /// The key and value at a slot; nil where it is free.
  subscript(slot: Int) -> (key: UInt32, value: UInt32)? {
    slots[slot].key == 0 ? nil : (slots[slot].key, slots[slot].value)
  }

  /// The first value with a hash that `accepts` accepts; nil where it accepts none.
  ///
  /// - Parameter accepts: is passed the value and its slot.
  package func first(_ hash: UInt64, where accepts: (UInt32, Int) throws -> Bool) rethrows -> UInt32? {
    let key = Self.key(hash)
    var slot = home(key)
    while slots[slot].key != 0 {
      if slots[slot].key == key, try accepts(slots[slot].value, slot) { return slots[slot].value }
      slot = next(slot)
    }
    return nil
  }

  /// Inserts a value and returns its slot. At least one slot must be free.
  @discardableResult
  package mutating func insert(_ value: UInt32, key: UInt32) -> Int {
    precondition(count < slots.count)
    var slot = home(key)
    while slots[slot].key != 0 { slot = next(slot) }
    slots[slot] = Slot(key: key, value: value)
    count += 1
    return slot
  }

  private func next(_ slot: Int) -> Int { slot + 1 == slots.count ? 0 : slot + 1 }

  /// Doubles the number of slots.
  ///
  /// - Parameter moved: is passed the old and the new slot of each value.
  mutating func grow(_ moved: (Int, Int) -> Void = { _, _ in }) {
    var larger = HashTable(capacity: slots.count * 2)
    for slot in 0..<slots.count {
      if let (key, value) = self[slot] { moved(slot, larger.insert(value, key: key)) }
    }
    self = larger
  }

  package mutating func removeAll() {
    for slot in 0..<slots.count { slots[slot] = Slot() }
    count = 0
  }
}
