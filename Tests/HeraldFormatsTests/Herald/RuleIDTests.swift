import Herald
import Testing

@Suite("The id of a rule")
struct RuleIDTests {
  private func id(_ keys: String, list: String = "messages") throws -> String {
    let text = #"{"packageName":"a","\#(list)":[{"descriptions":{"*":"t"}\#(keys)}]}"#
    return try #require(try read(text).policy().rules.first).id.string
  }

  @Test(
    "A rule's id is what the document says, a number as RFC 8785 writes it",
    arguments: [
      ("7", "7"), ("7.0", "7"), ("-3", "-3"), ("5.9", "5.9"), ("1e21", "1e+21"), ("4294967303", "4294967303"),
      (#""7""#, "7"), (#"" 7 ""#, " 7 "), (#""00""#, "00"), (#""0.0""#, "0.0"), (#""é""#, "é"), ("1e400", "1e400"),
      (#"" ""#, " "), ("0.1e1", "1"),
    ])
  func writtenIDIsKept(written: String, id: String) throws {
    #expect(try self.id(#","id":\#(written)"#) == "message:" + id)
    #expect(try self.id(#","targetWebsiteUrl":"https://h","id":\#(written)"#, list: "updates") == "update:" + id)
  }

  @Test(
    "A rule without an id has an automatic one",
    arguments: ["", #","id":0"#, #","id":"0""#, #","id":"""#, #","id":null"#, #","id":-0.0"#])
  func missingIDIsAutomatic(keys: String) throws {
    let canonical = #"{"descriptions":{"*":"t"}}"#
    let expected = Digest.of(canonical).string.dropFirst("sha256:".count).prefix(12)
    #expect(try id(keys) == "message:auto-\(expected)")
  }

  @Test(
    "An automatic id depends on texts and destinations as written, and on nothing else",
    arguments: [
      (
        #","filters":{"x":"y"},"rollout":5,"targetVersion":"2","unknown":1,"targetPackageUrl":null"#,
        #"{"descriptions":{"*":"t"}}"#
      ),
      (
        #","targetWebsiteUrl":" https://h/é ","targetGooglePlay":"1""#,
        #"{"descriptions":{"*":"t"},"targetGooglePlay":"1","targetWebsiteUrl":" https://h/é "}"#
      ),
      (
        #","targetPackageUrl":"","targetPackageName":" b","targetGooglePlay":0.0"#,
        #"{"descriptions":{"*":"t"},"targetGooglePlay":0,"targetPackageName":" b","targetPackageUrl":""}"#
      ),
    ])
  func automaticIDHashesTextsAndDestinations(keys: String, canonical: String) throws {
    let expected = Digest.of(canonical).string.dropFirst("sha256:".count).prefix(12)
    #expect(try id(keys) == "message:auto-\(expected)")
  }

  @Test("An automatic id depends neither on the order nor on the form in which texts are written")
  func automaticIDIgnoresOrderAndForm() throws {
    let id = { (descriptions: String) in
      let text = #"{"packageName":"a","messages":[{"descriptions":\#(descriptions)}]}"#
      return try #require(try read(text).policy().rules.first).id
    }
    let first = try id(#"{"en":{"message":"é","n":[1,null]},"tr":"t"}"#)
    #expect(try id(#"{ "tr" : "t", "en" : {"n":[1.0,null],"message":"\u00e9"} }"#) == first)
    #expect(try id("{\"en\":{\"message\":\"e\u{301}\",\"n\":[1,null]},\"tr\":\"t\"}") != first)
    #expect(try id(#"{"en":{"message":"é","n":[1]},"tr":"t"}"#) != first)
    #expect(try id(#"{"en":{"message":"é","n":[1,null],"title":null},"tr":"t"}"#) != first)
  }
}
