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

  private let limits: Limits
  /// The offsets' lower bits, by the hash of the event.
  private var offsets: HashTable
  /// The offsets' upper bits by slot, from the first event on that lies beyond 4 GiB. Logs end at 1 TiB.
  private var highOffsets: [UInt8] = []
  /// The entries of tables that were full; nil before the first.
  private var spilled: SpilledEvents?

  init(_ limits: Limits = Limits()) {
    self.limits = limits
    offsets = HashTable(capacity: min(1024, limits.slots))
  }

  /// The offset of the first line with this hash that `isSame` accepts; nil where none does.
  ///
  /// - Throws: ``LogFileError`` where the file cannot be read. Rethrows what `isSame` throws.
  package func first(_ hash: UInt64, where isSame: (Int) throws -> Bool) throws -> Int? {
    var found: Int?
    let known = try offsets.first(hash) { low, slot in
      let offset = offset(low, at: slot)
      guard try isSame(offset) else { return false }
      found = offset
      return true
    }
    if known != nil { return found }
    let key = HashTable.key(hash)
    guard let spilled, spilled.filter.mayContain(key) else { return nil }
    return try spilled.first(key, where: isSame)
  }

  /// Remembers a line.
  ///
  /// - Throws: ``LogFileError`` where the table is full and cannot be written to a file.
  package mutating func insert(_ hash: UInt64, offset: Int) throws {
    if (offsets.count + 1) * 4 > offsets.capacity * 3 { try growOrSpill() }
    if offset > Int(UInt32.max), highOffsets.isEmpty { highOffsets = Array(repeating: 0, count: offsets.capacity) }
    let slot = offsets.insert(UInt32(truncatingIfNeeded: offset), key: HashTable.key(hash))
    if !highOffsets.isEmpty { highOffsets[slot] = UInt8(truncatingIfNeeded: offset >> 32) }
  }

  private func offset(_ low: UInt32, at slot: Int) -> Int {
    Int(low) | (highOffsets.isEmpty ? 0 : Int(highOffsets[slot]) << 32)
  }

  private mutating func growOrSpill() throws {
    if offsets.capacity < limits.slots { grow() } else { try spill() }
  }

  private mutating func grow() {
    let high = highOffsets
    if !high.isEmpty { highOffsets = Array(repeating: 0, count: offsets.capacity * 2) }
    offsets.grow { old, new in
      if !high.isEmpty { highOffsets[new] = high[old] }
    }
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
    for slot in 0..<offsets.capacity {
      guard let (key, low) = offsets[slot] else {
        try spilled.append(neighbours.sorted())
        neighbours.removeAll(keepingCapacity: true)
        continue
      }
      let entry = SpilledEvents.Entry(key: key, offset: offset(low, at: slot))
      if offsets.home(key) > slot { wrapped.append(entry) } else { neighbours.append(entry) }
    }
    try spilled.append((neighbours + wrapped).sorted())
    try spilled.endRun()
    offsets.removeAll()
  }
}

/// A set of keys in memory of fixed size. It contains every key that was inserted, and reports a few others by mistake.
///
/// Blocked (Putze, Sanders and Singler, "Cache-, Hash- and Space-Efficient Bloom Filters"): all bits of a key are in
/// one cache line, so that a lookup waits for memory once.
final class BloomFilter {
  /// Cache lines of eight words.
  private let lines: FixedTable<SIMD8<UInt64>>

  /// - Parameter lines: the size in cache lines of 64 bytes.
  init(lines: Int) { self.lines = FixedTable(repeating: SIMD8(), count: lines) }

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
