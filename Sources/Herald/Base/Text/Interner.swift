/// Stores each text of a vocabulary once. Texts are found by their bytes, without making a string first.
package struct Interner: Sendable {
  /// The texts by the hash of their bytes. A text whose hash is taken by another text is not shared.
  private var texts: [UInt64: ExactString] = [:]
  /// The most texts that are stored, because an endless vocabulary would fill the memory.
  private let limit: Int

  package init(limit: Int = 100_000) { self.limit = limit }

  package mutating func text(_ bytes: BorrowedBytes) -> ExactString {
    // A string of up to 15 bytes has no storage to share on 64-bit machines.
    if bytes.count <= 15 { return ExactString(String(decoding: bytes, as: UTF8.self)) }
    let hash = CacheHash.of(bytes)
    if let known = texts[hash], known.isEqual(to: bytes) { return known }
    let text = ExactString(String(decoding: bytes, as: UTF8.self))
    if texts.count < limit { texts[hash] = text }
    return text
  }
}
