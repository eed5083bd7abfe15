import CHints
import Herald

/// The installations of a log, numbered from 0 in the order in which they appear.
struct StreamIndex {
  /// What reading needs to know of one stream.
  struct Stream {
    let source: ExactString
    /// The last revision; 0 before the first event.
    var head = 0
    /// Whether its lines carry revisions; nil before the first.
    var isNumbered: Bool?
  }

  private(set) var streams: [Stream] = []
  private var slots: [Int32] = Array(repeating: -1, count: 1024)
  private var hashes: [UInt64] = []

  /// Has the place of a source fetched while other work is done.
  @inline(__always)
  func prepare(_ hash: UInt64) {
    let slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    let number = slots[slot]
    guard number >= 0 else { return }
    streams.withUnsafeBufferPointer { if let base = $0.baseAddress { herald_prefetch(base + Int(number)) } }
  }

  /// The number of a source, and whether it appeared just now.
  @inline(__always)
  mutating func number(of source: UnsafeBufferPointer<UInt8>, hash: UInt64) -> (number: Int, isNew: Bool) {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, streams[number].source.isEqual(to: source) { return (number, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(streams.count)
    streams.append(Stream(source: ExactString(String(decoding: source, as: UTF8.self))))
    hashes.append(hash)
    if streams.count * 2 > slots.count { grow() }
    return (streams.count - 1, true)
  }

  subscript(number: Int) -> Stream {
    get { streams[number] }
    _modify { yield &streams[number] }
  }

  /// Whether a numbered line's revision is the next of a stream whose lines are numbered.
  @inline(__always)
  func expects(_ revision: Int, of number: Int) -> Bool {
    streams.withUnsafeBufferPointer { $0[number].isNumbered == true && $0[number].head + 1 == revision }
  }

  /// Notes the next event of a stream.
  @inline(__always)
  mutating func advance(_ number: Int, to revision: Int, isNumbered: Bool) {
    streams[number].head = revision
    streams[number].isNumbered = isNumbered
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
