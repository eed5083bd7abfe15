import Herald
import HeraldTestSupport
import Testing

@Suite("Prompts and buttons")
struct PromptTests {
  private func stream(_ events: EventData...) -> Stream {
    var stream = Stream()
    for event in events {
      stream.append(event)
      stream.now = stream.now.later(by: 1000)
    }
    return stream
  }

  @Test("A showing replaces the visible prompt, and is counted under its rule")
  func showingReplacesTheVisiblePrompt() {
    let stream = stream(
      .shown("1", rule: "a"), .shown("2", rule: "b", kind: .exit), .shown("3", rule: "a", kind: .force))
    let state = stream.state
    #expect(state.visible == VisiblePrompt(prompt: "3", rule: "a", kind: .force))
    #expect(state.records["a"]?.shown == 2)
    #expect(state.records["b"]?.shown == 1)
    #expect(state.records["a"]?.lastShown == stream.facts[2].time.moment)
    #expect(state.records["b"]?.lastShown == stream.facts[1].time.moment)
    #expect(state.records.entries.map(\.rule) == ["a", "b"])
  }

  @Test("A showing that is recorded again under its id and rule is one showing")
  func showingRecordedAgain() {
    let once = stream(.shown("1", rule: "a", kind: .force))
    let state = stream(.shown("1", rule: "a", kind: .force), .shown("1", rule: "a")).state
    #expect(state.visible == once.state.visible)
    #expect(state.records == once.state.records)
    #expect(state.records["a"]?.shownForTarget == 1)
    let others = stream(
      .shown("1", rule: "a"), .shown("1", rule: "b"), .chosen("later", of: "1"), .shown("1", rule: "b"))
    #expect(others.state.records["a"]?.shown == 1)
    #expect(others.state.records["b"]?.shown == 2)
  }

  @Test(
    "A button of the visible prompt closes it and is recorded, whatever its name",
    arguments: ["later", "open", "?", ""])
  func buttonClosesTheVisiblePrompt(button: ExactString) {
    let stream = stream(.shown("1", rule: "a"), .chosen(button, of: "1"))
    let record = stream.state.records["a"]
    #expect(stream.state.visible == nil)
    #expect(stream.state.counts.strayButtons == 0)
    #expect(record?.lastButton == button)
    #expect(record?.lastButtonAt == stream.facts[1].time.moment)
    #expect(record?.shown == 1)
    #expect(record?.skippedVersion == nil)
  }

  @Test("A button of any other prompt is counted, and changes nothing else")
  func strayButtonIsOnlyCounted() {
    for events in [
      [.chosen("skip", of: "1")], [.shown("1", rule: "a"), .chosen("skip", of: "2")],
      [.shown("é", rule: "a"), .chosen("skip", of: "e\u{301}")],
      [.shown("1", rule: "a"), .chosen("later", of: "1"), .chosen("skip", of: "1")],
      [.shown("1", rule: "a"), .shown("2", rule: "a"), .chosen("skip", of: "1")],
      [.shown("1", rule: "a"), .launched([:]), .chosen("skip", of: "1")],
    ] as [[EventData]] {
      var stream = Stream()
      for event in events.dropLast() { stream.append(event) }
      let before = stream.state
      stream.append(events[events.count - 1])
      let after = stream.state
      #expect(after.counts.strayButtons == before.counts.strayButtons + 1)
      #expect(after.records == before.records)
      #expect(after.visible == before.visible)
    }
  }

  @Test(
    "A skip records the version that the rule leads to as written, else the installed one",
    arguments: [
      ("update:1", "1.0", " 2.0 "), ("update:2", "1.0", "1.0"), ("update:2", nil, nil), ("update:9", "1.0", "1.0"),
      ("push", "1.0", "1.0"),
    ] as [(ExactString, String?, ExactString?)])
  func skipKeepsTheOfferedVersion(rule: ExactString, installed: String?, skipped: ExactString?) {
    let document = #"""
      {"packageName":"a","updates":[
        {"id":1,"descriptions":{"*":"t"},"targetWebsiteUrl":"https://h","targetVersion":" 2.0 "},
        {"id":2,"descriptions":{"*":"t"},"targetWebsiteUrl":"https://h","targetVersionCode":7}]}
      """#
    let properties = ["appPackageName": "a"].merging(installed.map { ["appVersionName": $0] } ?? [:]) { first, _ in
      first
    }
    let state = stream(
      .launched(properties), .fetched(document), .shown("1", rule: rule), .chosen("skip", of: "1")
    ).state
    #expect(state.records[rule]?.skippedVersion == skipped)
    #expect(state.records[rule]?.lastButton == "skip")
  }

  @Test("A skip looks its rule up in the policy that is in force at that moment")
  func skipUsesThePolicyInForce() throws {
    let target = try #require(PublishedVersion("3.0"))
    let newer = Policy.make([.make(condition: .below(target: target, code: nil))])
    let state = stream(
      .launched(["appVersionName": "1.0"]), Policy.make([.make()]).fetched(), .shown("1", rule: "update:1"),
      newer.fetched(), .chosen("skip", of: "1"), .shown("2", rule: "update:1"), .chosen("later", of: "2")
    ).state
    #expect(state.records["update:1"]?.skippedVersion == "3.0")
    #expect(state.records["update:1"]?.lastButton == "later")
  }

  @Test("A launch replaces properties and user, closes the visible prompt, and keeps the records")
  func launchClearsTheVisiblePrompt() {
    let state = stream(
      .launched(["a": "1", "b": "2"], user: "u"), .shown("1", rule: "a"), .launched(["a": "3"])
    ).state
    #expect(state["a"] == "3")
    #expect(state["b"] == nil)
    #expect(state.user == nil)
    #expect(state.visible == nil)
    #expect(state.records["a"]?.shown == 1)
    #expect(state.counts.launches == 2)
  }
}
