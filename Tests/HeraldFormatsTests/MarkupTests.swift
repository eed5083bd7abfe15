import Herald
import HeraldFormats
import Testing

@Suite("Markup in the texts of documents")
struct MarkupTests {
  @Test(
    "A text with markup is shown as its words",
    arguments: [
      (
        "<!-- only for us --><h2>What&#39;s new</h2><ul><li>Faster</li><li>Smaller</li></ul>",
        "What's new\nFaster\nSmaller"
      ),
      ("One<br>two<br/>three", "One\ntwo\nthree"), ("<p>A &amp; B</p><p>C &mdash; D</p>", "A & B\nC — D"),
      ("<style>p { color: red }</style><p>Text</p><script>x()</script>", "Text"),
      ("Fixes\n- a\n- b", "Fixes\n- a\n- b"),
      ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"), ("Tom & Jerry", "Tom & Jerry"),
      ("Tom &amp; Jerry\n\n- a", "Tom & Jerry\n\n- a"),
      ("a <b unfinished", "a <b unfinished"),
    ])
  func markupIsDropped(written: String, shown: String) throws {
    let json = written.replacingNewlines
    for (format, text) in [
      ("itunes", #"{"results":[{"version":"2.0","trackId":1,"releaseNotes":"\#(json)"}]}"#),
      ("umeng", #"{"update":"Yes","version":"2.0","update_log":"\#(json)"}"#),
      ("appupdater", #"{"latestVersion":"2.0","releaseNotes":["\#(json)"]}"#),
    ] {
      var installed = Installed("1.0")
      _ = installed.fetch(text, as: ExactString(format))
      #expect(installed.prompt?.whatIsNew == shown)
    }
  }

  @Test(
    "A text with markup and no word is no text", arguments: ["<p> </p>", "<!-- -->", "&nbsp;", "<script>x</script>"])
  func emptyMarkupIsNoText(written: String) throws {
    var installed = Installed("1.0", ["deviceLanguage": "en"])
    _ = installed.fetch(#"{"version":"2.0","message":"\#(written)"}"#, as: "segments")
    #expect(installed.prompt?.language == nil)
    #expect(installed.prompt?.message.isEmpty == false)
  }
}

extension String {
  fileprivate var replacingNewlines: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
  }
}
