import Herald
import Testing

@testable import HeraldPages
@testable import HeraldQuestions

@Suite("Texts that want to be more than text")
struct HostileTextTests {
  /// Texts that end elements, attributes and comments, that scripts and templates interpret, and that are invisible.
  static let hostile = [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\" onmouseover=alert(1) x=\"",
    "\"\u{301} onmouseover=alert(1)", "<\u{301}b>", "<!--", "]]>", "{{source}}", "{{{data}}}", "${alert(1)}",
    "\u{2028}\u{2029}", "\u{202E}gnp.exe", "\u{2066}\u{2069}", "\u{0}", "&lt;b&gt;", "javascript:alert(1)", "__proto__",
  ]

  @Test("A hostile text stays text in HTML", arguments: hostile)
  func hostileTextStaysTextInHTML(_ text: String) {
    let escaped = EscapedText.escaped(text)
    #expect(!escaped.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) })
    #expect(escaped.shown == escaped)
    let back = Self.unescaped(escaped)
    #expect(ExactString(back) == ExactString(text.shown))
  }

  @Test("A hostile text is unchanged in a page's JSON, and ends nothing there", arguments: hostile)
  func hostileTextStaysInsideJSON(_ hostile: String) throws {
    let json = EmbeddedJSON.safe(Array(text(hostile).utf8))
    let safe = String(decoding: json, as: UTF8.self)
    #expect(!safe.unicodeScalars.contains { "<>&".unicodeScalars.contains($0) })
    #expect(safe.shown == safe)
    #expect(ExactString(try #require(try JSONNode.read(safe).node.string)) == ExactString(hostile))
  }

  @Test("A hostile text makes no element and no attribute of a device's page, wherever it stands", arguments: hostile)
  func hostileTextAddsNothingToADevicesPage(_ hostile: String) throws {
    let quiet = try page(of: Self.log("harmless"))
    let loud = try page(of: Self.log(hostile))
    #expect(Self.tags(in: loud) == Self.tags(in: quiet))
  }

  @Test("A hostile text makes no element and no attribute of a fleet's page, wherever it stands", arguments: hostile)
  func hostileTextAddsNothingToAFleetsPage(_ hostile: String) throws {
    let quiet = try page(of: Self.log("harmless") + Self.log("harmless", source: "/i/2"))
    let loud = try page(of: Self.log(hostile) + Self.log(hostile, source: "/i/2" + hostile))
    // A source that no shell can be given has no command beside it.
    let commands = { (tags: [String]) in tags.filter { $0 != "<code>" && $0 != "</code>" } }
    #expect(commands(Self.names(in: loud)) == commands(Self.names(in: quiet)))
  }

  @Test("A hostile text is quoted in a suggested command, or no command is suggested", arguments: hostile)
  func hostileTextIsQuotedInCommands(_ hostile: String) throws {
    let word = ShellWord(hostile).text
    #expect((word == nil) == (hostile.shown != hostile))
    guard let word else { return }
    #expect(word == hostile || (word.unicodeScalars.first == "'" && word.unicodeScalars.last == "'"))
  }

  @Test("A suggested command quotes what a shell would obey")
  func commandQuotesWhatAShellObeys() {
    #expect(ShellWord("/installations/7f3a").text == "/installations/7f3a")
    #expect(ShellWord("a b").text == "'a b'")
    #expect(ShellWord("a'b$(c)").text == #"'a'\''b$(c)'"#)
    let accented = ShellWord("'\u{301}").text
    #expect(accented.map { ExactString($0) } == "''\\''\u{301}'")
    #expect(ShellWord("").text == nil)
  }

  @Test("Every template escapes texts by itself", arguments: PageTemplate.allCases)
  func everyTemplateEscapesTexts(_ template: PageTemplate) {
    let text = String(decoding: template.bytes, as: UTF8.self)
    #expect(text.hasPrefix("{{% CONTENT_TYPE: PAGETEXT}}"))
    let raw = text.matches(of: /\{\{\{(\w+)\}\}\}/).map { String($0.1) }
    #expect(Set(raw).isSubset(of: ["style", "script", "data", "body", "picture", "table", "formField"]))
  }

  @Test("A page's scripts neither read HTML, nor evaluate text, nor use the network")
  func noScriptReadsHTMLOrTheNetwork() {
    let script = (DevicePage.scripts + [PackageResources.print_js]).map { String(decoding: $0, as: UTF8.self) }.joined()
    for word in [
      "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "fetch(", "import(",
    ] {
      #expect(!script.contains(word))
    }
  }

  /// The text that a browser shows. Works on bytes, because a combining accent joins the `;` before it.
  static func unescaped(_ html: String) -> String {
    var rest = Array(html.utf8)[...]
    var result: [UInt8] = []
    let references = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    while let byte = rest.first {
      let reference = references.first { rest.starts(with: $0.0.utf8) }
      result += reference.map { Array($0.1.utf8) } ?? [byte]
      rest = rest.dropFirst(reference?.0.utf8.count ?? 1)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Everything between `<` and `>`, of pages whose texts have neither.
  static func tags(in page: String) -> [String] {
    page.matches(of: /<[^>]*>/).map { String($0.0) }.filter { !$0.hasPrefix("<meta http-equiv") }
      .map { $0.replacing(/(data-command|content)="[^"]*"/, with: "") }
  }

  /// The names of all elements.
  static func names(in page: String) -> [String] { page.matches(of: /<\/?[a-zA-Z]+/).map { String($0.0) + ">" } }

  /// A log with a text at every place that can have one.
  static func log(_ hostile: String, source: String? = nil) -> [String] {
    let source = source ?? "/i/1" + hostile
    let word = text(hostile)
    let document = """
      {"packageName":"com.example.app","updates":[{"id":\(word),"targetVersion":"2.0",\
      "targetWebsiteUrl":"https://example.com/","filters":{"x":\(text(hostile + ",*"))},\
      "descriptions":{"en":{"title":\(word),"message":\(text("m" + hostile))}}}]}
      """
    let rule = text("update:" + hostile)
    return [
      line(1, "app.launched", launched("1.0", #","x":\#(word),\#(text("y" + hostile)):"z""#), source: source),
      line(2, "fetch.succeeded", fetched(document), source: source),
      line(3, "prompt.shown", #"{"prompt":\#(word),"rule":\#(rule),"kind":"optional"}"#, source: source),
      line(4, "button.chosen", #"{"prompt":\#(word),"button":\#(word)}"#, source: source),
      line(5, "prompt.shown", #"{"prompt":\#(text("2" + hostile)),"rule":\#(rule),"kind":"optional"}"#, source: source),
      line(6, "operation.attempted", #"{"operation":\#(word)}"#, source: source),
      line(7, "other" + hostile, "{}", source: source),
      line(8, "app.launched", launched("2.0"), source: source),
    ]
  }
}
