import Herald

/// The installations of a log, numbered from 0 in the order in which they appear.
struct StreamIndex: ~Copyable {
  /// The end of a stream, as far as it was read.
  struct Stream {
    let source: ExactString
    /// The last revision; 0 before the first event.
    var head = 0
    /// Kept up to date while the ids of all streams ascend.
    var lastID = LastID()
    /// Whether its lines carry revisions; nil before the first.
    var isNumbered: Bool?
  }

  /// A slot of the table. The hash's upper half rules out most other sources before their text is compared.
  struct Slot {
    var number: Int32 = -1
    var key: UInt32 = 0
  }

  private var streams = BlockList<Stream>()
  private var keys = BlockList<SourceKey>()
  private var slots = FixedTable(repeating: Slot(), count: 1024)
  private var hashes = BlockList<UInt64>()

  var count: Int { streams.count }

  /// Prefetches the slot of a source while other work is done.
  @inline(__always)
  func prefetch(_ hash: UInt64) { slots.prefetch(home(hash)) }

  /// The number that a source with a hash probably has; nil for one that is new.
  @inline(__always)
  func candidate(_ hash: UInt64) -> Int? {
    var slot = home(hash)
    let key = Self.key(hash)
    while slots[slot].number >= 0 {
      if slots[slot].key == key { return Int(slots[slot].number) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Prefetches the entry of a stream.
  @inline(__always)
  func prefetch(stream number: Int) {
    streams.prefetch(number)
    keys.prefetch(number)
  }

  /// Whether a stream is that of a source.
  @inline(__always)
  private func isStream(_ number: Int, of source: UnsafeBufferPointer<UInt8>) -> Bool {
    SourceKey.isKey(keys.pointer(to: number), of: source)
      && (source.count <= SourceKey.longest || streams[number].source.isEqual(to: source))
  }

  /// The number of a source, and whether the source is new.
  ///
  /// - Parameter likely: what ``candidate(_:)`` returned earlier; below 0 for none.
  @inline(__always)
  mutating func number(
    of source: UnsafeBufferPointer<UInt8>, hash: UInt64, likely: Int = -1
  ) -> (number: Int, isNew: Bool) {
    if likely >= 0, isStream(likely, of: source) { return (likely, false) }
    return search(source, hash)
  }

  private mutating func search(_ source: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> (number: Int, isNew: Bool) {
    var slot = home(hash)
    let hashKey = Self.key(hash)
    while slots[slot].number >= 0 {
      let number = Int(slots[slot].number)
      if slots[slot].key == hashKey, isStream(number, of: source) { return (number, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Slot(number: Int32(streams.count), key: hashKey)
    streams.append(Stream(source: ExactString(String(decoding: source, as: UTF8.self))))
    keys.append(SourceKey(source))
    hashes.append(hash)
    if streams.count * 2 > slots.count { grow() }
    return (streams.count - 1, true)
  }

  @inline(__always)
  private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }
  @inline(__always)
  private static func key(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

  @inline(__always)
  subscript(number: Int) -> Stream {
    _read { yield streams[number] }
    _modify { yield &streams[number] }
  }

  /// The source of a stream. Copies no other part of the entry.
  @inline(__always)
  func source(of number: Int) -> ExactString {
    precondition(number >= 0 && number < streams.count)
    return streams.pointer(to: number).pointee.source
  }

  /// Whether a revision is the next of a stream whose lines are numbered.
  @inline(__always)
  func expects(_ revision: Int, of number: Int) -> Bool {
    streams[number].isNumbered == true && streams[number].head + 1 == revision
  }

  /// Notes the id of a stream's next event; returns false where it is not above all earlier ids.
  @inline(__always)
  mutating func ascends(_ number: Int, to id: UnsafeBufferPointer<UInt8>) -> Bool {
    streams[number].lastID.ascends(to: id)
  }

  /// Notes the revision of a stream's next event.
  @inline(__always)
  mutating func advance(_ number: Int, to revision: Int, isNumbered: Bool) {
    streams[number].head = revision
    streams[number].isNumbered = isNumbered
  }

  private mutating func grow() {
    slots = FixedTable(repeating: Slot(), count: slots.count * 2)
    for number in 0..<hashes.count {
      let hash = hashes[number]
      var slot = home(hash)
      while slots[slot].number >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Slot(number: Int32(number), key: Self.key(hash))
    }
  }
}
