import Herald
import Testing

@Suite("A house rule's count of showings")
struct HouseCountTests {
  private static let rules = #"{"maxDisplayCount":2}"#

  /// A document of a format that offers a version, and the outcome of two showings of another one before it.
  private func outcomes(_ first: String, _ second: String, as format: ExactString) -> [String] {
    var installed = Installed("1.0")
    var outcomes: [String] = []
    for text in [first, first, first, second] {
      outcomes.append(installed.fetch(text, as: format, houseRules: Self.rules))
      installed.answer("later")
    }
    return outcomes
  }

  // upgrader#164: *it works but only once*.
  @Test(
    "A house rule counts the showings of the offered version where the rule's id stays",
    arguments: [
      ("itunes", #"{"results":[{"version":"@"}]}"#), ("storepage", "<p>Version @</p>"),
      ("umeng", #"{"update":"Yes","version":"@"}"#), ("appupdater", #"{"latestVersion":"@"}"#),
      ("appupdate", #"{"update":"Yes","new_version":"@"}"#), ("ssvc", #"{"SSVCLatestVersionKey":"@"}"#),
    ] as [(ExactString, String)])
  func newerVersion(format: ExactString, document: String) {
    let found = outcomes(document.replacing("@", with: "2.0"), document.replacing("@", with: "3.0"), as: format)
    #expect(found == ["optional", "optional", "noRule", "optional"])
  }

  @Test("A house rule counts all showings where no version is offered")
  func withoutAVersion() {
    let text = #"{"hasNewVersion":"1","needUpgrade":"0","downloadUrl":"https://example.com/a"}"#
    #expect(outcomes(text, text, as: "login") == ["optional", "optional", "noRule", "noRule"])
  }

  @Test("The answer names the version that is counted, and that the limit is a house rule of the app")
  func words() throws {
    var installed = Installed("1.0")
    for _ in 0..<2 {
      _ = installed.fetch("<p>Version 2.0</p>", as: "storepage", houseRules: Self.rules)
      installed.answer("later")
    }
    #expect(installed.explanation.sentence.contains("for 2.0, by a house rule of the app: 2 of 2"))
    #expect(try installed.comparisons(.count, of: "update:storepage").map(\.subject) == ["times shown for 2.0"])
  }
}
