/// Data that comes again and again in the same bytes: fetches of one document, launches of one kind of phone.
///
/// The same bytes of one type say the same, so they are read once. Only what came twice is kept: data with a text of
/// its own never comes again, and would drive out what does.
package struct RepeatedData: Sendable {
  private struct Place {
    var hash: UInt64 = 0
    var data = EventData.unknown
    var bytes: [UInt8] = []
  }

  /// Empty until there is something to keep, because many a reader is made for one line.
  private var kept: [Place] = []
  /// What was last asked for in vain at each place.
  private var missed: [UInt64] = []

  private static let places = 4096
  /// Longer data is rare, and dear to keep.
  package static let longest = 1024

  package init() {}

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
    guard place < kept.count, kept[place].hash == hash,
      kept[place].bytes.withUnsafeBufferPointer({ $0.isSame(as: wanted.assumingMemoryBound(to: UInt8.self)) })
    else { return nil }
    return kept[place].data
  }

  /// Keeps what bytes say, once they were asked for before.
  package mutating func keep(_ said: EventData, _ hash: UInt64, _ written: UnsafeRawBufferPointer) {
    if kept.isEmpty {
      kept = Array(repeating: Place(), count: Self.places)
      missed = Array(repeating: 0, count: Self.places)
    }
    let place = Int(truncatingIfNeeded: hash) & (Self.places - 1)
    guard missed[place] == hash else {
      missed[place] = hash
      return
    }
    kept[place] = Place(hash: hash, data: said, bytes: Array(written))
  }
}
