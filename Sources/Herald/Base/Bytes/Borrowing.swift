// Each passes the bytes of a value to a closure. They are valid until the closure returns.

extension Span<UInt8> {
  /// Passes the span's bytes.
  @inlinable
  package func withBorrowedBytes<Value, Failure: Error>(
    _ body: (BorrowedBytes) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withUnsafeBufferPointer { (bytes) throws(Failure) in try body(BorrowedBytes(bytes)) }
  }
}

extension [UInt8] {
  /// Passes the array's bytes.
  @inlinable
  package func withBorrowedBytes<Value, Failure: Error>(
    _ body: (BorrowedBytes) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try span.withBorrowedBytes(body)
  }
}

extension String {
  /// Passes the text's UTF-8 bytes.
  @inlinable
  package func withBorrowedBytes<Value, Failure: Error>(
    _ body: (BorrowedBytes) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result = utf8.withContiguousStorageIfAvailable { bytes -> Result<Value, Failure> in
      do throws(Failure) { return .success(try body(BorrowedBytes(bytes))) } catch { return .failure(error) }
    }
    if let result { return try result.get() }
    return try Array(utf8).withBorrowedBytes(body)
  }
}

extension Hasher {
  /// Adds bytes, without their count.
  mutating func combine(_ bytes: BorrowedBytes) { combine(bytes: bytes.unsafeBytes) }
}

extension BorrowedBytes {
  /// Passes the bytes of a value that has no references, such as a tuple of integers.
  ///
  /// - Parameter value: the value, borrowed in place: a copy would have to be written before it can be read.
  @inlinable
  package static func of<Value: BitwiseCopyable, Result>(
    _ value: inout Value, _ body: (BorrowedBytes) throws -> Result
  ) rethrows -> Result {
    try withUnsafeBytes(of: &value) { try body(BorrowedBytes($0)) }
  }

  /// Copies the bytes to the front of a value that has no references. Traps where it has fewer bytes.
  @inlinable
  package func copy<Value: BitwiseCopyable>(into value: inout Value) {
    withUnsafeMutableBytes(of: &value) { $0.copyMemory(from: unsafeBytes) }
  }
}

extension BorrowedBytes {
  /// Copies the bytes to the front of an array. Traps where it has fewer bytes.
  package func copy(into array: inout [UInt8]) { array.withUnsafeMutableBytes { $0.copyMemory(from: unsafeBytes) } }
}

extension BorrowedBytes {
  /// Copies the bytes to the front of a span. Traps where it has fewer bytes.
  package func copy(into span: inout MutableRawSpan) {
    span.withUnsafeMutableBytes { $0.copyMemory(from: unsafeBytes) }
  }
}

extension [UInt8] {
  /// Makes the array equal to other bytes. It keeps its memory where the counts are equal.
  package mutating func set(to bytes: BorrowedBytes) {
    if bytes.count == count { bytes.copy(into: &self) } else { self = Array(bytes.unsafeBytes) }
  }

  /// Appends an integer in the processor's byte order, which ``BorrowedBytes/load(at:as:)`` reads.
  @inlinable
  package mutating func append(raw value: some FixedWidthInteger & BitwiseCopyable) {
    var value = value
    BorrowedBytes.of(&value) { append(contentsOf: $0) }
  }
}
