import Foundation

/// A source's text, told from others where it lies: up to 63 bytes and their number, a line of the processor's cache.
///
/// Comparing it goes no further into the memory. Of a longer text it's the beginning.
struct SourceKey {
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

  /// Whether the text of a key may be these bytes: it is, where they are no longer than ``longest``.
  ///
  /// - Parameter key: compared where it lies, because a copy would have to be written before it can be read.
  @inline(__always)
  static func isKey(_ key: UnsafePointer<SourceKey>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    let own = UnsafeRawPointer(key)
    guard Int(own.load(fromByteOffset: longest, as: UInt8.self)) == min(text.count, longest + 1) else { return false }
    return memcmp(own, start, min(text.count, longest)) == 0
  }
}
