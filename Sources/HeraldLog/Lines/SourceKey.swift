import Herald

/// A source's text, told from others where it lies: up to 63 bytes and their number, a line of the processor's cache.
///
/// Comparing it goes no further into the memory. Of a longer text it's the beginning.
struct SourceKey: Equatable {
  private typealias Words = (UInt64, UInt64, UInt64, UInt64)
  private var words: (Words, Words) = ((0, 0, 0, 0), (0, 0, 0, 0))

  /// The longest text that is kept whole.
  static let longest = 63

  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>) {
    let kept = min(text.count, Self.longest)
    withUnsafeMutableBytes(of: &words) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<kept]))
      bytes[Self.longest] = UInt8(truncatingIfNeeded: min(text.count, Self.longest + 1))
    }
  }

  @inline(__always)
  static func == (left: Self, right: Self) -> Bool { left.words.0 == right.words.0 && left.words.1 == right.words.1 }
}
