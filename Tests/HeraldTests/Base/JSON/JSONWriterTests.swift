import Herald
import HeraldTestSupport
import Testing

@Suite("JSON is written without a tree")
struct JSONWriterTests {
  @Test("A JSON string of every scalar below U+0100, and some above, reads back as it was written")
  func stringsReadBack() throws {
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
    "A JSON string escapes only what RFC 8785 escapes",
    arguments: [
      ("\u{8}\t\n\u{C}\r", #"\b\t\n\f\r"#), ("\u{0}\u{1F}", #"\u0000\u001f"#), (#""\/"#, #"\"\\/"#),
      ("\u{7F}é\u{2028}", "\u{7F}é\u{2028}"),
    ])
  func onlyRequiredEscapesAreWritten(text: String, written: String) {
    var writer = JSONWriter()
    writer.string(text)
    #expect(writer.string == "\"\(written)\"")
  }

  @Test("A JSON integer is written in plain digits", arguments: [0, 9, 10, -1, 1_234_567_890, .max, .min])
  func integersAreWrittenPlainly(value: Int) {
    var writer = JSONWriter()
    writer.integer(value)
    #expect(writer.string == String(value))
  }

  @Test("An absent value is written as null in JSON")
  func absentValueIsNull() {
    var writer = JSONWriter()
    writer.string(nil as ExactString?)
    writer.time(nil)
    writer.array([1, 2]) { $0.integer($1) }
    writer.array([Int]()) { $0.integer($1) }
    #expect(writer.string == "nullnull[1,2][]")
  }
}
