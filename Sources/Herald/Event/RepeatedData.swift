/// Data that comes again and again in the same bytes: fetches of one document, launches of one kind of phone.
///
/// The same bytes of one type say the same, so they are read once. Only what came twice is kept: data with a text of
/// its own never comes again, and would drive out what does.
package struct RepeatedData: Sendable {
  // In three lists, so that looking something up copies nothing but what is found; empty until there is something to
  // keep, because many a reader is made for one line.
  private var hashes: [UInt64] = []
  private var bytes: [[UInt8]] = []
  private var data: [EventData] = []
  /// What was last asked for in vain at each place.
  private var missed: [UInt64] = []

  private static let places = 4096
  /// Longer data is rare, and dear to keep.
  package static let longest = 1024

  package init() {}

  private mutating func makePlaces() {
    hashes = Array(repeating: 0, count: Self.places)
    bytes = Array(repeating: [], count: Self.places)
    data = Array(repeating: .unknown, count: Self.places)
    missed = hashes
  }

  /// Under what bytes are kept.
  ///
  /// - Parameter code: the ``EventType/code`` of the event's type.
  @inline(__always)
  package static func hash(_ bytes: UnsafeRawBufferPointer, code: Int) -> UInt64 {
    CacheHash.of(bytes, seed: UInt64(truncatingIfNeeded: code) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// What these bytes say; nil where they have to be read.
  @inline(__always)
  package func data(_ hash: UInt64, _ wanted: UnsafeRawBufferPointer) -> EventData? {
    let place = Int(truncatingIfNeeded: hash) & (Self.places - 1)
    guard place < hashes.count, hashes[place] == hash,
      bytes[place].withUnsafeBufferPointer({ $0.isSame(as: wanted.assumingMemoryBound(to: UInt8.self)) })
    else { return nil }
    return data[place]
  }

  /// Keeps what bytes say, once they were asked for before.
  package mutating func keep(_ said: EventData, _ hash: UInt64, _ written: UnsafeRawBufferPointer) {
    if hashes.isEmpty { makePlaces() }
    let place = Int(truncatingIfNeeded: hash) & (Self.places - 1)
    guard missed[place] == hash else {
      missed[place] = hash
      return
    }
    hashes[place] = hash
    bytes[place] = Array(written)
    data[place] = said
  }
}
