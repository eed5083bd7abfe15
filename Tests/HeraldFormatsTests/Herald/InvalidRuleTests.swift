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
    let document = read(#"{"packageName":"a","updates":{"descriptions":7}}"#)
    #expect(try document.policy().rules.isEmpty)
    #expect(document.codes == ["singleObject", "invalidRule"])
  }

  @Test("The later of two readable rules with one id is invalid")
  func laterRuleOfOneIDIsInvalid() throws {
    let marked = try Marked(
      """
      {"packageName":"a","messages":[{"id":5,"descriptions":{"en":"first"}},
        {"id":7,"descriptions":7}, {"id":"7","descriptions":{}}, {"id": ▸5.0,"descriptions":{}}]}
      """)
    let document = read(marked.text)
    #expect(try document.policy().rules.map(\.id) == ["message:5", "message:7"])
    let last = try #require(document.diagnostics.last)
    #expect(last.what == "The id `message:5` stands twice.")
    let pointer = "/messages/3/id"
    #expect(last.place == DocumentPlace(line: marked.line, column: marked.column, pointer: pointer))
  }

  @Test("Ids are compared scalar by scalar")
  func idsAreComparedScalarByScalar() throws {
    let document = read(
      "{\"packageName\":\"a\",\"messages\":[{\"id\":\"é\",\"descriptions\":{}},{\"id\":\"e\u{301}\",\"descriptions\":{}}]}"
    )
    #expect(try document.policy().rules.count == 2)
  }

  @Test("The later of two equal rules is invalid, unless an id tells them apart")
  func laterOfTwoEqualRulesIsInvalid() throws {
    let marked = try Marked(
      #"{"packageName":"a","messages":[{"descriptions":{"en":"x"}},▸{"descriptions":{"en":"x"},"rollout":5}]}"#)
    let document = read(marked.text)
    #expect(try document.policy().rules.count == 1)
    #expect(
      document.diagnostics.map(\.place) == [DocumentPlace(line: 1, column: marked.column, pointer: "/messages/1")])
    #expect(try read(marked.text.replacing(#""rollout":5"#, with: #""id":5"#)).policy().rules.count == 2)
  }
}
