import Herald
import Testing

@Suite("JSON is written without a tree")
struct JSONWriterTests {
  @Test("every scalar below U+0100, and some above, reads back as it was written")
  func strings() throws {
    let scalars = (0..<0x100).compactMap { Unicode.Scalar($0) } + ["\u{2028}", "\u{FB33}", "\u{1F600}", "\u{10FFFF}"]
    for scalar in scalars {
      var writer = JSONWriter()
      writer.string("a\(scalar)b")
      #expect(
        try JSONNode.read(writer.string).node.string?.unicodeScalars.elementsEqual("a\(scalar)b".unicodeScalars)
          ?? false)
    }
  }

  @Test(
    "only what RFC 8785 escapes is escaped",
    arguments: [
      ("\u{8}\t\n\u{C}\r", #"\b\t\n\f\r"#), ("\u{0}\u{1F}", #"\u0000\u001f"#), (#""\/"#, #"\"\\/"#),
      ("\u{7F}é\u{2028}", "\u{7F}é\u{2028}"),
    ])
  func escapes(text: String, written: String) {
    var writer = JSONWriter()
    writer.string(text)
    #expect(writer.string == "\"\(written)\"")
  }

  @Test("an integer is written as it is", arguments: [0, 9, 10, -1, 1_234_567_890, .max, .min])
  func integers(value: Int) {
    var writer = JSONWriter()
    writer.integer(value)
    #expect(writer.string == String(value))
  }

  @Test("what is absent is null")
  func absent() {
    var writer = JSONWriter()
    writer.string(nil as ExactString?)
    writer.time(nil)
    writer.array([1, 2]) { $0.integer($1) }
    writer.array([Int]()) { $0.integer($1) }
    #expect(writer.string == "nullnull[1,2][]")
  }
}
