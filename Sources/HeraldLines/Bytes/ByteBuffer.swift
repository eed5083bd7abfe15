package import Herald

/// Memory that bytes are read into, with one owner.
package struct ByteBuffer: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  package init(capacity: Int) {
    memory = .allocate(byteCount: capacity, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { memory.deallocate() }

  package var capacity: Int { memory.count }

  /// Some of the bytes, valid until they are written again and as long as the buffer.
  package func bytes(_ range: Range<Int>) -> BorrowedBytes {
    BorrowedBytes(UnsafeRawBufferPointer(memory)).extracting(range)
  }

  /// Passes some of the bytes to a closure that writes them.
  package mutating func write<Result>(
    _ range: Range<Int>, _ body: (inout MutableRawSpan) throws -> Result
  ) rethrows -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= memory.count)
    var span = UnsafeMutableRawBufferPointer(rebasing: memory[range]).mutableBytes
    return try body(&span)
  }

  /// Copies bytes to the front, even where they are bytes of this buffer.
  package mutating func copy(_ bytes: BorrowedBytes) { memory.copyMemory(from: bytes.unsafeBytes) }
}
