import Herald
import HeraldFormats
import Testing

@Suite("The App Store's web page")
struct StorePageTests {
  private static let app = #"{"@type":"SoftwareApplication","softwareVersion":"2.5"}"#

  /// The version that a page of the app names: the version below which an update is offered.
  private func version(_ html: String) throws -> String? {
    let document = read(#"<meta content="app-id=123456789">"# + html, format: "storepage")
    if document.refusal == .noVersion { return nil }
    guard case .older(let version, .leftOut) = try #require(document.policy().rules.first).condition else {
      Issue.record("the rule compares no versions")
      return nil
    }
    return version.text.string
  }

  private func script(_ content: String, type: String = #"type="application/ld+json""#) -> String {
    "<html><head><script \(type)>\(content)</script></head><body>Version 1.1</body></html>"
  }

  @Test(
    "A store page's JSON-LD is read in every shape",
    arguments: [
      app, "[\(app)]", #"[{"@type":"WebSite"},\#(app)]"#, #"{"@graph":[{"@type":"WebPage"},\#(app)]}"#,
      #"{"@graph":\#(app)}"#, #"[{"@graph":[[\#(app)]]}]"#, #"{"@type":"WebPage","mainEntity":\#(app)}"#,
      #"{"@type":["Thing","SoftwareApplication"],"softwareVersion":" 2.5 "}"#,
      #"{"@type":"http://schema.org/SoftwareApplication","softwareVersion":"2.5"}"#,
      #"[{"@type":"SoftwareApplication"},\#(app)]"#, "\n \(app)\n", "<![CDATA[\(app)]]>", "//<![CDATA[\n\(app)\n//]]>",
      "/*<![CDATA[*/\(app)/*]]>*/", "<!-- \(app) -->", "<!--\n\(app)\n//-->",
      #"{"@type":"SoftwareApplication","softwareVersion":"2&#46;5"}"#,
      "{&quot;@type&quot;:&quot;SoftwareApplication&quot;,&quot;softwareVersion&quot;:&quot;2.5&quot;}",
      #"{"@type":"SoftwareApplication","softwareVersion":"2.5",}"#, "\u{FEFF}\(app)",
    ])
  func jsonLDIsReadInEveryShape(content: String) throws { #expect(try version(script(content)) == "2.5") }

  @Test(
    "A store page's script type is read however it is written",
    arguments: [
      "type='application/ld+json'", "type=application/ld+json", "TYPE=\"Application/LD+JSON\"",
      "type = \"application/ld+json\"", "type=\"application/ld+json; charset=utf-8\"",
      "type=\"application&#x2F;ld&#43;json\"", "id=\"a>b\" type=\"application/ld+json\" async",
      "data-type=\"text/x\" type=\" application/ld+json \"", "\n\ttype=\"application/ld+json\"\n",
      "nonce='\"' type='application/ld+json'/",
    ])
  func scriptTypeIsReadInEverySpelling(type: String) throws {
    #expect(try version(script(Self.app, type: type)) == "2.5")
  }

  @Test("A store page's upper-case tags are read as tags")
  func upperCaseTagsAreRead() throws {
    #expect(try version("<SCRIPT TYPE='application/ld+json'>\(Self.app)</SCRIPT >") == "2.5")
    #expect(try version("<STYLE>Version 3.0</Style><P>Version 1.1</P>") == "1.1")
  }

  @Test(
    "A store page's JSON-LD without an app's version is passed over for the page's text",
    arguments: [
      "{", "", #"{"@type":"WebSite","softwareVersion":"9"}"#, #"{"softwareVersion":"9"}"#,
      #"{"@type":"SoftwareApplication"}"#, #"{"@type":"SoftwareApplication","softwareVersion":" "}"#,
      #"{"@type":"SoftwareApplication","softwareVersion":9}"#,
      #"{"@type":"softwareapplication","softwareVersion":"9"}"#,
      #"{"@type":"WebPage","isRelatedTo":{"@type":"SoftwareApplication","softwareVersion":"9"}}"#, "7",
    ])
  func otherJSONLDGivesWayToTheText(content: String) throws { #expect(try version(script(content)) == "1.1") }

  @Test("A store page's good script is found beside a broken one, one of another type and one in a comment")
  func goodScriptIsFoundAmongBadOnes() throws {
    let page = """
      <!-- <script type="application/ld+json">{"@type":"SoftwareApplication","softwareVersion":"7"}</script> -->
      <script>{"@type":"SoftwareApplication","softwareVersion":"8"}</script>
      <script type="application/ld+json">{"@type":"SoftwareApplication","softwareVersion":"9"</script>
      <script type="application/ld+json">\(Self.app)</script>
      <script type="application/ld+json">{"@type":"SoftwareApplication","softwareVersion":"3.0"}</script>
      """
    #expect(try version(page) == "2.5")
  }

  @Test("A store page whose version is malformed is refused", arguments: ["Varies with device", "v2", "2..5"])
  func malformedVersionIsRefused(written: String) {
    let document = read(
      script(#"{"@type":"SoftwareApplication","softwareVersion":"\#(written)"}"#), format: "storepage")
    #expect(document.refusal == .invalidVersion)
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test(
    "A store page's version is the first one that its text names",
    arguments: [
      ("<p>Version 7.7</p>", "7.7"), ("Version 7", "7"), ("<p>Version\n  7.7</p>", "7.7"),
      ("<p>Version&nbsp;7.7</p>", "7.7"), ("<p>Version&#160;7&#46;7</p>", "7.7"), ("<p>Version <b>7.7</b></p>", "7.7"),
      ("<p><span>Version</span> <span>7.7</span></p>", "7.7"), ("<p>Version<br>7.7</p>", "7.7"),
      ("<p>Version <!-- 3 -->7.7.</p>", "7.7"), ("<p>Version 7.7, Version 8.8</p>", "7.7"),
      ("<p>Version 7.7 </p", "7.7"), ("<p title='Version 3'>Version 7.7</p>", "7.7"),
      ("<script>var a = 'Version 3';</script>Version 7.7", "7.7"),
      ("<style>/* Version 3 */</style>Version 7.7", "7.7"), ("<title>Version 3</title>Version 7.7", "7.7"),
      ("<script>'</scripts> Version 3'</script>Version 7.7", "7.7"), ("a < b Version 7.7", "7.7"),
      ("Version seven, Version 2nd, Version 7.7", "7.7"), ("Conversion 3 SubVersion 4 Version 7.7", "7.7"),
      ("Version\u{3000}7.7", "7.7"), ("Version 7..8", "7"), ("Version 7.x", "7"), ("Version 7.7…", "7.7"),
      ("<?xml version='1'?><!DOCTYPE html>Version 7.7", "7.7"),
    ])
  func firstTextWithAVersionCounts(html: String, expected: String) throws { #expect(try version(html) == expected) }

  @Test(
    "A store page's version is found in every language of the App Store",
    arguments: [
      "Version", "バージョン", "版本", "버전", "Versión", "Versione", "Versão", "Версия", "Sürüm", "الإصدار",
    ])
  func versionIsFoundInEveryLanguage(word: String) throws {
    #expect(try version("<p>Version 1.0 was slow.</p><p>\(word) 7.13.0</p>") == "7.13.0")
    #expect(try version("<p class='x'>\n  \(word)&nbsp;7.13.0 </p>") == "7.13.0")
    #expect(try version("<div><h2>What’s New</h2><p>\(word): 7.13.0</p></div>") == "7.13.0")
    #expect(try version("<ul><li><b>\(word)</b> <i>7.13.0</i></ul>") == "7.13.0")
  }

  @Test(
    "A store page's element counts as a label only where the word and the number are its whole text",
    arguments: [
      "<p>版本 7.13.0 是新的</p>", "<p>版本7.13.0</p>", "<p>版本 7.13.</p>", "<p>版本 v7</p>", "<p>新版本 7.13.0</p>",
      "<p>版本</p><p>7.13.0</p>", "<p>版本:: 7.13.0</p>", "<p>version 7.13.0</p>", "<p title='版本 7.13.0'></p>", "版本 7.13.0",
    ])
  func otherTextIsNoLabel(html: String) throws { #expect(try version(html) == nil) }

  @Test(
    "A store page without a version is refused",
    arguments: [
      "", "<html></html>", "<p>version 7.7</p>", "Version7.7", "Version .7", "<li>New Version</li>\n<li>3 stars</li>",
      "<script>Version 7.7", "<!-- Version 7.7", "<p title='Version 7.7", "Version", "<", "</", "<!", "<a", "<a b=",
      "<a b='", "&#x;&;&#", "Version ７", "<style>Version 7.7</style>", "{\"text\":7}",
    ])
  func pageWithoutAVersionIsRefused(html: String) throws {
    let document = read(html, format: "storepage")
    #expect(document.refusal == .noVersion)
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test("A store page leads to the fetch's address, else to the store page, and rolls back by version")
  func pageLeadsToItsOwnAddress() throws {
    var installed = Installed("1.0")
    #expect(installed.fetch("<p>Version 2.0</p>", as: "storepage") == "optional")
    #expect(installed.prompt?.rule == "update:storepage")
    #expect(installed.prompt?.language == nil)
    #expect(installed.prompt?.destination == "https://policy.example.com/answer")
    #expect(installed.fetch("<p>Version 1.9</p>", as: "storepage") == "rollback")
    #expect(installed.fetch("<p>Version 2.1</p>", as: "storepage") == "optional")
    let local = Formats.read(
      Document(text: "<p>Version 2.0</p>", format: "storepage", url: "file:///page", storeURL: Installed.store))
    #expect(try local.policy().rules.map(\.destinations.elsewhere) == [Installed.store])
    #expect(Formats.read(Document(text: "<p>Version 2.0</p>", format: "storepage")).codes == ["noUrl"])
  }

  @Test(
    "A store page with 64 KiB of one piece is read in little time, whatever it repeats",
    arguments: ["<", "<a ", "Version ", "<script>", "&", "<!--", "<script></a ", "<b>", "<b> </b>", "</b>"])
  func repetitivePageIsRead(piece: String) {
    let text = String(repeating: piece, count: (64 << 10) / piece.utf8.count)
    #expect(read(text, format: "storepage").refusal == .noVersion)
  }

  @Test("A store page of more than 4 MiB is too large")
  func largerPageIsRefused() {
    #expect(Document.largestSizeLimit == 4_194_304)
    let text = String(repeating: " ", count: Document.largestSizeLimit - 21) + "123456789 Version 7.7"
    #expect(read(text, format: "storepage").refusal == nil)
    #expect(read(text + " ", format: "storepage").refusal == .tooLarge)
    #expect(HeraldFormatsTests.read(text, format: "umeng").refusal == .tooLarge)
  }

  /// Reads a page with an address, as a fetch gives it.
  private func read(_ html: String, format: ExactString) -> ReadDocument {
    Formats.read(Document(text: html, format: format, url: "https://apps.apple.com/app/id123456789"))
  }

  @Test(
    "Text that merely contains a version counts on a page that names the app by the number of an address",
    arguments: [
      ("https://apps.apple.com/us/app/shop/id123456789?mt=8", nil, "is 123456789", true),
      ("https://policy.example.com/answer", "itms-apps://itunes.apple.com/app/id123456789", "id123456789", true),
      ("https://apps.apple.com/app/id123456789", nil, "is 1123456789", false),
      ("https://apps.apple.com/app/id123456789", nil, "is 12345678", false),
      ("https://apps.apple.com/app/id123456789", nil, "", false),
      ("https://apps.apple.com/app/x123456789", nil, "is 123456789", false),
      ("https://apps.apple.com/app/id12345", nil, "is 12345", false),
      ("https://example.com/?u=/id123456789", nil, "is 123456789", false),
      ("https://id123456789/app", nil, "is 123456789", false), ("https://example.com/app", nil, "", false),
    ] as [(ExactString, ExactString?, String, Bool)])
  func pageMustNameTheApp(url: ExactString, store: ExactString?, text: String, isRead: Bool) {
    // A hotel's sign-in page with status 200.
    let page = "<p>\(text) Portal Version 99.2, please sign in</p>"
    let document = Formats.read(Document(text: page, format: "storepage", url: url, storeURL: store))
    #expect((document.refusal == .noVersion) == !isRead)
    #expect(document.diagnostics.allSatisfy(isComplete))
  }
}
