import Herald
import HeraldFormats
import Testing

/// A rule that cannot be read, with a mark at the mistake.
struct InvalidRule: Sendable, CustomTestStringConvertible {
  let rule: String
  /// Below the rule.
  let pointer: String
  let what: String
  var testDescription: String { rule }

  init(_ rule: String, _ pointer: String, _ what: String) {
    self.rule = rule
    self.pointer = pointer
    self.what = what
  }
}

@Suite("A rule that cannot be read")
struct InvalidRuleTests {
  private static let head = #"{ "packageName": "a", "é😀": 1,"#
  private static let valid = #"{"id":1,"descriptions":{},"targetWebsiteUrl":"https://h"}"#

  @Test(
    "An invalid update is left out with its place, and the rest of the document is used",
    arguments: InvalidRule.shared + InvalidRule.updates)
  func invalidUpdateIsLeftOut(invalid: InvalidRule) throws {
    try check(invalid, "updates")
  }

  @Test(
    "An invalid message is left out with its place, and the rest of the document is used", arguments: InvalidRule.shared
  )
  func invalidMessageIsLeftOut(invalid: InvalidRule) throws {
    try check(invalid, "messages")
  }

  private func check(_ invalid: InvalidRule, _ name: String) throws {
    let last = #"{"id":2,"descriptions":{},"targetWebsiteUrl":"https://h"}"#
    let list = "\"\(name)\": [ \(Self.valid),\n \t \(invalid.rule),\n\(last) ] }"
    let marked = try Marked("\(Self.head)\n  \(list)")
    let document = read(marked.text)
    let policy = try document.policy()
    let kind = name == "updates" ? "update" : "message"
    #expect(policy.rules.map(\.id.string) == ["\(kind):1", "\(kind):2"])
    let found = document.diagnostics.filter { $0.code.name == "invalidRule" }
    let diagnostic = try #require(found.first)
    #expect(found.count == 1)
    #expect(diagnostic.severity == .error)
    #expect(isComplete(diagnostic))
    let pointer = "/\(name)/1\(invalid.pointer)"
    #expect(diagnostic.place == DocumentPlace(line: marked.line, column: marked.column, pointer: pointer))
    #expect(diagnostic.what == invalid.what)
  }

  @Test("A document whose only rule is invalid is accepted without rules")
  func documentOfOneInvalidRuleIsAccepted() throws {
    let document = read(#"{"packageName":"a","messages":{"descriptions":7}}"#)
    #expect(try document.policy().rules.isEmpty)
    #expect(document.codes == ["singleObject", "invalidRule"])
  }

  @Test("All mistakes of a rule are told at once, its unknown keys among them")
  func allMistakesOfARuleAreTold() throws {
    let document = read(
      #"""
      {"packageName":"a","updates":[
        {"id":1,"forceupdate":true,"targetVersion":4,"targetWebsiteUrl":"htp://h","rollout":"half",
         "filters":{"deviceOsName":["ios"],"deviceModel":{}},"descriptions":{"en":{"mesage":"m"}}},
        {"id":2,"forceExit":1,"descriptions":{}}]}
      """#)
    #expect(try document.policy().rules.map(\.id) == ["update:2"])
    #expect(document.leftOut == 1)
    let found = document.diagnostics.map { "\($0.code) \($0.place?.pointer ?? "")" }.sorted()
    #expect(
      found == [
        "invalidRule /updates/0/filters/deviceModel", "invalidRule /updates/0/filters/deviceOsName",
        "invalidRule /updates/0/rollout", "invalidRule /updates/0/targetVersion",
        "invalidRule /updates/0/targetWebsiteUrl", "unknownKey /updates/0/descriptions/en/mesage",
        "unknownKey /updates/0/forceupdate",
      ])
    let misspelt = document.diagnostics.first { $0.place?.pointer == "/updates/0/forceupdate" }
    #expect(misspelt?.fix == "did you mean `forceUpdate`?")
    #expect(misspelt?.severity == .error)
  }

  @Test("A rule that leads nowhere because its address cannot be read is not told to lead nowhere")
  func unreadableAddressIsToldOnce() {
    for key in ["targetWebsiteUrl", "targetPackageUrl", "targetGooglePlay", "forceExit"] {
      let document = read(#"{"packageName":"a","updates":[{"id":1,"descriptions":{},"\#(key)":[]}]}"#)
      #expect(document.diagnostics.map(\.place?.pointer) == ["/updates/0/\(key)"])
    }
  }

  @Test("Of readable rules with one id each is kept: the first as it is, a later one with the first free number")
  func laterRuleOfOneIDGetsANumber() throws {
    let marked = try Marked(
      """
      {"packageName":"a","messages":[{"id":5,"descriptions":{"en":"first"}},
        {"id":7,"descriptions":7}, {"id":"7","descriptions":{}}, {"id": ▸5.0,"descriptions":{"en":"x"},"rollout":5}]}
      """)
    let document = read(marked.text)
    let policy = try document.policy()
    #expect(policy.rules.map(\.id) == ["message:5", "message:7", "message:5-2"])
    #expect(policy.rules.map(\.rollout) == [10_000, 10_000, 500])
    #expect(document.codes == ["invalidRule", "sameID"])
    let last = try #require(document.diagnostics.last)
    #expect(last.what == "The id `message:5` stands twice; this rule is `message:5-2`.")
    #expect(last.place == DocumentPlace(line: marked.line, column: marked.column, pointer: "/messages/3/id"))
  }

  @Test("A rule's new id is one that no readable rule of the document has, before it or after")
  func newIDIsFree() throws {
    func rule(_ id: String) -> String { #"{"id":"\#(id)","descriptions":{}}"# }
    let unreadable = #"{"id":"1-2","descriptions":7}"#
    let updates = ["1", "1", "1-2", "1", "1-2", "1-4"].map(rule).joined(separator: ",")
    let document = read(#"{"packageName":"a","messages":[\#(updates)]}"#)
    let ids = ["1", "1-3", "1-2", "1-5", "1-2-2", "1-4"].map { ExactString("message:\($0)") }
    #expect(try document.policy().rules.map(\.id) == ids)
    let other = read(#"{"packageName":"a","messages":[\#(rule("1")),\#(unreadable),\#(rule("1"))]}"#)
    #expect(try other.policy().rules.map(\.id) == ["message:1", "message:1-2"])
  }

  @Test("Ids are compared scalar by scalar")
  func idsAreComparedScalarByScalar() throws {
    let document = read(
      "{\"packageName\":\"a\",\"messages\":[{\"id\":\"é\",\"descriptions\":{}},{\"id\":\"e\u{301}\",\"descriptions\":{}}]}"
    )
    #expect(try document.policy().rules.count == 2)
  }

  @Test("The later of two equal rules without an id gets a number, unless an id tells them apart")
  func laterOfTwoEqualRulesGetsANumber() throws {
    let marked = try Marked(
      #"{"packageName":"a","messages":[{"descriptions":{"en":"x"}},▸{"descriptions":{"en":"x"},"rollout":5}]}"#)
    let document = read(marked.text)
    let ids = try document.policy().rules.map(\.id.string)
    #expect(ids.count == 2)
    #expect(ids.last == ids.first.map { $0 + "-2" })
    #expect(
      document.diagnostics.map(\.place) == [DocumentPlace(line: 1, column: marked.column, pointer: "/messages/1")])
    #expect(!read(marked.text.replacing(#""rollout":5"#, with: #""id":5"#)).codes.contains("sameID"))
  }
}
