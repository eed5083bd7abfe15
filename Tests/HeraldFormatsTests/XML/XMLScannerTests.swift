import Testing

@testable import HeraldFormats

@Suite("An XML document")
struct XMLScannerTests {
  /// The document as a line: names with their namespace in braces, attributes sorted, texts in quotes.
  private func outline(_ text: String) throws -> String {
    var pieces: [String] = []
    var scanner = XMLScanner(text)
    try scanner.read { event in
      switch event {
      case .start(let name, let attributes, _):
        let written = attributes.map { "\(shown($0.key))=\($0.value)" }.sorted()
        pieces.append("<" + ([shown(name)] + written).joined(separator: " ") + ">")
      case .text(let text): pieces.append(text.debugDescription)
      case .end: pieces.append("/")
      }
    }
    return pieces.joined()
  }

  private func shown(_ name: XMLName) -> String {
    name.namespace.isEmpty ? name.local : "{\(name.namespace)}\(name.local)"
  }

  @Test(
    "An XML document is read with its texts, references and line ends as the standard says",
    arguments: [
      ("<a/>", "<a>/"), ("\u{FEFF}<a></a>", "<a>/"),
      ("<?xml version='1.0' encoding=\"latin-1\"?>\n<a>é</a>\n", "<a>\"é\"/"),
      ("<!-- c --><a>x<!-- <b> -->y</a><?p i?>", "<a>\"x\"\"y\"/"), ("<a b='1' c = \"2\" ></a >", "<a b=1 c=2>/"),
      ("<a>&lt;&amp;&#65;&#x1F600;</a>", "<a>\"<&A😀\"/"), ("<a><![CDATA[<b>&amp;\r\n]]></a>", "<a>\"<b>&amp;\\n\"/"),
      ("<a>1\r\n2\r3&#13;</a>", "<a>\"1\\n2\\n3\\r\"/"), ("<a b='1\t2\r\n3&#9;'/>", "<a b=1 2 3\t>/"),
      ("<a><?x?><b/></a>", "<a><b>//"), ("<é-1._/>", "<é-1._>/"),
    ])
  func documentIsRead(text: String, expected: String) throws { #expect(try outline(text) == expected) }

  @Test(
    "An XML name has the namespace that its prefix stands for where it is",
    arguments: [
      ("<a xmlns='u'><b c='1'/></a>", "<{u}a><{u}b c=1>//"),
      ("<p:a xmlns:p='u' p:b='1' b='2'/>", "<{u}a b=2 {u}b=1>/"),
      ("<a xmlns='u'><b xmlns=''/><c/></a>", "<{u}a><b>/<{u}c>//"),
      ("<a xmlns:p='u'><p:b xmlns:p='v'/><p:b/></a>", "<a><{v}b>/<{u}b>//"),
      ("<a xml:lang='en'/>", "<a {http://www.w3.org/XML/1998/namespace}lang=en>/"),
    ])
  func nameHasItsNamespace(text: String, expected: String) throws { #expect(try outline(text) == expected) }

  @Test(
    "A broken XML document is refused with the place of the fault",
    arguments: [
      "▸", " \n▸", "▸x<a/>", "<a/>▸x", "<a/>▸<b/>", "▸<a", "<▸a>", "<a>▸</b>", "<a><b>▸</a></b>", "▸</a>", "<a▸\u{1}/>",
      "<a b▸/>", "<a b=▸1/>", "<a b='▸<'/>", "<a b='1'▸c='2'/>", "<a b='1' ▸b='2'/>",
      "<a xmlns:p='u' xmlns:q='u' p:b='' ▸q:b=''/>",
      "<▸p:a/>", "<a ▸p:b=''/>", "<a ▸xmlns:p=''/>", "<a ▸xmlns:xmlns='u'/>", "<▸a:b:c/>", "<a>▸&b;</a>", "<a>▸&</a>",
      "<a>▸&#0;</a>", "<a>▸&#x110000;</a>", "<a>▸&#xD800;</a>", "<a>▸]]></a>", "<a>▸<![CDATA[</a>", "▸<![CDATA[]]>",
      "▸<!-- <a/>", "<!-- ▸-- --><a/>", "▸<?p <a/>", " ▸<?xml version='1.0'?><a/>", "▸<?xml encoding='u'?><a/>",
      "<▸1/>",
      "▸<!DOCTYPE a><a/>", "<a>▸<!ENTITY b 'c'></a>", "<a▸\u{FFFE}/>", "<▸:a/>", "< ▸a/>",
    ])
  func brokenDocumentIsRefused(marked: String) throws {
    let marked = try Marked(marked.replacing("< ▸a", with: "<▸ a"))
    var scanner = XMLScanner(marked.text)
    let offset = #expect(throws: XMLFault.self) { try scanner.read { _ in } }?.offset
    let before = marked.text.utf8.prefix(offset ?? 0)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    #expect(line == marked.line)
    #expect(before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1 == marked.column)
  }

  @Test(
    "A deep or repetitive XML document is read in little time", arguments: ["<a>", "<a xmlns:b='c'>", "<a b='", "&lt;"])
  func hostileDocumentIsRead(piece: String) {
    var scanner = XMLScanner("<x>" + String(repeating: piece, count: 1_000_000 / piece.utf8.count))
    #expect(throws: XMLFault.self) { try scanner.read { _ in } }
  }
}
