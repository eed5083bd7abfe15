import Herald
import HeraldFormats
import HeraldLog
import Testing

@testable import HeraldPages
@testable import HeraldQuestions

@Suite("The page of an analysis")
struct AnalysisPageTests {
  private static func document(_ text: String = "New.", _ keys: String = "") -> Document {
    let word = HeraldPagesTests.text(text)
    return Document(
      text: """
        {"packageName":"com.example.shop","updates":[
        {"id":\(word),"descriptions":{"*":{"title":\(word),"message":\(HeraldPagesTests.text("m" + text)),\
        "updateButton":\(word)}},"targetWebsiteUrl":"https://example.com/"\(keys)},
        {"id":"2","filters":{"deviceOsName":"ios"},"descriptions":{"*":"Never."}}]}
        """, format: "herald")
  }

  private static func rules(_ document: Document, named name: String = "p.json") throws -> AnalyzeAnswer {
    try AnalyzeQuestion(document, named: name).answer()
  }

  private static func changes(_ text: String = "New.", named name: String = "p.json") throws -> AgainstAnswer {
    try AgainstQuestion(
      document(text, #","forceUpdate":true"#), named: name, against: document(text), named: "old-" + name
    ).answer()
  }

  @Test("A page of rules has the verdict on each, and the prompt that the device of its log sees")
  func rulesWithPrompts() throws {
    let page = try AnalysisPage(Self.rules(Self.document("Fresh"))).html()
    #expect(page.contains("update:Fresh: optional update</h2>"))
    #expect(page.contains("<dd>Shown to version 1.0 on ios 17.4"))
    #expect(page.contains(#"<p class="seen-title">Fresh</p>"#))
    #expect(page.contains("<p>mFresh</p>"))
    #expect(page.contains("<li>Fresh</li>"))
    #expect(page.contains("It leads to https://example.com/"))
    #expect(page.contains("<dd>Never shown: update:Fresh is shown first, on every such device</dd>"))
  }

  @Test("A page of changes has the prompts before and after, and what holds of every device")
  func changesWithBoth() throws {
    let answer = try Self.changes()
    let page = try AnalysisPage(answer).html()
    #expect(page.contains("An optional update becomes a forced update</h2>"))
    let (before, after) = (
      try #require(page.firstRange(of: "● optional")), try #require(page.firstRange(of: "▲ force"))
    )
    #expect(before.lowerBound < after.lowerBound)
    #expect(page.contains("<li>✗ Some further device is forced.</li>"))
    #expect(page.contains(#"<div class="seen nothing"><p>Nothing is shown.</p></div>"#))
  }

  @Test(
    "Each log can be copied from the page, and has the same events",
    arguments: HostileTextTests.hostile)
  func logsCanBeCopied(_ hostile: String) throws {
    let answer = try Self.rules(Self.document(hostile))
    let page = try AnalysisPage(answer).html()
    let blocks = page.matches(of: /<pre[^>]*><code>([^<]*)<\/code><\/pre>/).map { String($0.1) }
    let witness = try #require(answer.rules.first?.witness)
    let copied = HostileTextTests.unescaped(try #require(blocks.first)).split(separator: "\n")
    #expect(copied.count == witness.events.count)
    for (line, event) in zip(copied, witness.events) {
      #expect(try JSONNode.read(String(line)).node.json == JSONNode.read(event.line).node.json)
    }
  }

  @Test(
    "A hostile text makes no element and no attribute of a page, wherever it stands",
    arguments: HostileTextTests.hostile)
  func hostileTextAddsNothing(_ hostile: String) throws {
    let quiet = [
      try AnalysisPage(Self.rules(Self.document("harmless"), named: "harmless")).html(),
      try AnalysisPage(Self.changes("harmless", named: "harmless")).html(),
    ]
    let loud = [
      try AnalysisPage(Self.rules(Self.document(hostile), named: hostile)).html(),
      try AnalysisPage(Self.changes(hostile, named: hostile)).html(),
    ]
    #expect(loud.map(HostileTextTests.tags) == quiet.map(HostileTextTests.tags))
  }

  @Test("A page stands alone: no script, no address that is loaded, and colours for light and dark screens")
  func standsAlone() throws {
    let page = try AnalysisPage(Self.changes()).html()
    for word in ["<script", "<link", "<img", "src=", "url(", "@import"] { #expect(!page.contains(word)) }
    #expect(page.contains("default-src 'none'") || page.contains("default-src &#39;none&#39;"))
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains(#"name="viewport""#))
  }

  @Test("Logs that make a page too long are left out, and it says where they are")
  func longPage() throws {
    let answer = try Self.changes()
    let page = try AnalysisPage(answer, mostBytes: 2_000).html()
    #expect(page.contains("<pre"))
    #expect(page.contains("herald analyze -o FOLDER keeps it"))
    #expect(!(try AnalysisPage(answer).html()).contains("keeps it"))
  }
}
