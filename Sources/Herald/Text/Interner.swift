/// Keeps each text of a vocabulary once, found by its bytes without making a string first.
package struct Interner: Sendable {
  /// By the hash of the bytes. A text whose hash another has is not shared.
  private var texts: [UInt64: ExactString] = [:]
  /// Beyond this many texts nothing more is kept: a vocabulary without end would fill the memory.
  private let limit: Int

  package init(limit: Int = 100_000) { self.limit = limit }

  package mutating func text(_ bytes: BorrowedBytes) -> ExactString {
    // Up to 15 bytes are kept inside a string's own 16 on 64-bit machines: nothing to share.
    if bytes.count <= 15 { return ExactString(String(decoding: bytes, as: UTF8.self)) }
    let hash = CacheHash.of(bytes)
    if let known = texts[hash], known.isEqual(to: bytes) { return known }
    let text = ExactString(String(decoding: bytes, as: UTF8.self))
    if texts.count < limit { texts[hash] = text }
    return text
  }
}
