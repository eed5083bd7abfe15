import Herald

/// Packs consecutive facts of one stream into one row, because SQLite takes longer to read a row than Herald to fold a
/// fact.
///
/// Bench row 1: most of its lead over the loop in C, which reads a row for each fact.
///
/// For each fact: its revision, time and zone as differences to the fact before (to the row's key, 0 and 0 at the
/// start), the type's code, the length of the data, the data. Numbers are LEB128, times and zones zigzag.
struct FactRunWriter {
  private(set) var bytes: [UInt8] = []
  /// The keys of the first and the last fact.
  private(set) var first: Int64 = 0
  private(set) var last: Int64 = 0
  private(set) var count = 0
  private var time: Int64 = 0
  private var zone = 0

  /// The size of a run in bytes: about a page of the database. A longer row takes several pages.
  private static let longest = 3500
  var isFull: Bool { bytes.count >= Self.longest }

  mutating func add(_ fact: StoredFact) {
    if count == 0 {
      first = fact.key
      last = fact.key
    }
    bytes.append(varint: UInt64(bitPattern: fact.key &- last))
    bytes.append(varint: Varint.zigzag(fact.time &- time))
    bytes.append(varint: Varint.zigzag(Int64(fact.zone - zone)))
    bytes.append(UInt8(truncatingIfNeeded: fact.code))
    bytes.append(varint: UInt64(fact.data.count))
    bytes.append(contentsOf: fact.data)
    last = fact.key
    time = fact.time
    zone = fact.zone
    count += 1
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
    time = 0
    zone = 0
  }
}

/// Reads the facts of a run one by one.
struct FactRunReader {
  private let bytes: BorrowedBytes
  private var index = 0
  private var fact: StoredFact
  /// True if the bytes are not the output of ``FactRunWriter``.
  private(set) var isCorrupt = false

  /// - Parameters:
  ///   - bytes: the run, to stay where it is while it's read.
  ///   - key: of the run's first fact.
  init(_ bytes: BorrowedBytes, key: Int64) {
    self.bytes = bytes
    fact = StoredFact(key: key, time: 0, zone: 0, code: 0, data: BorrowedBytes.none)
  }

  /// The next fact; nil at the end, and where the run is corrupt.
  @inline(__always)
  mutating func next() -> StoredFact? {
    guard index < bytes.count else { return nil }
    fact.key = fact.key &+ Int64(bitPattern: number())
    fact.time = fact.time &+ zigzag()
    fact.zone = fact.zone &+ Int(zigzag())
    guard index < bytes.count else { return corrupt() }
    fact.code = Int(bytes[index])
    index += 1
    let count = number()
    guard !isCorrupt, count <= UInt64(bytes.count - index) else { return corrupt() }
    fact.data = bytes.extracting(index..<index + Int(count))
    index += Int(count)
    return fact
  }

  private mutating func corrupt() -> StoredFact? {
    isCorrupt = true
    index = bytes.count
    return nil
  }

  @inline(__always)
  private mutating func zigzag() -> Int64 { Varint.signed(number()) }

  @inline(__always)
  private mutating func number() -> UInt64 {
    guard let number = Varint.read(bytes, at: &index) else {
      isCorrupt = true
      return 0
    }
    return number
  }
}
