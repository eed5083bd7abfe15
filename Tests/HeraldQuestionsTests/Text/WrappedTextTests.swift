import Testing

@testable import HeraldQuestions

@Suite("Text in lines of a width")
struct WrappedTextTests {
  @Test("A line ends between words, and its rest stands below the last column")
  func restStandsBelowTheLastColumn() {
    #expect("  ✓ count   times shown 1, wanted 3".wrapped(to: 24) == "  ✓ count   times shown\n            1, wanted 3")
    #expect("one two three".wrapped(to: 8) == "one two\n  three")
  }

  @Test("A word longer than the line stays whole, and a line that fits stays as it is")
  func wordsStayWhole() {
    let text = "look at https://example.com/a/long/address\nshort   one"
    #expect(text.wrapped(to: 20) == "look at\n  https://example.com/a/long/address\nshort   one")
  }

  @Test("Colours take no columns, and wide letters take two")
  func columnsAreCounted() {
    #expect("\u{1B}[31mred\u{1B}[0m and blue".wrapped(to: 12) == "\u{1B}[31mred\u{1B}[0m and blue")
    #expect("최신 버전 업데이트".wrapped(to: 10) == "최신 버전\n  업데이트")
  }
}
