import Testing

@testable import HeraldFetch

@Suite("Text of a fetched document")
struct DocumentTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let charset: String?
    let text: String?

    init(_ name: String, _ bytes: [UInt8], _ charset: String?, _ text: String?) {
      testDescription = name
      self.bytes = bytes
      self.charset = charset
      self.text = text
    }
  }

  @Test(
    "A document's bytes become text by their content, and by their declared charset where that is possible",
    arguments: [
      Case("nothing", [], nil, ""),
      Case("UTF-8", Array("é粉".utf8), nil, "é粉"),
      Case("UTF-8 with its mark", [0xEF, 0xBB, 0xBF, 0x7B], nil, "\u{FEFF}{"),
      Case("UTF-8 that is said to be Latin", Array("é".utf8), "ISO-8859-1", "Ã©"),
      Case("UTF-8 that is said to be UTF-16", Array("{}".utf8), "utf-16", "{}"),
      Case("UTF-8 that is said to be something unknown", Array("é".utf8), "x-klingon", nil),
      Case("the replacement character itself", Array("\u{FFFD}".utf8), nil, "\u{FFFD}"),
      Case("a zero byte", [0x7B, 0, 0x7D], nil, "{\u{0}}"),
      Case("Latin", [0x63, 0x61, 0x66, 0xE9], "iso-8859-1", "café"),
      Case("Latin, in capitals", [0xE9], "Latin1", "é"),
      Case("Latin that is not said to be", [0xE9], nil, nil),
      Case("Latin that is said to be ASCII", [0xE9], "us-ascii", "é"),
      Case("Latin that is said to be UTF-8", [0xE9], "utf-8", nil),
      Case("half a character", [0xE7, 0xB2], nil, nil),
      Case("a surrogate in UTF-8", [0xED, 0xA0, 0x80], nil, nil),
      Case("UTF-16 with its mark, little endian", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], nil, "{}"),
      Case("UTF-16 with its mark, big endian", [0xFE, 0xFF, 0x7C, 0x89], nil, "粉"),
      Case("UTF-16 with a mark against its label", [0xFF, 0xFE, 0x7B, 0], "utf-16be", "{"),
      Case("UTF-16 by its label", [0, 0x7B, 0, 0x7D], "UTF-16", "{}"),
      Case("UTF-16 by its label, little endian", [0x7B, 0, 0x7D, 0], "utf-16le", "{}"),
      Case("UTF-16 by its label, big endian", [0, 0x7B, 0, 0x7D], "utf-16be", "{}"),
      Case("a pair in UTF-16", [0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00], nil, "😀"),
      Case("half a pair in UTF-16", [0xFE, 0xFF, 0xD8, 0x3D], nil, nil),
      Case("half a unit of UTF-16", [0xFF, 0xFE, 0x7B], nil, nil),
      Case("nothing but a mark", [0xFF, 0xFE], nil, ""),
      Case("windows-1252", [0x93, 0x94, 0x80], "windows-1252", "“”€"),
      Case(
        "XML that declares Latin", Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9], nil,
        "<?xml version='1.0' encoding='ISO-8859-1'?><a>é"),
      Case(
        "XML that says UTF-16 and is ASCII", Array(#"<?xml version="1.0" encoding="UTF-16"?><a/>"#.utf8), nil,
        #"<?xml version="1.0" encoding="UTF-16"?><a/>"#),
      Case(
        "XML that says UTF-16 and is UTF-8", Array(#"<?xml version="1.0" encoding="UTF-16"?><é/>"#.utf8), nil, nil),
      Case("XML that declares another encoding", Array("<?xml version='1.0' encoding='KOI8-R'?>".utf8), nil, nil),
      Case("XML in UTF-16 without a mark", [0x3C, 0, 0x3F, 0], nil, "<?"),
      Case(
        "XML that declares Latin and is said to be UTF-8", Array("<?xml encoding='latin1'?>é".utf8), "utf-8",
        "<?xml encoding='latin1'?>é"),
    ])
  func bytesBecomeText(_ case: Case) {
    // Swift compares texts by their normal forms; scalars compare exactly.
    #expect(
      DocumentText.read(`case`.bytes, charset: `case`.charset).map { Array($0.utf8) }
        == `case`.text.map { Array($0.utf8) })
  }

  @Test(
    "A charset is found in a content type",
    arguments: [
      (nil, nil), ("", nil), ("application/json", nil), ("text/html; charset=utf-16", "utf-16"),
      ("text/html;charset=\"UTF-16\"", "UTF-16"), ("text/html ; a=b ; Charset = latin1 ", "latin1"),
      ("text/html; charset=", nil), ("text/html; charset", nil), ("charset=latin1", nil), (";;charset=x", "x"),
    ] as [(String?, String?)])
  func charsetIsFoundInAContentType(contentType: String?, charset: String?) {
    #expect(DocumentText.charset(ofContentType: contentType) == charset)
  }
}
