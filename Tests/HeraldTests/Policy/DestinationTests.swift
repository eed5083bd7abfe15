import Herald
import HeraldTestSupport
import Testing

@Suite("Destinations")
struct DestinationTests {
  @Test("Reading a destination twice changes nothing, and all of it is allowed in a URL", arguments: Seeds.all)
  func readingADestinationIsIdempotent(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let parts = [
      "a", "%", "%2", "%41", "%zz", "é", "\u{1F600}", " ", "#", "[", "]", "/", "?", "@", ":", "\"", "\\", "^", "\u{0}",
      "<", "+",
    ]
    var readable = 0
    for _ in 0..<100 {
      let text =
        random.pick(["https://h/", "HTTP://u@h", "itms-apps:", "market://", "https://", "ftp://h"])
        + random.text(of: parts, count: 0...8)
      guard let url = Destination.read(text) else { continue }
      readable += 1
      #expect(Destination.read(url.string) == url, "`\(text)`")
      #expect(url.string.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }, "`\(url)`")
      #expect(url.string.utf8.count { $0 == UInt8(ascii: "#") } <= 1, "`\(url)`")
      #expect(Destination.read(" \n" + text + "\u{3000}") == url || text.trimmed != text, "`\(text)`")
    }
    #expect(readable > 50)
  }

  @Test(
    "A destination's characters are encoded where RFC 3986 forbids them, and kept elsewhere",
    arguments: [
      ("https://h/a b", "https://h/a%20b"), ("https://h/%7e%7E~", "https://h/%7e%7E~"),
      ("https://h/%", "https://h/%25"),
      ("https://h/%4", "https://h/%254"), ("https://h/%4g", "https://h/%254g"),
      ("https://h/a[1]", "https://h/a%5B1%5D"),
      ("https://[::1]/a", "https://[::1]/a"), ("https://[::1]:80?[", "https://[::1]:80?%5B"),
      ("https://h/#a#b#", "https://h/#a%23b%23"), ("https://h#", "https://h#"), ("HTTPS://H/É", "HTTPS://H/%C3%89"),
      ("https://h/e\u{301}", "https://h/e%CC%81"), ("https://é.example/", "https://%C3%A9.example/"),
      ("itms-apps:x", "itms-apps:x"), ("ITMS-Services://?a=b", "ITMS-Services://?a=b"), ("market:[", "market:%5B"),
      ("market://details?id=a|b", "market://details?id=a%7Cb"), (" https://h ", "https://h"),
      ("https://h:80", "https://h:80"),
      ("https://u:p@h", "https://u:p@h"), ("https://h/\u{7F}", "https://h/%7F"), ("market://", "market://"),
      ("https://h/-._~:/?@!$&'()*+,;=", "https://h/-._~:/?@!$&'()*+,;="),
    ])
  func forbiddenCharactersAreEncoded(text: String, url: String) {
    #expect(Destination.read(text)?.string == url)
  }

  @Test(
    "A URL that no device could open is not a destination",
    arguments: [
      "", " ", "https:", "https://", "https:///a", "https://?a", "https://#a", "https:/h", "https:h", "http://:80",
      "http://u@",
      "http://u@:80/", "http://@/", "http://a@b@", "http://a@b@:80", "ftp://h/a", "javascript:alert(1)", "market:",
      " market: ", "itms-apps:",
      "itms-services:", "h", "//h/a", "/a", "mar ket://a", "://h", "httpſ://h", "mar\u{212A}et://a",
      "\u{FEFF}https://h",
    ])
  func unusableURLIsNoDestination(text: String) {
    #expect(Destination.read(text) == nil)
  }
}
