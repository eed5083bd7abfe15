/// Collects bytes that are written piece by piece.
///
/// Most pieces are short, and for these `Array.append(contentsOf:)` costs more than the copying. Appending here is a
/// check of the capacity and a copy.
package struct ByteOutput: Sendable {
  /// The written bytes, and the capacity for more.
  private var buffer: [UInt8] = []
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// The written bytes, without a copy; holding the slice while more is written copies it then.
  package var written: ArraySlice<UInt8> { buffer.prefix(count) }

  /// The byte that was written last; nil before the first.
  package var last: UInt8? { count > 0 ? buffer[count - 1] : nil }

  /// A copy of the written bytes.
  package var bytes: [UInt8] { Array(buffer.prefix(count)) }

  package var string: String { String(decoding: buffer.prefix(count), as: UTF8.self) }

  package mutating func append(_ byte: UInt8) {
    if count == buffer.count { grow(by: 1) }
    buffer[count] = byte
    count &+= 1
  }

  package mutating func append(_ bytes: BorrowedBytes) { append(atMost: bytes.count) { $0.append(bytes) } }

  /// Appends a number of bytes, which the closure writes.
  package mutating func append(_ length: Int, _ fill: (inout MutableSpan<UInt8>) -> Void) {
    precondition(length >= 0)
    if buffer.count &- count < length { grow(by: length) }
    buffer.withUnsafeMutableBufferPointer { buffer in
      var span = UnsafeMutableBufferPointer(rebasing: buffer[count..<count + length]).mutableSpan
      fill(&span)
    }
    count &+= length
  }

  /// Appends pieces that the closure copies, not more than a number of bytes together.
  ///
  /// Inlined: bench row 2, see ``JSONWriter/name(_:)``.
  @inline(__always)
  package mutating func append(atMost length: Int, _ fill: (inout FreeBytes) -> Void) {
    precondition(length >= 0)
    if buffer.count &- count < length { grow(by: length) }
    buffer.withUnsafeMutableBytes { buffer in
      var free = FreeBytes(UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + length]))
      fill(&free)
      count &+= free.written
    }
  }

  /// Appends bytes, one of them twice wherever it occurs.
  ///
  /// Without a branch, because a text in JSON has a quote every few bytes.
  package mutating func append(_ bytes: BorrowedBytes, doubling doubled: UInt8) {
    let most = 2 * bytes.count
    if buffer.count &- count < most { grow(by: most) }
    buffer.withUnsafeMutableBufferPointer { buffer in
      let free = UnsafeMutableBufferPointer(rebasing: buffer[count..<count + most])
      var written = 0
      for byte in bytes.unsafeBytes {
        free[written] = byte
        free[written &+ 1] = byte
        written &+= byte == doubled ? 2 : 1
      }
      count &+= written
    }
  }

  /// The part of an output's buffer that pieces are copied to.
  package struct FreeBytes {
    private let bytes: UnsafeMutableRawBufferPointer
    fileprivate private(set) var written = 0

    fileprivate init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    /// Appends a byte. Traps where nothing is left. Inlined: bench row 2.
    @inline(__always)
    package mutating func append(_ byte: UInt8) {
      precondition(written < bytes.count)
      bytes[written] = byte
      written &+= 1
    }

    /// Appends eight bytes, the first in the lowest byte of the word. Traps where less is left.
    package mutating func append(word: UInt64) {
      precondition(bytes.count &- written >= 8)
      bytes.storeBytes(of: word.littleEndian, toByteOffset: written, as: UInt64.self)
      written &+= 8
    }

    /// Appends a piece. Traps where it is longer than what is left. Inlined: bench row 2.
    @inline(__always)
    package mutating func append(_ piece: BorrowedBytes) {
      precondition(piece.count <= bytes.count &- written)
      guard !piece.isEmpty else { return }
      UnsafeMutableRawBufferPointer(rebasing: bytes[written...]).copyMemory(from: piece.unsafeBytes)
      written &+= piece.count
    }
  }

  private static let smallestBuffer = [UInt8](repeating: 0, count: 64)

  /// Makes the buffer larger by doubling it: a copy of bytes is fast in debug builds too, and the content of the free
  /// bytes does not matter.
  @inline(never)
  private mutating func grow(by length: Int) {
    if buffer.isEmpty { buffer = Self.smallestBuffer } else { buffer.append(contentsOf: buffer) }
    while buffer.count &- count < length { buffer.append(contentsOf: buffer) }
  }

  /// Removes the bytes and keeps the capacity.
  package mutating func removeAll() { count = 0 }
}
