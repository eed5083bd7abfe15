package import Herald
package import SystemPackage

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

/// Reading into memory that knows its bounds.
extension FileDescriptor {
  /// Fills a span from its start; returns the number of bytes, 0 at the end of the file.
  package func read(into span: inout MutableRawSpan) throws -> Int {
    try span.withUnsafeMutableBytes { try read(into: $0) }
  }

  /// Fills a span with the bytes at an offset; returns their number, 0 at the end of the file.
  package func read(at offset: Int64, into span: inout MutableRawSpan) throws -> Int {
    try span.withUnsafeMutableBytes { try read(fromAbsoluteOffset: offset, into: $0) }
  }

  /// Fills a whole span with the bytes at an offset.
  ///
  /// - Throws: `Errno.ioError` where the file ends before.
  func readAll(at offset: Int64, into span: inout MutableRawSpan) throws {
    try span.withUnsafeMutableBytes { bytes in
      var filled = 0
      while filled < bytes.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
        let count = try read(fromAbsoluteOffset: offset + Int64(filled), into: rest)
        guard count > 0 else { throw Errno.ioError }
        filled += count
      }
    }
  }

  /// Writes all bytes at an offset; returns their number.
  func writeAll(toAbsoluteOffset offset: Int64, _ bytes: BorrowedBytes) throws -> Int {
    try writeAll(toAbsoluteOffset: offset, bytes.unsafeBytes)
  }

  /// Reads the next bytes; empty at the end of the file.
  package func read(atMost count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, count in
      count = try read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Reads the bytes at an offset; empty at the end of the file.
  package func read(at offset: Int64, atMost count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, count in
      count = try read(fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
