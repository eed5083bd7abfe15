/// Keys of events and the offsets of their lines in a temporary file, with an index of its blocks in memory.
///
/// The entries form runs, each sorted by key. A filter rules out most keys that were never written; for any other key,
/// one block of each run is read.
final class SpilledEvents {
  package struct Entry: Hashable, Comparable {
    let key: UInt32
    let offset: Int

    static func < (left: Entry, right: Entry) -> Bool { (left.key, left.offset) < (right.key, right.offset) }
  }

  private struct Run {
    let start: Int64
    var count = 0
    /// The first key of each block.
    var firstKeys: [UInt32] = []
  }

  package let filter: BloomFilter
  private let file: TemporaryFile
  private let entriesInBlock: Int
  private var runs: [Run] = []
  /// The run that is written now, and its bytes that are not in the file yet.
  private var open: (run: Run, bytes: [UInt8])?
  private var block: ByteBuffer

  /// Key and offset, in the processor's byte order.
  private static let entrySize = 12

  init(_ file: TemporaryFile, entriesInBlock: Int, filterLines: Int) {
    self.file = file
    self.entriesInBlock = entriesInBlock
    filter = BloomFilter(lines: filterLines)
    block = ByteBuffer(capacity: entriesInBlock * Self.entrySize)
  }

  /// Appends to the open run; keys ascend.
  package func append(_ entries: some Sequence<Entry>) throws {
    var (run, bytes) = open.take() ?? (Run(start: file.end), [])
    for entry in entries {
      filter.insert(entry.key)
      if run.count % entriesInBlock == 0 { run.firstKeys.append(entry.key) }
      run.count += 1
      bytes.append(raw: entry.key)
      bytes.append(raw: Int64(entry.offset))
    }
    if bytes.count > 1 << 16 { try write(&bytes) }
    open = (run, bytes)
  }

  /// Ends the open run; the next entries begin another.
  package func endRun() throws {
    guard case (let run, var bytes)? = open.take() else { return }
    try write(&bytes)
    runs.append(run)
  }

  private func write(_ bytes: inout [UInt8]) throws {
    try bytes.withBorrowedBytes { _ = try file.append($0) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// The first offset with a key that `isSame` accepts; nil without one.
  ///
  /// - Throws: ``LogFileError`` where the file cannot be read. Rethrows what `isSame` throws.
  package func first(_ key: UInt32, where isSame: (Int) throws -> Bool) throws -> Int? {
    for run in runs {
      if let found = try first(key, in: run, where: isSame) { return found }
    }
    return nil
  }

  private func first(_ key: UInt32, in run: Run, where isSame: (Int) throws -> Bool) throws -> Int? {
    // The key's first entry may stand at the end of the block before the block that begins with the key.
    var number = max(0, Self.firstIndex(in: run.firstKeys) { $0 >= key } - 1)
    while number < run.firstKeys.count, run.firstKeys[number] <= key {
      let count = try readBlock(number, of: run)
      var place = Self.firstIndex(in: 0..<count) { self.entry(at: $0).key >= key }
      while place < count, entry(at: place).key == key {
        let offset = entry(at: place).offset
        if try isSame(offset) { return offset }
        place += 1
      }
      number += 1
    }
    return nil
  }

  private func readBlock(_ number: Int, of run: Run) throws -> Int {
    let first = number * entriesInBlock
    let count = min(entriesInBlock, run.count - first)
    try file.read(count * Self.entrySize, from: run.start + Int64(first * Self.entrySize), into: &block)
    return count
  }

  /// An entry of the block that was read last.
  private func entry(at place: Int) -> Entry {
    let bytes = block.bytes(place * Self.entrySize..<(place + 1) * Self.entrySize)
    return Entry(key: bytes.load(at: 0, as: UInt32.self), offset: Int(bytes.load(at: 4, as: Int64.self)))
  }

  /// The first index for which a condition holds, by binary search; the end where it holds for none.
  ///
  /// - Parameter holds: the condition. If it is true for an element, it is true for all later ones.
  private static func firstIndex<Elements: RandomAccessCollection<Element>, Element>(
    in elements: Elements, where holds: (Element) -> Bool
  ) -> Int where Elements.Index == Int {
    var (low, high) = (elements.startIndex, elements.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
