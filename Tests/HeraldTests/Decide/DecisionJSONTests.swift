import Herald
import HeraldTestSupport
import Testing

@Suite("Decisions and states as JSON")
struct DecisionJSONTests {
  private func stream() -> Stream {
    var stream = Stream(source: "/i/\"é\"")
    stream.append(.launched(["appPackageName": "a", "deviceLanguage": "tr"], user: "u"))
    return stream
  }

  private let document = #"""
    {"packageName":"a","revision":3,"updates":[
      {"id":1,"filters":{"x":"y"},"descriptions":{"*":"t"},"targetWebsiteUrl":"https://h"},
      {"id":2,"descriptions":{"tr":"t"},"targetWebsiteUrl":"https://h"}]}
    """#

  private func written(_ decision: Decision) -> String {
    var writer = JSONWriter()
    decision.write(into: &writer)
    return writer.string
  }

  @Test("A decision that shows something is one line of JSON with its rules")
  func shownDecisionIsOneLine() throws {
    var stream = stream()
    let head =
      #"{"source":"/i/\"é\"","revision":2,"time":"2026-03-02T08:00:00.000Z","trigger":"login","reason":"shown","#
    let show = #""show":{"rule":"update:2","kind":"optional","language":"tr","destination":"https://h","#
    let rules = #""rules":[{"rule":"update:1","failed":"filters"},{"rule":"update:2","failed":null}]}"#
    #expect(
      try written(stream.ask(.fetched(document, trigger: .login)))
        == head + show + #""buttons":["update","later"]},"# + rules)
  }

  @Test("A decision that shows nothing says so in JSON, without rules where it ended before them")
  func emptyDecisionIsOneLine() throws {
    var stream = stream()
    let decision = try written(stream.ask(.failed(.heartbeat)))
    #expect(decision.hasSuffix(#""trigger":"heartbeat","reason":"silent","show":null,"rules":[]}"#))
  }

  @Test(
    "A decision's JSON has every rule that was considered, with the test that it failed",
    arguments: [1, 2, 15, 16, 17, 40])
  func consideredRulesAreWritten(count: Int) throws {
    let faults = [#""filters":{"x":"y"},"descriptions":{"*":"t"}"#, #""descriptions":{"en":"t"}"#]
    let rules = (1...count).map {
      #"{"id":\#($0),"targetWebsiteUrl":"https://h",\#($0 == count ? #""descriptions":{"*":"t"}"# : faults[$0 % 2])}"#
    }
    var stream = stream()
    let decision = try stream.ask(.fetched(#"{"packageName":"a","updates":[\#(rules.joined(separator: ","))]}"#))
    let failed = Set(decision.considered.map(\.failed))
    #expect(decision.considered.count == count)
    #expect(failed.count == min(count, 3))
    let line = try JSONNode.read(written(decision)).node
    var verdicts: [JSONNode] = []
    if case .array(let elements) = line[name: "rules"]?.value { verdicts = elements }
    #expect(verdicts.map { $0[name: "rule"]?.string } == decision.considered.map(\.rule.id.string))
    #expect(verdicts.map { $0[name: "failed"]?.string } == decision.considered.map { $0.failed?.rawValue })
  }

  @Test("An empty state is one line of JSON, with null for what is absent")
  func emptyStateIsOneLine() {
    var writer = JSONWriter()
    InstallationState().write(source: "/i", into: &writer)
    let counts =
      #""launches":0,"returns":0,"operations":0,"strayButtons":0,"ignoredPushes":0,"clockSteps":0,"unknownEvents":0"#
    #expect(
      writer.string
        == #"{"source":"/i","revision":0,"properties":{},"user":null,"policy":null,"refused":null,"lastCheck":null,"#
        + #""zone":null,"failures":0,"latch":null,"visible":null,"records":{},"counts":{\#(counts)}}"#)
  }

  @Test("A full state is written to JSON completely")
  func fullStateIsWrittenCompletely() throws {
    var stream = stream()
    for data in [
      .fetched(document), .pushed("e", targetVersion: "2"), .shown("p", rule: "update:1"), .chosen("skip", of: "p"),
      .shown("q", rule: "push", kind: .force), .fetched("["), .failed(.manual), .unknown, .attempted,
    ] as [EventData] {
      stream.append(data)
    }
    var writer = JSONWriter()
    stream.state.write(source: stream.source, into: &writer)
    let now = "2026-03-02T08:00:00.000Z"
    let expected = #"""
      {"source":"/i/\"é\"","revision":10,"properties":{"appPackageName":"a","deviceLanguage":"tr"},"user":"u",
       "policy":{"digest":"\#(Digest.of(document))","revision":3,"format":"herald"},
       "refused":{"digest":"\#(Digest.of("["))","reason":"invalidJSON"},"lastCheck":"\#(now)","zone":0,"failures":1,
       "latch":{"event":"e","url":"https://example.com/app","targetVersion":"2","appVersionName":null},
       "visible":{"prompt":"q","rule":"push","kind":"force"},
       "records":{
         "update:1":{"shown":1,"lastShown":"\#(now)","lastButton":"skip","lastButtonAt":"\#(now)","skippedVersion":null,
           "showings":["\#(now)"],"target":null,"firstShown":"\#(now)","deferrals":0,"shownForTarget":1},
         "push":{"shown":1,"lastShown":"\#(now)","lastButton":null,"lastButtonAt":null,"skippedVersion":null,
           "showings":["\#(now)"],"target":null,"firstShown":"\#(now)","deferrals":0,"shownForTarget":1}},
       "counts":{"launches":1,"returns":0,"operations":1,"strayButtons":0,"ignoredPushes":0,"clockSteps":0,
         "unknownEvents":1}}
      """#
    #expect(
      try JSONNode.read(writer.string).node.isEqualValue(to: try JSONNode.read(expected).node), "\(writer.string)")
  }
}
