/// Where each event of a log was first seen, so that one that comes again is recognised.
///
/// A table of 8 bytes a slot: 32 bits of a hash and the line's offset. Equal hashes prove nothing; whoever finds one
/// reads the line again and compares.
struct SeenEvents: ~Copyable {
  struct Slot {
    /// 0 for a free slot; a hash of 0 is kept as 1.
    var hash: UInt32 = 0
    var offset: UInt32 = 0
  }

  private var slots: InPlaceList<Slot>
  /// The offsets' upper bits, from the first event on that lies beyond 4 GiB.
  private var highOffsets: [UInt8] = []
  private(set) var count = 0

  init() { self.init(places: 1024, isFar: false) }

  private init(places: Int, isFar: Bool) {
    slots = InPlaceList(repeating: Slot(), count: places)
    if isFar { highOffsets = Array(repeating: 0, count: places) }
  }

  /// Has the place of a hash fetched while other work is done: the table is larger than the processor's caches.
  @inline(__always)
  func prepare(_ hash: UInt64) {
    slots.prefetch(home(Self.key(hash)))
  }

  /// The first line with this hash that `isSame` accepts.
  @inline(__always)
  func first(_ hash: UInt64, where isSame: (Int) throws -> Bool) rethrows -> Int? {
    let key = Self.key(hash)
    var slot = home(key)
    while slots[slot].hash != 0 {
      if slots[slot].hash == key {
        let offset = Int(slots[slot].offset) | (highOffsets.isEmpty ? 0 : Int(highOffsets[slot]) << 32)
        if try isSame(offset) { return offset }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Remembers a line.
  @inline(__always)
  mutating func insert(_ hash: UInt64, offset: Int) {
    if (count + 1) * 4 > slots.count * 3 { grow() }
    if offset > Int(UInt32.max), highOffsets.isEmpty { highOffsets = Array(repeating: 0, count: slots.count) }
    place(
      Slot(hash: Self.key(hash), offset: UInt32(truncatingIfNeeded: offset)),
      high: UInt8(truncatingIfNeeded: offset >> 32))
    count += 1
  }

  private static func key(_ hash: UInt64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: hash >> 32)) }

  /// The upper bits choose the place, so that the table can grow without the hash's other half.
  @inline(__always)
  private func home(_ key: UInt32) -> Int { Int((UInt64(key) &* UInt64(slots.count)) >> 32) }

  @inline(__always)
  private mutating func place(_ new: Slot, high: UInt8) {
    var slot = home(new.hash)
    while slots[slot].hash != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = new
    if !highOffsets.isEmpty { highOffsets[slot] = high }
  }

  private mutating func grow() {
    var larger = SeenEvents(places: slots.count * 2, isFar: !highOffsets.isEmpty)
    for index in 0..<slots.count where slots[index].hash != 0 {
      larger.place(slots[index], high: highOffsets.isEmpty ? 0 : highOffsets[index])
    }
    larger.count = count
    self = larger
  }
}
