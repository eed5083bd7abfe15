import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Texts are compared scalar by scalar")
struct ExactStringTests {
  @Test(
    "Exact strings that are canonically equivalent are different",
    arguments: [("é", "e\u{301}"), ("\u{212B}", "\u{C5}"), ("한", "\u{1112}\u{1161}\u{11AB}"), ("\u{37E}", ";")])
  func equivalentTextsDiffer(left: String, right: String) {
    #expect(left == right)
    #expect(ExactString(left) != ExactString(right))
    #expect(Set([ExactString(left), ExactString(right)]).count == 2)
  }

  @Test("Exact strings are ordered by their scalars", arguments: Seeds.all)
  func orderIsByScalars(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let parts = ["a", "b", "é", "e\u{301}", "\u{FFFF}", "\u{10000}", "z", ""]
    for _ in 0..<100 {
      let (a, b) = (random.text(of: parts, count: 0...4), random.text(of: parts, count: 0...4))
      let (left, right) = (a.unicodeScalars.map(\.value), b.unicodeScalars.map(\.value))
      #expect((ExactString(a) < ExactString(b)) == left.lexicographicallyPrecedes(right))
      #expect((ExactString(a) == ExactString(b)) == (left == right))
    }
  }

  @Test("An interned text is found again, whatever was interned before", arguments: [0, 1, 1500])
  func internedTextIsFoundAgain(limit: Int) {
    var interner = Interner(limit: limit)
    let texts =
      (0..<1500).map { "a text long enough to be kept \($0)" } + ["", "short", "fifteen bytes..", "sixteen bytes..."]
    for text in texts + texts {
      let found = Array(text.utf8).withBorrowedBytes { interner.text($0) }
      #expect(found == ExactString(text))
    }
  }

  @Test("A stable hash depends on every byte, the length and the seed")
  func stableHashSeesEveryByte() {
    let bytes: [[UInt8]] = [[], [0], [0, 0], Array(0...7), Array(0...8), Array(1...8), Array(repeating: 0, count: 9)]
    let hashes = bytes.flatMap { bytes in
      bytes.withBorrowedBytes { [StableHash.of($0), StableHash.of($0, seed: 1)] }
    }
    #expect(Set(hashes).count == hashes.count)
    let again = Array("herald".utf8).withBorrowedBytes { StableHash.of($0) }
    #expect(again == Array("xherald".utf8.dropFirst()).withBorrowedBytes { StableHash.of($0) })
  }
}
