import Herald
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
  @Test(
    "A relative reference is percent-encoded where it needs it, and never twice",
    arguments: [
      ("", ""), (" a b ", "a%20b"), ("//[::1]:80/[", "//[::1]:80/%5B"), ("/a//[b]", "/a//%5Bb%5D"),
      ("?é#a#b", "?%C3%A9#a%23b"),
      ("100%", "100%25"), ("%41", "%41"), ("https://[::1]/[", "https://[::1]/%5B"), ("a/b:c//[d]", "a/b:c//%5Bd%5D"),
      ("//", "//"), ("/", "/"), (":", ":"),
    ])
  func referencesAreEncodedOnce(text: String, encoded: String) {
    #expect(PercentEncoding.reference(text) == encoded)
  }

  @Test(
    "A percent-encoded name or value loses every meaning that it could have in a URL",
    arguments: [
      ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b+c", "a%20b%2Bc"), ("&=#?/%41", "%26%3D%23%3F%2F%2541"), ("é", "%C3%A9"),
      ("\r\n\u{0}", "%0D%0A%00"),
    ])
  func componentsLoseTheirMeaning(text: String, encoded: String) {
    #expect(PercentEncoding.component(text) == encoded)
  }
}
