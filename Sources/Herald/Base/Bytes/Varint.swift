/// Numbers of variable length (LEB128): seven bits in each byte, the lowest first, with the highest bit set in all
/// bytes but the last. Signed numbers are zigzagged, so that small negative ones are short: 0, -1, 1, -2 become 0, 1,
/// 2, 3.
@usableFromInline
package enum Varint {
  /// Reads a number and moves the index past it.
  ///
  /// Not generic: a collection's subscript, unspecialized in another module, allocates for each byte (bench row 1: 1.5
  /// times the time).
  ///
  /// - Returns: nil where the bytes end too soon, or the number exceeds 64 bits. The index is then meaningless.
  @inlinable
  @inline(__always)
  package static func read(_ bytes: BorrowedBytes, at index: inout Int) -> UInt64? {
    guard index < bytes.count else { return nil }
    let first = bytes[index]
    index += 1
    return first < 0x80 ? UInt64(first) : rest(of: first, in: bytes, at: &index)
  }

  /// Reads a number from an array.
  package static func read(_ bytes: [UInt8], at index: inout Int) -> UInt64? {
    bytes.withBorrowedBytes { read($0, at: &index) }
  }

  /// The rest of a number of more than one byte.
  @inlinable
  package static func rest(of first: UInt8, in bytes: BorrowedBytes, at index: inout Int) -> UInt64? {
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while shift < 64, index < bytes.count {
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  /// The unsigned number that a signed one is written as.
  @inlinable
  @inline(__always)
  package static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

  /// The signed number that was written as an unsigned one.
  @inlinable
  @inline(__always)
  package static func signed(_ zigzag: UInt64) -> Int64 {
    Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
  }
}

extension [UInt8] {
  /// Appends a number as LEB128: one byte below 128, ten at most.
  @inlinable
  package mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
