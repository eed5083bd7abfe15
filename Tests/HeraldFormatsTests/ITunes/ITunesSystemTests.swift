import Herald
import HeraldFormats
import Testing

@Suite("The App Store lookup of an app that is sold for phones and Macs")
struct ITunesSystemTests {
  private let text =
    #"{"results":[{"version":"3.0.3","trackId":1,"kind":"software","minimumOsVersion":"15.0"},"#
    + #"{"version":"2.4","trackId":2,"kind":"mac-software"}]}"#

  @Test(
    "A Mac has the rules of its own result under all names of its system, as in a feed of releases",
    arguments: [
      ("macos", "2"), ("macOS", "2"), ("osx", "2"), ("Mac OS X", "2"), ("mac", "2"), ("macos-arm64", "2"), ("ios", "1"),
      ("iPadOS", "1"), ("", "1"),
    ])
  func macHasItsOwnResult(system: String, number: String) {
    var installed = Installed("2.3.5", ["deviceOsName": system])
    _ = installed.fetch(text, as: "itunes")
    #expect(installed.prompt?.destination?.string == "itms-apps://itunes.apple.com/app/id\(number)")
  }

  @Test("A Mac of any name has no rule where the lookup has a phone's result alone")
  func phonesResultIsNotForMacs() {
    let phone = #"{"results":[{"version":"3.0.3","trackId":1,"kind":"software"}]}"#
    for system in ["osx", "Mac OS X", "macOS"] {
      #expect(Installed("2.3.5", ["deviceOsName": system]).outcome(phone, as: "itunes") == "noRule")
    }
  }

  @Test("The lowest system is told in words, and not as a filter that no document has")
  func lowestSystemIsToldInWords() throws {
    var installed = Installed("2.3.5", ["deviceOsName": "ios", "deviceOsVersion": "14.2"])
    _ = installed.fetch(text, as: "itunes")
    let wanted = try installed.comparisons(.filters, of: "update:itunes").map(\.wanted)
    #expect(wanted == ["other than macos", "15.0 or later"])
  }
}
