import Herald
import Testing

@testable import HeraldLines
@testable import HeraldLog

@Suite("The installations of a log")
struct StreamIndexTests {
  /// A source's number, whatever its hash.
  private func number(_ source: String, _ index: inout StreamIndex, hash: UInt64) -> Int {
    source.withBorrowedBytes { index.number(of: $0, hash: hash).number }
  }

  /// Names that differ in their last byte only, with lengths around that of a key.
  private static let sources = [1, 8, 62, 63, 64, 65, 200].flatMap { count in
    ["a", "b"].map { String(repeating: "s", count: count - 1) + $0 }
  }

  @Test(
    "Installations are numbered as they appear, and distinguished where their hashes are equal",
    arguments: [0, UInt64.max, 7 << 32])
  func collidingSourcesAreDistinguished(hash: UInt64) {
    var index = StreamIndex()
    for (place, source) in Self.sources.enumerated() {
      #expect(number(source, &index, hash: hash) == place)
      #expect(index[place].source.string == source)
    }
    for (place, source) in Self.sources.enumerated() { #expect(number(source, &index, hash: hash) == place) }
    #expect(index.count == Self.sources.count)
  }

  @Test("Each of 5,000 installations is found by its hash")
  func manySourcesAreFoundByHash() {
    var index = StreamIndex()
    for place in 0..<5000 {
      #expect(number("s\(place)", &index, hash: UInt64(place) &* 0x9E37_79B9_7F4A_7C15) == place)
    }
    for place in 0..<5000 {
      #expect(number("s\(place)", &index, hash: UInt64(place) &* 0x9E37_79B9_7F4A_7C15) == place)
    }
    #expect(index.count == 5000)
  }
}
