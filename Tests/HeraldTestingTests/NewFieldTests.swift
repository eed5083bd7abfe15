import Foundation
import HeraldTesting
import Testing

@Suite("Fields that an expectation lacks")
struct NewFieldTests {
  @Test(
    "A field that no line of the file has is agreed, whatever its value and however deep it is",
    arguments: [
      [#""failures":0,"#], [#","unknownEvents":0"#], [#","deferrals":0"#], [#","kind":"message""#],
      [#""trigger":"launch","#, #""trigger":"schedule","#],
    ])
  func newFieldIsAgreed(texts: [String]) throws {
    let corpus = try CopiedCase("clock/set-back-two-days")
    for text in texts { try corpus.changeAll(text, to: "") }
    try corpus.log().check()
  }

  @Test("A null that a line lacks is agreed, although other lines of its kind have the field")
  func missingNullIsAgreed() throws {
    let corpus = try CopiedCase("clock/set-back-two-days")
    try corpus.change(#""show":null,"#, to: "", inLine: 2)
    try corpus.log().check()
  }

  @Test("A field that another line of its kind has must be in each line")
  func knownFieldMustBeThere() throws {
    let corpus = try CopiedCase("clock/set-back-two-days")
    try corpus.change(#""trigger":"launch","#, to: "", inLine: 1)
    #expect(
      try corpus.differences() == [
        """
        set-back-two-days: the decision of `/installations/c10c0001` at revision 2: /trigger: expected − null, \
        actual + "launch"
        """
      ])
  }

  @Test("A field that the file has and the outcome lacks is a difference, even where it is null")
  func fieldThatIsGoneDiffers() throws {
    let corpus = try CopiedCase("clock/set-back-two-days")
    try corpus.change(#""reason":"#, to: #""former":null,"reason":"#, inLine: 1)
    try #require(try corpus.issues().count == 1)
    #expect(try corpus.differences()[0].hasSuffix(": /former: expected − null, actual has no such member"))
  }

  @Test("A property or a record that an expectation lacks is a difference: its name is data")
  func namesOfDataMustBeThere() throws {
    let corpus = try CopiedCase("clock/set-back-two-days")
    try corpus.changeAll(#","deviceModel":"moto g play""#, to: "")
    try #require(try corpus.issues().count == 1)
    let difference = try corpus.differences()[0]
    #expect(difference.hasSuffix(#": /properties/deviceModel: expected − null, actual + "moto g play""#))
  }

  @Test("A field of an element of a list may be newer than the file, and the list is as long as it was")
  func elementsOfLists() throws {
    let corpus = try CopiedCase("clock/set-back-two-days")
    try corpus.changeAll(#","failed":null"#, to: "")
    try corpus.changeAll(#","failed":"period""#, to: "")
    try corpus.log().check()
    try corpus.change(#"[{"rule":"message:1"}]"#, to: "[]", inLine: 1)
    #expect(try corpus.issues().count == 1)
  }
}
