import Herald
import HeraldTestSupport
import Testing

@Suite("Profiles and digests")
struct ProfileTests {
  @Test("Profiles are equal whatever the order of their properties")
  func profilesIgnoreOrder() {
    let a = Profile([("b", "2"), ("a", "1")])
    let b = Profile([("a", "1"), ("b", "2")])
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(a.properties.map(\.name) == ["a", "b"])
    #expect(a["b"] == "2")
    #expect(a["c"] == nil)
    #expect(a != Profile([("a", "1"), ("b", "3")]))
    #expect(a != Profile([("a", "1")]))
    #expect(a != .empty)
  }

  @Test("A profile keeps the first property of each name, and compares names scalar by scalar")
  func firstPropertyOfANameCounts() {
    let profile = Profile([("é", "1"), ("e\u{301}", "2"), ("é", "3"), ("a", "4")])
    #expect(profile.properties.count == 3)
    #expect(profile["é"] == "1")
    #expect(profile["e\u{301}"] == "2")
  }

  @Test("A profile is read only from a JSON object of texts")
  func profileIsReadFromTexts() {
    #expect(Profile(json: #"{"a":"1","b":""}"#) == Profile(["a": "1", "b": ""]))
    for text in ["[]", #"{"a":1}"#, #"{"a":null}"#, "{", ""] { #expect(Profile(json: text) == nil, "\(text)") }
  }

  @Test(
    "An event with a malformed digest is refused",
    arguments: [
      "", "sha256:", String(repeating: "0", count: 71), "sha256:" + String(repeating: "0", count: 63),
      "sha256:" + String(repeating: "0", count: 65), "sha256:" + String(repeating: "A", count: 64),
      "sha256:" + String(repeating: "g", count: 64), "SHA256:" + String(repeating: "0", count: 64),
      "sha512:" + String(repeating: "0", count: 64), "sha256:" + String(repeating: "0", count: 63) + "\\u0000",
    ])
  func malformedDigestIsRefused(digest: String) throws {
    let data = #"{"trigger":"launch","url":"u","format":"f","status":200,"digest":"\#(digest)"}"#
    let fault = try #require(throws: WireFault.self) { try readLine(line("fetch.succeeded", data)).get() }
    guard case .field(type: .fetchSucceeded, let field) = fault.problem, case .malformedDigest = field.problem else {
      Issue.record("\(fault)")
      return
    }
  }

  @Test(
    "A digest is SHA-256 in lower-case hex",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
  func digestIsSHA256InHex(text: String, hex: String) {
    #expect(Digest.of(text).string == "sha256:" + hex)
    #expect(Digest.of(Array(text.utf8)).string == "sha256:" + hex)
  }
}
