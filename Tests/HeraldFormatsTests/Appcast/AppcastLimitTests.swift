import Herald
import HeraldFormats
import Testing

/// Limits of releases as published feeds write them, and what is said of a device that does not meet one.
@Suite("Limits of releases")
struct AppcastLimitTests {
  private static let sparkle = "http://www.andymatuschak.org/xml-namespaces/sparkle"

  private func feed(_ more: String, _ attributes: String = "", version: String = "2.4") -> String {
    "<rss version=\"2.0\" xmlns:sparkle=\"\(Self.sparkle)\"><channel><item><sparkle:version>\(version)"
      + "</sparkle:version><enclosure url=\"https://d/\" \(attributes)/>\(more)</item></channel></rss>"
  }

  private func findings(_ text: String) -> [Diagnostic] { read(text, as: "appcast", storeURL: nil).diagnostics }

  @Test(
    "A release is offered from its lowest installed version on (Sparkle 2.9; RepoPrompt, Claude Meter)",
    arguments: [
      ("2.0", "1.9", "noRule"), ("2.0", "2.0", "optional"), ("2.0", "2.3", "optional"), ("2.0", "2.4", "noRule"),
      ("1.1", "1.0.9", "noRule"), ("1.1", "1.1.0", "optional"), (" 2.0 ", "2.0", "optional"), ("soon", "2.0", "noRule"),
    ])
  func minimumUpdateVersionIsALimit(lowest: String, installed: String, expected: String) {
    let text = feed("<sparkle:minimumUpdateVersion>\(lowest)</sparkle:minimumUpdateVersion>")
    #expect(Installed(installed).outcome(text, as: "appcast") == expected)
    #expect(findings(text).map(\.code.name) == (lowest == "soon" ? ["limitNotRead"] : []))
  }

  @Test(
    "The lowest version to update from is compared as the release itself is: by the code, on phones by the name",
    arguments: [
      ("macos", "1.0", "295", "optional"), ("macos", "9.0", "294", "noRule"), ("android", "400", "1", "optional"),
      ("android", "200", "300", "noRule"),
    ])
  func lowestVersionFollowsTheComparison(system: String, name: String, code: String, expected: String) {
    let text = feed("<sparkle:minimumUpdateVersion>295</sparkle:minimumUpdateVersion>", version: "500")
    let installed = Installed(name, ["deviceOsName": system, "appVersionCode": code])
    #expect(installed.outcome(text, as: "appcast") == expected)
  }

  @Test("An older release without a lowest version is offered in place of one with it")
  func olderReleaseIsOffered() {
    let items = [("2.4", "<sparkle:minimumUpdateVersion>2.0</sparkle:minimumUpdateVersion>"), ("2.0", "")].map {
      "<item><sparkle:version>\($0)</sparkle:version><link>https://d/\($0)</link>\($1)</item>"
    }
    var installed = Installed("1.0")
    _ = installed.fetch(
      "<rss xmlns:sparkle=\"\(Self.sparkle)\"><channel>\(items.joined())</channel></rss>", as: "appcast")
    #expect(installed.prompt?.destination == "https://d/2.0")
  }

  @Test(
    "A name of Sparkle's namespace that is not read and may restrict a release holds it back, with an error",
    arguments: [
      "minimumOSBuild", "minimumSystemVerson", "hardwareRequirement", "requiredEntitlement", "maximumBuild",
      "deviceModels", "osVersion", "supportedLocales", "rolloutPercentage",
    ])
  func unknownLimitHoldsBack(name: String) throws {
    for text in [feed("<sparkle:\(name)>1</sparkle:\(name)>"), feed("", "sparkle:\(name)=\"1\"")] {
      #expect(Installed("1.0").outcome(text, as: "appcast") == "noRule")
      let finding = try #require(findings(text).first)
      #expect(finding.code.name == "unknownElement")
      #expect(finding.severity == .error)
      #expect(finding.what.contains("`sparkle:\(name)`") || finding.what.contains("\"sparkle:\(name)\""))
      #expect(!finding.fix.contains("remove"))
      #expect(isComplete(finding))
    }
  }

  @Test(
    "A name of Sparkle's namespace that restricts nothing holds nothing back",
    arguments: [
      ("author", true), ("minisignSignature", true), ("edSignature", false), ("minimumAutoupdateVersion", false),
      ("fullReleaseNotesLink", false), ("dsaSignature", false),
    ])
  func otherNamesHoldNothingBack(name: String, isFound: Bool) {
    let text = feed("<sparkle:\(name)>1</sparkle:\(name)>")
    #expect(Installed("1.0").outcome(text, as: "appcast") == "optional")
    #expect(findings(text).map(\.severity) == (isFound ? [.warning] : []))
  }

  @Test(
    "A limit without Sparkle's prefix, or in another namespace, holds all the same, with a finding (swapzy-updates)",
    arguments: [
      (#"os="windows""#, "", ["deviceOsName": "macos"], ["deviceOsName": "windows"]),
      (#"os="windows-x64""#, "", ["deviceOsName": "windows-arm64"], ["deviceOsName": "windows-x64"]),
      (#"minimumSystemVersion="14""#, "", ["deviceOsVersion": "13"], ["deviceOsVersion": "14"]),
      (
        "", #"<f:cpu xmlns:f="http://fervor/">arm64</f:cpu>"#, ["deviceArchitecture": "x86_64"],
        ["deviceArchitecture": "arm64"]
      ),
      ("", "<channel>beta</channel>", [:], ["appcastChannel": "beta"]),
      ("", "<minimumUpdateVersion>1.0</minimumUpdateVersion>", ["appVersionCode": "0.9"], [:]),
    ] as [(String, String, [String: String], [String: String])])
  func limitWithoutItsPrefixHolds(
    attributes: String, elements: String, outside: [String: String], inside: [String: String]
  ) {
    let text = feed(elements, attributes)
    #expect(Installed("1.0", outside).outcome(text, as: "appcast") == "noRule")
    #expect(Installed("1.0", inside).outcome(text, as: "appcast") == "optional")
    #expect(findings(text).filter { $0.code.name == "otherNamespace" }.count == 1)
    #expect(findings(text).allSatisfy(isComplete))
  }

  @Test(
    "The version below which a release is critical is read in any namespace, with a finding that says so",
    arguments: [#"version="2.0""#, #"xmlns:f="urn:other" f:version="2.0""#])
  func criticalVersionIsReadWithoutItsPrefix(attributes: String) throws {
    let text = feed("<sparkle:criticalUpdate \(attributes)/>")
    for (version, hasSkip) in [("1.0", false), ("2.1", true)] {
      var installed = Installed(version)
      _ = installed.fetch(text, as: "appcast")
      #expect(installed.prompt?.buttons.contains(.skip) == hasSkip)
    }
    let found = findings(text).filter { $0.code.name == "otherNamespace" }
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.why.contains("all the same") })
  }

  @Test("Phases hold a release back wherever they stand, and at their first step where they cannot be read")
  func phasesOfADownload() throws {
    let document = read(feed("", #"sparkle:phasedRolloutInterval="x""#), as: "appcast", storeURL: nil)
    #expect(try document.policy().rules.first?.phases?.steps == [1429])
  }

  @Test(
    "Words for systems and architectures that no device has are found, and known ones are not",
    arguments: [
      (#"sparkle:os="win64""#, "", "windows-x64"), (#"sparkle:os="macos,windows""#, "", "macos"),
      (#"sparkle:os="windows-amd64""#, "", "`windows-x86_64`"), (#"sparkle:cpu="aarch64""#, "", "arm64"),
      ("", "<sparkle:hardwareRequirements>apple silicon</sparkle:hardwareRequirements>", "arm64"),
      (#"sparkle:os="osx""#, "", nil), (#"sparkle:os="windows-x64""#, "", nil), (#"sparkle:os="linux""#, "", nil),
      (#"sparkle:cpu="arm64, x64""#, "", nil),
      ("", "<sparkle:hardwareRequirements>arm64</sparkle:hardwareRequirements>", nil),
    ] as [(String, String, String?)])
  func unknownWordIsFound(attributes: String, elements: String, fix: String?) {
    let found = findings(feed(elements, attributes)).filter { $0.code.name == "limitNotRead" }
    #expect(found.isEmpty == (fix == nil))
    if let fix { #expect(found.allSatisfy { $0.fix.contains(fix) && $0.severity == .warning && isComplete($0) }) }
  }

  @Test(
    "A limit is told in words, and not as a filter that no document has",
    arguments: [
      ("<sparkle:minimumSystemVersion>15.0</sparkle:minimumSystemVersion>", "15.0 or later"),
      ("<sparkle:maximumSystemVersion>14</sparkle:maximumSystemVersion>", "14 or earlier"),
      (
        "<sparkle:minimumSystemVersion>Monterey</sparkle:minimumSystemVersion>",
        "Monterey or later, which is not a version"
      ),
    ])
  func limitIsToldInWords(element: String, words: String) throws {
    var installed = Installed("1.0", ["deviceOsVersion": "14.2"])
    _ = installed.fetch(feed(element), as: "appcast")
    let compared = try #require(try installed.comparisons(.filters, of: "update:appcast-2.4").first)
    #expect(compared.wanted == words)
    #expect(compared.decidedBy == nil)
    #expect(!compared.passed)
  }

  @Test(
    "A pre-release out of order is called one, and the advice ends the finding (360bot)",
    arguments: [("2026.1.24-1", "2026.1.24.1", true), ("2.0", "2.2", false)])
  func adviceOnOrderEndsTheFinding(short: String, mended: String, isPreRelease: Bool) throws {
    func feed(_ first: String) -> String {
      let items = [("7952", first), ("7944", isPreRelease ? "2026.1.24" : "2.1")].map {
        "<item><sparkle:version>\($0)</sparkle:version><sparkle:shortVersionString>\($1)</sparkle:shortVersionString>"
          + "<link>https://d/</link></item>"
      }
      return "<rss xmlns:sparkle=\"\(Self.sparkle)\"><channel>\(items.joined())</channel></rss>"
    }
    let finding = try #require(findings(feed(short)).first)
    #expect(finding.code.name == "otherOrder")
    #expect(finding.why.contains("pre-release") == isPreRelease)
    if isPreRelease { #expect(finding.fix.contains("`\(mended)`")) }
    #expect(isComplete(finding))
    #expect(findings(feed(mended)).isEmpty)
  }
}
