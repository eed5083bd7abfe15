/// Finds repeated events of a log: maps the hash of an event to the line where it was first seen.
///
/// A slot of the table has 8 bytes: 32 bits of the hash, and the line's offset. Equal hashes prove nothing; the caller
/// reads the earlier line and compares. A full table is written to a file and emptied, so that memory stays below 110 MB
/// for any number of events: 34 MB for a table of 3.1 million, 4 more in a log over 4 GiB, and 67 for a filter that rules
/// out most keys that are not in the file.
///
/// From some 50 million events on, the filter rules out fewer keys, and the file is read more often: slower, never wrong.
struct SeenEvents: ~Copyable {
  /// Limits of what is kept in memory; tests lower them.
  struct Limits {
    /// Slots of the table, a power of two.
    var slots = 1 << 22
    /// The number of entries that are read at once from the file.
    var entriesInBlock = 512
    /// The size of the filter, in cache lines of 64 bytes.
    var filterLines = 1 << 20
    /// Creates the file that full tables are written to.
    var file: () throws -> TemporaryFile = { try TemporaryFile() }
  }

  struct Slot {
    /// 0 for a free slot; a hash of 0 is kept as 1.
    var hash: UInt32 = 0
    var offset: UInt32 = 0
  }

  private let limits: Limits
  private var slots: FixedTable<Slot>
  /// The offsets' upper bits, from the first event on that lies beyond 4 GiB. Logs end at 1 TiB.
  private var highOffsets: [UInt8] = []
  /// The number of slots in use.
  private var count = 0
  /// The entries of tables that were full; nil before the first.
  private var spilled: SpilledEvents?

  init(_ limits: Limits = Limits()) {
    self.init(places: min(1024, limits.slots), limits)
  }

  private init(places: Int, _ limits: Limits) {
    self.limits = limits
    slots = FixedTable(repeating: Slot(), count: places)
  }

  /// Prefetches the slot of a hash while other work is done: the table is larger than the processor's caches.
  @inline(__always)
  func prefetch(_ hash: UInt64) {
    let key = Self.key(hash)
    slots.prefetch(home(key))
    if let spilled { spilled.filter.prefetch(key) }
  }

  /// The offset of the first line with this hash that `isSame` accepts; nil where none does.
  ///
  /// - Throws: ``LogFileError`` where the file cannot be read. Rethrows what `isSame` throws.
  @inline(__always)
  func first(_ hash: UInt64, where isSame: (Int) throws -> Bool) throws -> Int? {
    let key = Self.key(hash)
    var slot = home(key)
    while slots[slot].hash != 0 {
      if slots[slot].hash == key {
        let offset = offset(at: slot)
        if try isSame(offset) { return offset }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard let spilled, spilled.filter.mayContain(key) else { return nil }
    return try spilled.first(key, where: isSame)
  }

  /// Remembers a line.
  ///
  /// - Throws: ``LogFileError`` where the table is full and cannot be written to a file.
  @inline(__always)
  mutating func insert(_ hash: UInt64, offset: Int) throws {
    if (count + 1) * 4 > slots.count * 3 { try growOrSpill() }
    if offset > Int(UInt32.max), highOffsets.isEmpty { highOffsets = Array(repeating: 0, count: slots.count) }
    place(
      Slot(hash: Self.key(hash), offset: UInt32(truncatingIfNeeded: offset)),
      high: UInt8(truncatingIfNeeded: offset >> 32))
    count += 1
  }

  private static func key(_ hash: UInt64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: hash >> 32)) }

  /// The upper bits choose the slot, so that the table can grow without the other half of the hash.
  @inline(__always)
  private func home(_ key: UInt32) -> Int { Int((UInt64(key) &* UInt64(slots.count)) >> 32) }

  @inline(__always)
  private func offset(at slot: Int) -> Int {
    Int(slots[slot].offset) | (highOffsets.isEmpty ? 0 : Int(highOffsets[slot]) << 32)
  }

  @inline(__always)
  private mutating func place(_ new: Slot, high: UInt8) {
    var slot = home(new.hash)
    while slots[slot].hash != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = new
    if !highOffsets.isEmpty { highOffsets[slot] = high }
  }

  private mutating func growOrSpill() throws {
    if slots.count < limits.slots { grow() } else { try spill() }
  }

  private mutating func grow() {
    var larger = SeenEvents(places: slots.count * 2, limits)
    if !highOffsets.isEmpty { larger.highOffsets = Array(repeating: 0, count: slots.count * 2) }
    for slot in 0..<slots.count where slots[slot].hash != 0 {
      larger.place(slots[slot], high: highOffsets.isEmpty ? 0 : highOffsets[slot])
    }
    larger.count = count
    larger.spilled = spilled
    self = larger
  }

  /// Writes the table to the file and empties it.
  private mutating func spill() throws {
    let spilled =
      try spilled
      ?? SpilledEvents(try limits.file(), entriesInBlock: limits.entriesInBlock, filterLines: limits.filterLines)
    self.spilled = spilled
    // The keys between two free slots have their home slots there, so only each such group has to be sorted. Keys that
    // found no free slot before the table's end wrapped around to its beginning.
    var (neighbours, wrapped): ([SpilledEvents.Entry], [SpilledEvents.Entry]) = ([], [])
    for slot in 0..<slots.count {
      guard slots[slot].hash != 0 else {
        try spilled.append(neighbours.sorted())
        neighbours.removeAll(keepingCapacity: true)
        continue
      }
      let entry = SpilledEvents.Entry(key: slots[slot].hash, offset: offset(at: slot))
      if home(entry.key) > slot { wrapped.append(entry) } else { neighbours.append(entry) }
    }
    try spilled.append((neighbours + wrapped).sorted())
    try spilled.endRun()
    for slot in 0..<slots.count { slots[slot] = Slot() }
    count = 0
  }
}
