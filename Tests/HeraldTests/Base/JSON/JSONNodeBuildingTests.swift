import Testing

@testable import Herald

@Suite("JSON that is written for people")
struct JSONNodeBuildingTests {
  @Test(
    "JSON written for people is the same value, on one line or indented",
    arguments: [
      #"{}"#, #"[]"#, #"{"a":[1,2.50,"x",null,true],"b":{"c":"\"\\é"}}"#,
      #"["a long text that makes the line longer than forty columns",{"key":["and","more","of","it"]}]"#,
    ])
  func indentedTextIsTheSameValue(text: String) throws {
    let node = try JSONNode.read(text).node
    #expect(node.line == text)
    for width in [1, 40, 100] {
      let again = try JSONNode.read(node.indented(width: width)).node
      #expect(again.line == text)
    }
  }

  @Test("What fits into the width stays on one line, and the rest is indented")
  func longValuesAreIndented() throws {
    let node = try JSONNode.read(#"{"a":[1,2],"b":["xxxxxxxxxxxx","yyyyyyyyyyyy"]}"#).node
    #expect(
      node.indented(width: 20) == """
        {
          "a": [1,2],
          "b": [
            "xxxxxxxxxxxx",
            "yyyyyyyyyyyy"
          ]
        }
        """)
  }
}
