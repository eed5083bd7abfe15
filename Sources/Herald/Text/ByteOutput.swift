/// A buffer of bytes that are written in many short pieces.
///
/// Appending to an array costs more than copying a short piece. Here it is a check of the capacity and the copy.
package struct ByteOutput: Sendable {
  /// The written bytes, and zeros up to the capacity.
  private var room: [UInt8] = []
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// The written bytes without a copy. A later write copies them if the slice is still alive.
  package var written: ArraySlice<UInt8> { room.prefix(count) }

  /// The last written byte; nil before the first.
  @inline(__always)
  package var last: UInt8? { count > 0 ? room[count - 1] : nil }

  /// A copy of the written bytes.
  package var bytes: [UInt8] { Array(room.prefix(count)) }

  package var string: String { String(decoding: room.prefix(count), as: UTF8.self) }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if count == room.count { makeRoom(for: 1) }
    room[count] = byte
    count &+= 1
  }

  @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    append(bytes.count) { $0.update(from: start, count: bytes.count) }
  }

  /// Appends a number of bytes that the closure writes in place.
  @inline(__always)
  package mutating func append(_ length: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    precondition(length >= 0)
    if room.count &- count < length { makeRoom(for: length) }
    room.withUnsafeMutableBufferPointer { room in
      if let base = room.baseAddress { fill(base + count) }
    }
    count &+= length
  }

  /// Appends at most a number of bytes that the closure writes in place; `fill` returns how many it wrote.
  @inline(__always)
  package mutating func append(atMost length: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
    precondition(length >= 0)
    if room.count &- count < length { makeRoom(for: length) }
    room.withUnsafeMutableBufferPointer { room in
      if let base = room.baseAddress { count &+= fill(base + count) }
    }
  }

  @inline(never)
  private mutating func makeRoom(for length: Int) {
    room.append(contentsOf: repeatElement(0, count: max(length, room.count, 64)))
  }

  /// Removes the bytes and keeps the capacity.
  package mutating func removeAll() { count = 0 }
}
