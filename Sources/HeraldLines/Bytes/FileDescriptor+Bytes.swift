import Herald
package import SystemPackage

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
