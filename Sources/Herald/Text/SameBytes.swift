#if canImport(Glibc)
  import func Glibc.memcmp
#elseif canImport(Musl)
  import func Musl.memcmp
#elseif canImport(Darwin)
  import func Darwin.memcmp
#endif

extension UnsafeBufferPointer<UInt8> {
  /// Whether both have the same bytes. Compares several at once, and `elementsEqual` only one.
  @inline(__always)
  func isSame(as other: Self) -> Bool {
    guard count == other.count, let own = baseAddress, let others = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return own == others || memcmp(own, others, count) == 0
  }

  /// Whether the bytes have a word at an offset.
  @inline(__always)
  func has(_ word: StaticString, at offset: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count &- offset >= length, let own = baseAddress else { return false }
    return memcmp(own + offset, word.utf8Start, length) == 0
  }
}
