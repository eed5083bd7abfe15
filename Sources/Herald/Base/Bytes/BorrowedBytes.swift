#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes in memory that something else owns: a line in a reader's buffer, a column of a row, a part of a text.
///
/// It is a `Span<UInt8>` that a class or a struct can store. Every access is checked against the bounds, in release
/// builds too. The lifetime is not checked: it is up to the owner, which documents how long the bytes stay valid.
///
/// Its members are inlined where lines are read. Bench row 3: without those marks 23 % more instructions.
@usableFromInline
package struct BorrowedBytes {
  @usableFromInline let buffer: UnsafeBufferPointer<UInt8>

  /// The bytes as C and other libraries take them, which check nothing.
  @inlinable
  @inline(__always)
  package var unsafeBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(buffer) }

  @inlinable
  @inline(__always)
  package init(_ buffer: UnsafeBufferPointer<UInt8>) { self.buffer = buffer }

  @inlinable
  @inline(__always)
  package init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer.assumingMemoryBound(to: UInt8.self) }

  /// A text that the program contains.
  @inlinable
  @inline(__always)
  package init(_ text: StaticString) {
    buffer = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// No bytes.
  @inlinable
  package static var none: BorrowedBytes { BorrowedBytes(UnsafeBufferPointer(start: nil, count: 0)) }

  /// Some of the bytes, counted from 0 again.
  @inlinable
  @inline(__always)
  package func extracting(_ range: Range<Int>) -> BorrowedBytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count)
    return BorrowedBytes(UnsafeBufferPointer(rebasing: buffer[range]))
  }

  /// Some of the bytes, from an offset to the end.
  @inlinable
  @inline(__always)
  package func extracting(_ range: PartialRangeFrom<Int>) -> BorrowedBytes { extracting(range.lowerBound..<count) }

  /// The integer at an offset, in the processor's byte order.
  @inlinable
  @inline(__always)
  package func load<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value {
    precondition(offset >= 0 && offset <= buffer.count - MemoryLayout<Value>.size)
    return unsafeBytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// The eight bytes at an offset, in the processor's byte order.
  @inlinable
  @inline(__always)
  package func word(at offset: Int) -> UInt64 { load(at: offset, as: UInt64.self) }

  /// The sixteen bytes at an offset as two words, checked once.
  @inline(__always)
  package func twoWords(at offset: Int) -> (UInt64, UInt64) {
    precondition(offset >= 0 && offset <= buffer.count - 16)
    return unsafeBytes.loadUnaligned(fromByteOffset: offset, as: (UInt64, UInt64).self)
  }

  /// The 32 bytes at an offset as four words, checked once.
  @inline(__always)
  package func fourWords(at offset: Int) -> (UInt64, UInt64, UInt64, UInt64) {
    precondition(offset >= 0 && offset <= buffer.count - 32)
    return unsafeBytes.loadUnaligned(fromByteOffset: offset, as: (UInt64, UInt64, UInt64, UInt64).self)
  }

  /// True if these are the same bytes.
  ///
  /// `memcmp` compares many bytes at once; `elementsEqual` compares one by one.
  @usableFromInline
  package func isSame(as other: BorrowedBytes) -> Bool {
    guard count == other.count, let own = buffer.baseAddress, let others = other.buffer.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return own == others || memcmp(own, others, count) == 0
  }

  /// True if other bytes stand at an offset.
  @inline(__always)
  package func has(_ word: BorrowedBytes, at offset: Int = 0) -> Bool {
    guard count &- offset >= word.count, offset >= 0, let own = buffer.baseAddress,
      let others = word.buffer.baseAddress
    else { return false }
    return memcmp(own + offset, others, word.count) == 0
  }

  /// The offset of the first byte of a value from `start` on; nil where there is none.
  @inline(__always)
  package func offset(of byte: UInt8, from start: Int) -> Int? {
    guard start >= 0, start < count, let first = buffer.baseAddress,
      let found = memchr(first + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(first)
  }

  /// True if the first bytes come before others, by the first byte that differs. False for fewer bytes than the others.
  @inline(__always)
  package func comesBefore(_ other: BorrowedBytes) -> Bool {
    guard count >= other.count, let own = buffer.baseAddress, let others = other.buffer.baseAddress else {
      return false
    }
    return memcmp(own, others, other.count) < 0
  }
}

extension BorrowedBytes: RandomAccessCollection {
  @inlinable
  package var startIndex: Int { 0 }

  @inlinable
  package var endIndex: Int { buffer.count }

  /// The number of bytes.
  @inlinable
  @inline(__always)
  package var count: Int { buffer.count }

  // The defaults of the protocol go through several generic functions for each byte, where nothing is optimised.

  @inlinable
  @inline(__always)
  package func index(after index: Int) -> Int { index + 1 }

  @inlinable
  @inline(__always)
  package func formIndex(after index: inout Int) { index += 1 }

  @inlinable
  @inline(__always)
  package func makeIterator() -> UnsafeBufferPointer<UInt8>.Iterator { buffer.makeIterator() }

  /// The byte at an offset from the first; nil outside the bytes.
  @inlinable
  @inline(__always)
  package func byte(at index: Int) -> UInt8? {
    // One comparison also excludes indices below 0.
    UInt(bitPattern: index) < UInt(bitPattern: buffer.count) ? buffer[index] : nil
  }

  /// The byte at an offset from the first.
  @inlinable
  @inline(__always)
  package subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: buffer.count))
    return buffer[index]
  }

  /// Calls the closure with the bytes, so that they are copied at once.
  @inlinable
  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try body(buffer)
  }
}
