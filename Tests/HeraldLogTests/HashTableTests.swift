import Testing

@testable import HeraldLines
@testable import HeraldLog

@Suite("An open-addressed table")
struct HashTableTests {
  @Test("Every value of an open-addressed table is found by its hash, and after it grew", arguments: [0, 1, 7])
  func valuesAreFound(doublings: Int) {
    var table = HashTable(capacity: 64)
    var values: [UInt32: UInt64] = [:]
    for value in UInt32(0)..<48 {
      // Every third hash is that of an earlier value.
      let hash = UInt64(value / 3) &* 0x9E37_79B9_7F4A_7C15
      values[value] = hash
      table.insert(value, key: HashTable.key(hash))
    }
    for _ in 0..<doublings { table.grow() }
    #expect(table.capacity == 64 << doublings)
    #expect(table.count == 48)
    for (value, hash) in values { #expect(table.first(hash) { found, _ in found == value } == value) }
    #expect(table.first(0x1234_5678 << 32) { _, _ in true } == nil)
  }

  @Test("A table that grows names the old and the new slot of each value once")
  func growingNamesSlots() {
    var table = HashTable(capacity: 8)
    for value in UInt32(0)..<6 { table.insert(value, key: .max - value) }
    let before = (0..<8).map { table[$0]?.value }
    var moved: [Int: Int] = [:]
    table.grow { moved[$0] = $1 }
    #expect(moved.count == 6)
    for (old, new) in moved { #expect(before[old] == table[new]?.value) }
  }

  @Test("A table is empty after everything was removed")
  func tableIsEmptied() {
    var table = HashTable(capacity: 8)
    for value in UInt32(0)..<8 { table.insert(value, key: value + 1) }
    table.removeAll()
    #expect(table.count == 0)
    for slot in 0..<8 { #expect(table[slot] == nil) }
  }
}
