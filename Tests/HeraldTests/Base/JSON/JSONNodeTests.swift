import Herald
import Testing

@Suite("JSON values")
struct JSONNodeTests {
  @Test(
    "JSON values are equal whatever their order and form",
    arguments: [
      (#"{"a":1,"b":[true,null]}"#, #"{ "b" : [true, null], "a" : 1.0 }"#), ("100", "1e2"), ("0", "-0.0"),
      (#""é""#, #""\u00e9""#), ("1e400", "10e399"),
      ("123456789012345678901234567890", "12345678901234567890123456789e1"),
    ])
  func equalValuesIgnoreOrderAndForm(left: String, right: String) throws {
    let (a, b) = (try JSONNode.read(left).node, try JSONNode.read(right).node)
    #expect(a.isEqualValue(to: b))
    #expect(b.isEqualValue(to: a))
  }

  @Test(
    "JSON values differ where one scalar does",
    arguments: [
      ("\"é\"", "\"e\u{301}\""), ("\"1\"", "1"), ("0", "false"), ("null", "false"), ("[1,2]", "[2,1]"),
      ("[]", "[null]"),
      (#"{"a":1}"#, #"{"a":1,"b":null}"#), (#"{"a":1}"#, #"{"b":1}"#), ("{\"é\":1}", "{\"e\u{301}\":1}"), ("{}", "[]"),
      ("0.1", "0.10000000000000001"), ("9007199254740993", "9007199254740992"), ("1e400", "1e401"), ("1", "-1"),
      ("1e2000000", "1e3000000"),
    ])
  func oneScalarMakesADifference(left: String, right: String) throws {
    let (a, b) = (try JSONNode.read(left).node, try JSONNode.read(right).node)
    #expect(!a.isEqualValue(to: b))
    #expect(!b.isEqualValue(to: a))
  }

  @Test("A JSON object's key that is null is absent, and keys are compared scalar by scalar")
  func nullKeyIsAbsent() throws {
    let node = try JSONNode.read("{\"a\":null,\"é\":1}").node
    #expect(node[name: "a"] == nil)
    #expect(node[name: "e\u{301}"] == nil)
    #expect(node[name: "é"] != nil)
    #expect(node.members?.count == 2)
    #expect(try JSONNode.read("[1]").node[name: "a"] == nil)
  }

  @Test(
    "A JSON value's kind is named as a person says it",
    arguments: [
      ("null", "null"), ("true", "a boolean"), ("1", "a number"), ("\"\"", "a text"), ("[]", "an array"),
      ("{}", "an object"),
    ])
  func kindIsNamedForPeople(text: String, name: String) throws {
    #expect(try JSONNode.read(text).node.kindName == name)
  }
}
