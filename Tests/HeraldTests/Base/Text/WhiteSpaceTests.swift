import Herald
import HeraldTestSupport
import Testing

@Suite("White space and case")
struct WhiteSpaceTests {
  /// All scalars with Unicode's property `White_Space`.
  static let spaces: [Unicode.Scalar] =
    (Array(0x09...0x0D) + [0x20, 0x85, 0xA0, 0x1680] + Array(0x2000...0x200A) + [
      0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
    ])
    .compactMap { Unicode.Scalar($0 as UInt32) }

  @Test("White space of every kind is trimmed at the ends, and removed inside by normalizing", arguments: spaces)
  func everyWhiteSpaceIsTrimmed(space: Unicode.Scalar) {
    #expect("\(space)a\(space)b\(space)".trimmed == "a\(space)b")
    #expect("\(space)a\(space)b\(space)".normalized == "ab")
    #expect("\(space)".isBlank)
    #expect("\(space)".trimmed.isEmpty)
  }

  @Test(
    "A scalar that only resembles white space is kept",
    arguments: ["\u{200B}", "\u{180E}", "\u{FEFF}", "\u{1F}", "\u{2060}", "\u{0}"])
  func otherScalarsAreKept(text: String) {
    #expect(text.trimmed == text)
    #expect(text.normalized == text)
    #expect(!text.isBlank)
  }

  @Test(
    "A scalar is lower-cased by its own mapping, without context or locale",
    arguments: [
      ("ABC", "abc"), ("İ", "i\u{307}"), ("I", "i"), ("ı", "ı"), ("ΑΣ", "ασ"), ("ẞ", "ß"),
      ("\u{212A}", "k"), ("É", "é"), ("E\u{301}", "e\u{301}"), ("ＡＢ", "ａｂ"), ("ß", "ß"),
    ])
  func lowerCaseIsPerScalar(text: String, normalized: String) {
    #expect(text.normalized.unicodeScalars.elementsEqual(normalized.unicodeScalars))
  }

  @Test("Normalizing a text twice is normalizing it once", arguments: Seeds.all)
  func normalizingIsIdempotent(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let text = random.text(of: ["a", "B", " ", "İ", "\u{A0}", "é", "E\u{301}", "\t", "Σ", "1.0"], count: 0...8)
      let once = text.normalized
      #expect(once.normalized.utf8.elementsEqual(once.utf8))
      #expect(text.trimmed.normalized.utf8.elementsEqual(once.utf8))
      #expect(text.isBlank == once.isEmpty)
    }
  }
}
