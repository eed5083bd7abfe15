import Foundation

/// The first 63 bytes of a source's text and their count, in one cache line, so that comparing a source reads no other
/// memory.
struct SourceKey {
  private typealias Words = (UInt64, UInt64, UInt64, UInt64)
  private var words: (Words, Words) = ((0, 0, 0, 0), (0, 0, 0, 0))

  /// The length of the longest text that is kept whole.
  static let longest = 63

  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>) {
    let kept = min(text.count, Self.longest)
    withUnsafeMutableBytes(of: &words) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<kept]))
      bytes[Self.longest] = UInt8(truncatingIfNeeded: min(text.count, Self.longest + 1))
    }
  }

  /// Whether a key may be that of a text. Certain where the text is not longer than ``longest``.
  ///
  /// - Parameter key: compared in place, because a copy would have to be written before it can be read.
  @inline(__always)
  static func isKey(_ key: UnsafePointer<SourceKey>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    let own = UnsafeRawPointer(key)
    guard Int(own.load(fromByteOffset: longest, as: UInt8.self)) == min(text.count, longest + 1) else { return false }
    return memcmp(own, start, min(text.count, longest)) == 0
  }
}
