import Herald

/// The installations of a log, numbered from 0 in the order in which they appear.
struct StreamIndex: ~Copyable {
  /// What reading needs to know of one stream.
  struct Stream {
    let source: ExactString
    /// The last revision; 0 before the first event.
    var head = 0
    /// While the ids of all streams ascend.
    var lastID = LastID()
    /// Whether its lines carry revisions; nil before the first.
    var isNumbered: Bool?
  }

  /// A place of the table: the hash's upper half, so that most strangers are told without going further.
  struct Slot {
    var number: Int32 = -1
    var key: UInt32 = 0
  }

  private var streams = InPlaceList<Stream>()
  private var keys = InPlaceList<SourceKey>()
  private var slots = InPlaceTable(repeating: Slot(), count: 1024)
  private var hashes = InPlaceList<UInt64>()

  var count: Int { streams.count }

  /// Has the place of a source fetched while other work is done.
  @inline(__always)
  func prepare(_ hash: UInt64) { slots.prefetch(home(hash)) }

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

  /// Has what is known of a stream fetched.
  @inline(__always)
  func prepare(stream number: Int) {
    streams.prefetch(number)
    keys.prefetch(number)
  }

  /// Whether a stream is that of a source.
  @inline(__always)
  private func isStream(_ number: Int, of source: UnsafeBufferPointer<UInt8>) -> Bool {
    SourceKey.isKey(keys.address(of: number), of: source)
      && (source.count <= SourceKey.longest || streams[number].source.isEqual(to: source))
  }

  /// The number of a source, and whether it appeared just now.
  ///
  /// - Parameter likely: the ``candidate(_:)`` of some time ago; below 0 for none.
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

  /// The source of a stream, without the rest of it being copied.
  @inline(__always)
  func source(of number: Int) -> ExactString {
    precondition(number >= 0 && number < streams.count)
    return streams.address(of: number).pointee.source
  }

  /// Whether a numbered line's revision is the next of a stream whose lines are numbered.
  @inline(__always)
  func expects(_ revision: Int, of number: Int) -> Bool {
    streams[number].isNumbered == true && streams[number].head + 1 == revision
  }

  /// Notes the id of a stream's next event; false where it's not above all before.
  @inline(__always)
  mutating func ascends(_ number: Int, to id: UnsafeBufferPointer<UInt8>) -> Bool {
    streams[number].lastID.ascends(to: id)
  }

  /// Notes the next event of a stream.
  @inline(__always)
  mutating func advance(_ number: Int, to revision: Int, isNumbered: Bool) {
    streams[number].head = revision
    streams[number].isNumbered = isNumbered
  }

  private mutating func grow() {
    slots = InPlaceTable(repeating: Slot(), count: slots.count * 2)
    for number in 0..<hashes.count {
      let hash = hashes[number]
      var slot = home(hash)
      while slots[slot].number >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Slot(number: Int32(number), key: Self.key(hash))
    }
  }
}
