import Herald
import HeraldLog
import Testing

@testable import HeraldPages
@testable import HeraldQuestions

@Suite("A device's page")
struct DevicePageTests {
  private static let document = """
    {"packageName":"com.example.app","updates":[
      {"id":7,"targetVersion":"2.0","targetWebsiteUrl":"https://example.com/","descriptions":{"en":"Update"}}
    ]}
    """

  private static let log = [
    line(1, "app.launched", launched("1.0")), line(2, "fetch.succeeded", fetched(document)),
    line(3, "prompt.shown", #"{"prompt":"p-1","rule":"update:7","kind":"optional"}"#),
    line(4, "button.chosen", #"{"prompt":"p-1","button":"later"}"#),
    line(5, "prompt.shown", #"{"prompt":"p-2","rule":"update:7","kind":"optional"}"#),
  ]

  @Test("A device's page says in a sentence what happened, and in figures how it is judged")
  func devicePageBeginsWithASummary() throws {
    let page = try page(of: Self.log)
    #expect(
      page.contains(
        "Within a day, 2 prompts were shown, 1 of them not as the policy says. At the end update:7 (optional) is on the screen."
      ))
    #expect(page.contains("<strong>5</strong> <span>events</span>"))
    #expect(page.contains("<li class=\"tile unjustified\"><strong>1</strong>"))
    #expect(page.contains("herald why phone.jsonl --source /i/1 --revision"))
  }

  @Test("A device's page accuses nobody behind missing revisions, and names them")
  func devicePageBehindAGap() throws {
    let page = try page(of: Self.log.filter { !$0.contains("\"e-4\"") }, isPartial: true)
    #expect(
      page.contains(
        "Within a day, 2 prompts were shown, none of them known to be wrong, and 1 disagreement cannot be judged: "
          + "revision 4 is missing."))
    #expect(page.contains("<li class=\"tile unknown\"><strong>1</strong>"))
    #expect(!page.contains("<li class=\"tile unjustified\">"))
  }

  @Test("A device's page marks the events that answer prompts, and its script names no type of them")
  func answersAreMarkedInTheData() throws {
    let page = try page(of: Self.log)
    #expect(page.contains(#""answers":true,"title":"button chosen""#))
    #expect(page.components(separatedBy: #""answers":true"#).count == 2)
    for script in [PackageResources.timeline_js, PackageResources.moment_js] {
      #expect(!String(decoding: script, as: UTF8.self).contains("button.chosen"))
    }
  }

  @Test("A device's page is the same for the same log, byte for byte")
  func devicePageIsDeterministic() throws {
    #expect(try page(of: Self.log) == page(of: Self.log))
  }

  @Test("A device's page allows its own style and script, and nothing else")
  func devicePageAllowsOnlyItsOwnCode() throws {
    let page = try page(of: Self.log)
    let style = try #require(page.firstMatch(of: /<style>([^<]*)<\/style>/)).1
    let script = try #require(page.split(separator: "<script>").last?.split(separator: "</script>").first)
    #expect(
      page.contains(
        "content=\"default-src &#39;none&#39;; style-src \(EscapedText.escaped(PageFrame.hash(String(style)))); "
          + "script-src \(EscapedText.escaped(PageFrame.hash(String(script)))); base-uri &#39;none&#39;"))
    #expect(page.matches(of: /(?:src|href)="([^"]*)"/).allSatisfy { $0.1.hasPrefix("#") })
  }

  @Test("A device's page carries why a rule was not shown, in the words of the commands")
  func devicePageCarriesWhyARuleFailed() throws {
    let log = [line(1, "app.launched", launched("2.0")), line(2, "fetch.succeeded", fetched(Self.document))]
    let page = try page(of: log)
    #expect(page.contains(#""sentences":["update:7 does not apply to appVersionName `2.0` (it must be lower than 2.0"#))
    #expect(page.contains(#""version":"not for this version""#))
    #expect(page.contains(#""unjustified":"✗ not as decided""#))
  }

  @Test("A device's page says without its script what was shown, last first, and whether it was decided")
  func devicePageSaysTheEssentialsWithoutItsScript() throws {
    let page = try page(of: Self.log)
    let essentials = try #require(page.firstMatch(of: /<noscript>([\s\S]*)<\/noscript>/)).1
    #expect(
      essentials.contains(
        "revision 5</span> ✗ update:7 (optional) was shown, though nothing had been decided since the launch or the last"
      ))
    #expect(essentials.contains("revision 3</span> ✓ update:7 (optional) was shown, as decided at revision 2."))
    #expect(essentials.contains("→ shows update:7 (optional)"))
    #expect(page.contains(#"<main id="page" data-command="herald why phone.jsonl --source /i/1 --revision" hidden>"#))
  }

  @Test("A page's hash of a text is the one that a browser computes")
  func textHashMatchesTheBrowsers() {
    // The example of Content Security Policy Level 3, section 2.3.1.
    #expect(PageFrame.hash("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='")
  }

  @Test("A log of blank lines is refused, since no page can be made of it")
  func logWithoutEventsHasNoPage() {
    let error = #expect(throws: LogRefused.self) { try page(of: []) }
    #expect(error?.diagnostics.map(\.code.name) == ["noEvents"])
  }

  @Test("A device's page keeps the most telling explanations of too many, and counts the others")
  func devicePageLimitsItsExplanations() throws {
    let count = KeptExplanations.limit + 300
    var log = Array(Self.log.prefix(4))
    for revision in 5...count { log.append(line(revision, "app.foregrounded")) }
    log.append(line(count + 1, "prompt.shown", #"{"prompt":"p-9","rule":"update:7","kind":"optional"}"#))
    var life = LogReport(of: nil)
    try replay(log, &life)
    let page = try life.html { _ in nil }
    // One decision shows the prompt, and of the returns the last ones are kept.
    let left = count - 4 + 1 - KeptExplanations.limit
    #expect(page.contains("\(left) decisions equal to the one before are shown without details"))
    let explained = page.matches(of: /"sentence":/).count
    #expect(explained == KeptExplanations.limit)
    #expect(page.contains(#""sentence":"update:7 (optional) is shown"#))
  }
}

@Suite("Where a value of a document ends")
struct DocumentSpanTests {
  private let text = "{\n \"é\": {\"a/b\": [1, \"𝄞x\"]},\n \"c\": true\n}"

  @Test(
    "A document's value is located by its pointer and its beginning",
    arguments: [
      (DocumentPlace(line: 2, column: 7, pointer: "/é"), 2, 25),
      (DocumentPlace(line: 2, column: 16, pointer: "/é/a~1b/0"), 2, 17),
      (DocumentPlace(line: 2, column: 19, pointer: "/é/a~1b/1"), 2, 23),
      (DocumentPlace(line: 1, column: 1, pointer: ""), 4, 2),
    ])
  func valueOfADocumentIsLocated(_ place: DocumentPlace, _ line: Int, _ column: Int) throws {
    let end = try #require(DocumentSpans(text).end(of: place))
    #expect(end == (line, column))
  }

  @Test(
    "Locating 6,000 values of a document of one long line takes no time that grows with its square",
    .timeLimit(.minutes(30)))
  func longLineIsNoTrouble() throws {
    let text = "{\"a\":[" + (0..<6000).map { "{\"é\":\($0)}" }.joined(separator: ",") + "]}"
    let spans = DocumentSpans(text)
    var column = 7
    for index in 0..<6000 {
      let length = "{\"é\":\(index)}".count
      let end = spans.end(of: DocumentPlace(line: 1, column: column, pointer: "/a/\(index)"))
      #expect(end?.column == column + length)
      column += length + 1
    }
  }

  @Test("A document's value is not located where the document is not JSON, or another value begins there")
  func unknownValueIsNotLocated() {
    #expect(DocumentSpans(text).end(of: DocumentPlace(line: 2, column: 8, pointer: "/é")) == nil)
    #expect(DocumentSpans(text).end(of: DocumentPlace(line: 2, column: 7, pointer: "/x")) == nil)
    #expect(DocumentSpans("<html>").end(of: DocumentPlace(line: 1, column: 1, pointer: "")) == nil)
  }
}

@Suite("What changed between two states")
struct StatePatchTests {
  @Test(
    "A patch between two states has what was added, removed, and changed inside",
    arguments: [
      (#"{"a":1}"#, #"{"a":1}"#, "{}"),
      (#"{"a":1,"b":{"c":1,"d":2}}"#, #"{"a":2,"b":{"c":1,"d":3}}"#, #"{"a":[2],"b":{"d":[3]}}"#),
      (#"{"a":null}"#, #"{"a":{"b":null}}"#, #"{"a":[{"b":null}]}"#),
      (#"{"a":{"b":1}}"#, #"{"a":null}"#, #"{"a":[null]}"#),
      (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"c":2}}"#, #"{"a":{"b":[]}}"#),
      (#"{"a":{}}"#, #"{"a":{"__proto__":"x"}}"#, #"{"a":{"__proto__":["x"]}}"#),
      ("{\"a\":{\"\u{E9}\":1}}", "{\"a\":{\"e\u{301}\":1}}", "{\"a\":{\"e\u{301}\":[1],\"\u{E9}\":[]}}"),
    ])
  func statePatchHasEveryChange(_ before: String, _ after: String, _ patch: String) throws {
    var output = JSONWriter()
    StatePatch.write(from: try JSONNode.read(before).node, to: try JSONNode.read(after).node, into: &output)
    #expect(ExactString(output.string) == ExactString(patch))
  }
}

@Suite("Clocks and answers on a device's page")
struct DeviceClockTests {
  private static func launch(_ revision: Int, _ time: String) -> String {
    line(revision, "app.launched", launched("1.0"), at: time)
  }

  @Test("A device's page marks where the clock was set back, and the events before it whose dates are ahead")
  func clockSteps() throws {
    let page = try page(of: [
      Self.launch(1, "2026-03-02T08:00:00Z"), Self.launch(2, "2026-03-04T08:00:00Z"),
      Self.launch(3, "2026-03-02T09:00:00Z"),
      Self.launch(4, "2026-03-02T10:00:00Z"),
    ])
    #expect(page.contains(#""clockStep":{"from":2,"words":"the time of revision 2 is up to 1 d 23 h ahead"}"#))
    #expect(page.ranges(of: #""aheadOf":3"#).count == 1)
    #expect(page.contains("The clock was set back: the time of revision 2 is up to 1 d 23 h ahead"))
  }

  @Test("A device's page counts the prompts without an answer, and those that vanished have none")
  func unanswered() throws {
    func shown(_ revision: Int) -> String {
      line(revision, "prompt.shown", #"{"prompt":"p-\#(revision)","rule":"update:7","kind":"optional"}"#)
    }
    func chosen(_ revision: Int, _ button: String) -> String {
      line(revision, "button.chosen", #"{"prompt":"p-\#(revision - 1)","button":"\#(button)"}"#)
    }
    let start = [Self.launch(1, "2026-03-02T00:00:01Z"), shown(2), chosen(3, "later"), shown(4), chosen(5, "vanished")]
    let vanished = try page(of: start)
    #expect(vanished.contains("<dt>Prompts without an answer</dt><dd>1 of 2</dd>"))
    #expect(vanished.contains("The last prompt, update:7, vanished without an answer."))
    #expect(try page(of: start + [shown(6)]).contains("<dt>Prompts without an answer</dt><dd>2 of 3</dd>"))
    #expect(try !page(of: Array(start.prefix(3))).contains("Prompts without an answer"))
  }
}
