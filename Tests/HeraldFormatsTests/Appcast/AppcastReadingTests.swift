import Herald
import HeraldFormats
import Testing

/// Feeds as others publish them; each value is from a public report or a published feed.
@Suite("Feeds of releases as others write them")
struct AppcastReadingTests {
  private static let sparkle = "http://www.andymatuschak.org/xml-namespaces/sparkle"

  private func feed(_ items: String..., space: String = sparkle, channel: String = "") -> String {
    "<rss version=\"2.0\" xmlns:sparkle=\"\(space)\"><channel>\(channel)"
      + items.map { "<item>\($0)</item>" }.joined() + "</channel></rss>"
  }

  private func release(_ version: String, _ more: String = "", _ attributes: String = "") -> String {
    "<sparkle:version>\(version)</sparkle:version><enclosure url=\"https://d/\(version)\" \(attributes)/>\(more)"
  }

  private func outcome(_ text: String, _ properties: [String: String] = [:]) -> String {
    Installed("1.0", properties).outcome(text, as: "appcast")
  }

  @Test(
    "A feed whose names stand in another namespace, or in none, is refused, and the namespace is named",
    arguments: [
      (#"<item><sparkle:version>2</sparkle:version></item>"#, "http://www.example.com/"),
      (#"<item><enclosure url="https://d/2" sparkle:version="2"/></item>"#, "http://www.example.com/"),
      ("<item><version>2</version></item>", "no namespace"),
      (#"<item><fervor:version xmlns:fervor="http://fervor/">2</fervor:version></item>"#, "http://fervor/"),
    ])
  func otherNamespaceIsRefused(items: String, named: String) {
    let text =
      "<rss version=\"2.0\" xmlns:sparkle=\"http://www.example.com/\"><channel>\(items)</channel></rss>"
    let document = read(text, format: "appcast")
    #expect(document.refusal == .noVersion)
    #expect(document.diagnostics.last?.why.contains(named) == true)
    #expect(document.diagnostics.last?.fix.contains(Self.sparkle) == true)
  }

  @Test("A feed without a version does not lift what an earlier feed asked for")
  func feedWithoutAVersionLiftsNothing() {
    var installed = Installed("1.0")
    let rules = #"{"deadline":{"at":"2026-01-01T00:00Z"}}"#
    #expect(installed.fetch(feed(release("2.0")), as: "appcast", houseRules: rules) == "force")
    #expect(installed.fetch(feed("<title>News</title>"), as: "appcast") == "noVersion")
    #expect(installed.prompt?.kind == .force)
  }

  @Test(
    "An item without a version leaves out itself and nothing else, and is found",
    arguments: ["<title>News</title>", "<sparkle:version> </sparkle:version>"])
  func newsIsLeftOut(item: String) {
    let document = read(feed(item, release("2.0")), as: "appcast", storeURL: nil)
    #expect(document.codes == ["invalidVersion"])
    #expect(outcome(feed(item, release("2.0"))) == "optional")
  }

  @Test(
    "A feed of upgrader is compared with the version that people see on phones, whatever the code (upgrader#479)",
    arguments: [
      ("android", "1.14.0", "114", "optional"), ("Android", "1.15.0", "1", "noRule"),
      ("iOS", "1.14.0", "114", "optional"), ("iPadOS", "1.15.0", "1", "noRule"), ("macos", "1.14.0", "114", "noRule"),
      ("macos", "1.15.0", "1", "optional"), ("macos", "1.14.0", nil, "optional"),
      ("windows", "1.14.0", "114", "noRule"),
    ] as [(String, String, String?, String)])
  func upgraderComparesNames(system: String, version: String, code: String?, expected: String) {
    var properties = ["deviceOsName": system]
    properties["appVersionCode"] = code
    let text = feed("<enclosure url=\"https://d/a\" sparkle:version=\"1.15.0\"/>")
    #expect(Installed(version, properties).outcome(text, as: "appcast") == expected)
    let both = feed(release("200", "<sparkle:shortVersionString>1.15.0</sparkle:shortVersionString>"))
    properties["appVersionCode"] = "199"
    #expect(Installed("1.15.0", properties).outcome(both, as: "appcast") == "optional")
  }

  @Test("A critical or informational version of an upgrader's feed is a version that people see")
  func boundsFollowTheComparison() {
    let phone = ["deviceOsName": "android", "appVersionCode": "114"]
    var installed = Installed("1.0", phone)
    _ = installed.fetch(
      feed(release("2.0", #"<sparkle:criticalUpdate sparkle:version="1.5"/>"#)), as: "appcast")
    #expect(installed.prompt?.buttons.contains(.skip) == false)
    let news =
      "<link>https://news</link><sparkle:informationalUpdate><sparkle:version>1.0</sparkle:version>"
      + "</sparkle:informationalUpdate>"
    _ = installed.fetch(feed(release("2.0", news)), as: "appcast")
    #expect(installed.prompt?.destination == "https://news")
  }

  @Test(
    "A release's date is read in every form that feeds write",
    arguments: [
      "Mon, 02 Mar 2026 08:00:00 +0000", "Mon, 02 Mar 2026 08:00:00 +00:00", "Mon, 02 Mar 2026 10:00:00 +02:00",
      "Monday, 02 March 2026 08:00:00 +0000", "Mon, 2 March 2026 08:00:00 GMT", "Mon, 02 Mar 2026 08:00:00",
      "Mon 02 Mar 2026 08:00:00 +0000", "02 Mar 2026 08:00:00 +0000", "Mon, 02 Mar 2026 09:00:00 CET",
      "Mon, 02 Mar 2026 10:00:00 CEST", "Mon, 02 Mar 2026 10:00:00 EET", "Mon, 02 Mar 2026 09:00:00 BST",
      "Mon, 02 Mar 2026 13:30:00 IST", "Mon, 02 Mar 2026 17:00:00 JST", "Mon, 02 Mar 2026 08:00:00 GMT+0000",
      "Mon, 02 Mar 2026 10:00:00 GMT+02:00", "Mon, 02 Mar 2026 10:00:00 UTC +0200", "Mon, 02 Mar 2026 8:00:00 +0000",
      "Mon, 02 Mar 26 08:00:00 +0000", "Mon, 02 Mar 2026 08:00 +0000", "Mon,02 Mar 2026 08:00:00 Z",
      "Mon, 02 Mar 2026 08:00:00 UT", "Mon, 02 Mar 2026 09:00:00 +0100 (CET)", "mon, 02 mar 2026 08:00:00 utc",
      "02-Mar-2026 08:00:00 GMT", "2026-03-02T08:00:00Z", "2026-03-02 08:00:00 +0000", "Mo., 02 Mar 2026 08:00:00 GMT",
      "Mon, 02 Mar 2026 08:00:00 GMT+0",
    ])
  func dateIsRead(text: String) throws {
    let document = read(feed(release("2.0", "<pubDate>\(text)</pubDate>")), as: "appcast", storeURL: nil)
    let releasedAt = try #require(try document.policy().rules.first?.releasedAt)
    #expect(releasedAt.distance(to: DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))) == 0)
    #expect(document.codes.isEmpty)
  }

  @Test(
    "A release with phases whose beginning or length cannot be read stays in its first phase, with an error",
    arguments: [
      ("<pubDate>soon</pubDate>", "86400", "invalidDate"), ("", "86400", "invalidDate"),
      ("<pubDate>Pzt, 02 Ağu 2026 08:00:00 +0300</pubDate>", "86400", "invalidDate"),
      ("<pubDate>Mon, 02 Mar 2026 08:00:00 GMT</pubDate>", "a day", "limitNotRead"),
      ("<pubDate>Mon, 02 Mar 2026 08:00:00 GMT</pubDate>", "-1", "limitNotRead"),
      ("<pubDate>Mon, 02 Mar 2026 08:00:00 GMT</pubDate>", "1e30", "limitNotRead"),
    ])
  func unreadPhasesStayAtTheFirst(date: String, interval: String, code: String) throws {
    let text = feed(
      release("2.0", date + "<sparkle:phasedRolloutInterval>\(interval)</sparkle:phasedRolloutInterval>"))
    let document = read(text, as: "appcast", storeURL: nil)
    let phases = try #require(try document.policy().rules.first?.phases)
    #expect(phases.steps == [1429])
    #expect(phases.instants(offsetMinutes: 0).count == 1)
    #expect(document.diagnostics.map(\.code.name) == [code])
    #expect(document.diagnostics.map(\.severity) == [.error])
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test("House rules that count from a release hold back one whose date cannot be read, unless the user asks")
  func unreadDateHoldsBack() {
    let text = feed(release("2.0", "<pubDate>soon</pubDate>"))
    var installed = Installed("1.0")
    #expect(installed.fetch(text, as: "appcast", houseRules: #"{"releasedForDays":1}"#) == "noRule")
    #expect(installed.explanation.rules.map(\.failed) == [.age])
    let phases = #"{"phasedRollout":{"steps":[10,100],"stepHours":24}}"#
    #expect(installed.fetch(text, as: "appcast", houseRules: phases) == "noRule")
    #expect(installed.explanation.rules.map(\.failed) == [.rollout])
    #expect(installed.fetch(feed(release("2.0")), as: "appcast", houseRules: #"{"releasedForDays":1}"#) == "optional")
  }

  @Test(
    "A release for systems and architectures is for them under all their names, wherever the limit stands",
    arguments: [
      ("", #"sparkle:os="windows-x64""#, ["deviceOsName": "windows", "deviceArchitecture": "x86_64"], true),
      ("", #"sparkle:os="windows-x64""#, ["deviceOsName": "Windows", "deviceArchitecture": "x64"], true),
      ("", #"sparkle:os="windows-x64""#, ["deviceOsName": "windows-x64"], true),
      ("", #"sparkle:os="windows-x64""#, ["deviceOsName": "windows", "deviceArchitecture": "arm64"], false),
      ("", #"sparkle:os="windows-x64""#, ["deviceOsName": "windows"], false),
      ("", #"sparkle:os="windows-arm64""#, ["deviceOsName": "windows-x64"], false),
      ("", #"sparkle:os="windows""#, ["deviceOsName": "windows-x64"], true),
      ("", #"sparkle:os="osx""#, ["deviceOsName": "macOS"], true),
      ("", #"sparkle:os="mac""#, ["deviceOsName": "Mac OS X"], true),
      ("", #"sparkle:os="macos""#, ["deviceOsName": "osx"], true),
      ("", #"sparkle:os="macos-arm64""#, ["deviceOsName": "macos", "deviceArchitecture": "arm64"], true),
      ("", #"sparkle:os="linux-x86_64""#, ["deviceOsName": "linux", "deviceArchitecture": "x64"], true),
      ("", #"sparkle:os="linux""#, ["deviceOsName": "macos"], false),
      ("", #"sparkle:cpu="arm64""#, ["deviceArchitecture": "arm64"], true),
      ("", #"sparkle:cpu="arm64""#, ["deviceArchitecture": "x86_64"], false),
      ("", #"sparkle:cpu="x64, arm64""#, ["deviceArchitecture": "X86_64"], true),
      ("<sparkle:hardwareRequirements>arm64</sparkle:hardwareRequirements>", "", ["deviceArchitecture": "ARM64"], true),
      ("<sparkle:hardwareRequirements>arm64</sparkle:hardwareRequirements>", "", [:], false),
      (
        "<sparkle:hardwareRequirements>arm64</sparkle:hardwareRequirements>", "", ["deviceArchitecture": "x86_64"],
        false
      ),
      ("<sparkle:minimumsystemversion>14</sparkle:minimumsystemversion>", "", ["deviceOsVersion": "13"], false),
      ("", #"sparkle:minimumSystemVersion="14""#, ["deviceOsVersion": "13"], false),
      ("", #"sparkle:MinimumSystemVersion="14""#, ["deviceOsVersion": "14"], true),
    ] as [(String, String, [String: String], Bool)])
  func limitsAreRead(elements: String, attributes: String, properties: [String: String], isOffered: Bool) {
    #expect(outcome(feed(release("2.0", elements, attributes)), properties) == (isOffered ? "optional" : "noRule"))
  }

  @Test("A limit inside an enclosure counts")
  func limitInsideAnEnclosureCounts() {
    let text = feed(
      "<sparkle:version>2</sparkle:version><enclosure url=\"https://d/2\">"
        + "<sparkle:minimumSystemVersion>14</sparkle:minimumSystemVersion></enclosure>")
    #expect(outcome(text, ["deviceOsVersion": "13"]) == "noRule")
    #expect(outcome(text, ["deviceOsVersion": "14"]) == "optional")
  }

  @Test(
    "Of several enclosures of an item the one that fits is offered (cctop)",
    arguments: [("arm64", "https://d/arm"), ("x86_64", "https://d/intel"), (nil, nil)] as [(String?, String?)])
  func fittingEnclosureIsOffered(architecture: String?, url: String?) throws {
    let text = feed(
      "<sparkle:version>2.0</sparkle:version><enclosure url=\"https://d/arm\" sparkle:cpu=\"arm64\"/>"
        + "<enclosure url=\"https://d/intel\" sparkle:cpu=\"x86_64\"/>")
    var installed = Installed("1.0", architecture.map { ["deviceArchitecture": $0] } ?? [:])
    _ = installed.fetch(text, as: "appcast")
    #expect(installed.prompt?.destination?.string == url)
    let ids = try read(text, as: "appcast", storeURL: nil).policy().rules.map(\.id)
    #expect(ids == ["update:appcast-2.0", "update:appcast-2.0-2"])
  }

  @Test("A release that leads nowhere takes no name from one that does")
  func onlyRulesShareNames() throws {
    let text = feed("<sparkle:version>2.0</sparkle:version>", release("2.0"))
    #expect(try read(text, as: "appcast", storeURL: nil).policy().rules.map(\.id) == ["update:appcast-2.0"])
  }

  @Test(
    "Notes in several languages are shown in the device's (CotEditor)",
    arguments: [
      ("de-AT", "Schneller.", "de"), ("fr", "Plus vite.", "fr"), ("en-GB", "Faster.", "en"), ("ja", "Plus vite.", nil),
      (nil, "Plus vite.", nil),
    ] as [(String?, String, String?)])
  func notesAreByLanguage(device: String?, notes: String, key: String?) throws {
    let text = feed(
      release(
        "2.0",
        #"<description xml:lang="fr">Plus vite.</description><description xml:lang="de">Schneller.</description>"#
          + "<description>Faster.</description><title>Version 2.0</title>"),
      channel: "<language>en</language>")
    var installed = Installed("1.0", device.map { ["deviceLanguage": $0] } ?? [:])
    _ = installed.fetch(text, as: "appcast")
    let prompt = try #require(installed.prompt)
    #expect(prompt.whatIsNew == notes)
    #expect(prompt.language?.string == key)
    #expect(prompt.title == "Version 2.0")
  }

  @Test("A text without a language is for all others, and one text alone is for everybody")
  func textWithoutALanguageIsForAll() throws {
    let both = feed(
      release("2.0", #"<description xml:lang="fr">Plus vite.</description><description>Faster.</description>"#))
    var installed = Installed("1.0", ["deviceLanguage": "ja"])
    _ = installed.fetch(both, as: "appcast")
    #expect(installed.prompt?.whatIsNew == "Faster.")
    #expect(installed.prompt?.language == "*")
    _ = installed.fetch(feed(release("2.0", #"<description xml:lang="fr">Plus vite.</description>"#)), as: "appcast")
    #expect(installed.prompt?.whatIsNew == "Plus vite.")
    #expect(installed.prompt?.language == nil)
  }

  @Test(
    "A slip of a publisher is found",
    arguments: [
      ("<title>Version 2.0.8</title>", "2.0.7", "otherTitle"), ("<title>Version 2.0.8</title>", "2.0.8", nil),
      ("<sparkle:channel>beta</sparkle:channel>", "2.0", "onlyChannels"),
      ("<sparkle:minimumSystemVersion>Monterey</sparkle:minimumSystemVersion>", "2.0", "limitNotRead"),
      (#"<sparkle:criticalUpdate sparkle:version="soon"/>"#, "2.0", "invalidVersion"),
      (
        #"<sparkle:criticalUpdate/><description xml:lang="de">a</description><description xml:lang="fr">b</description>"#,
        "2.0", "forceWithoutFallback"
      ),
      (
        #"<sparkle:criticalUpdate/><description>a</description><description xml:lang="fr">b</description>"#,
        "2.0", nil
      ),
      (#"<sparkle:criticalUpdate/><description xml:lang="fr">b</description>"#, "2.0", nil),
      ("<sparkle:minimumSystemVerson>14.0</sparkle:minimumSystemVerson>", "2.0", "unknownElement"),
      ("<sparkle:fullReleaseNotesLink>https://e.com</sparkle:fullReleaseNotesLink>", "2.0", nil),
      (#"<description xml:lang="de">a</description><description xml:lang="fr">b</description>"#, "2.0", nil),
    ] as [(String, String, String?)])
  func slipIsFound(keys: String, version: String, code: String?) {
    let document = read(feed(release(version, keys)), as: "appcast", storeURL: nil)
    #expect(document.codes == [code].compactMap(\.self))
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test("Releases in another order by build than by short version are found")
  func otherOrderIsFound() {
    let text = feed(
      release("10", "<sparkle:shortVersionString>2.0</sparkle:shortVersionString>"),
      release("9", "<sparkle:shortVersionString>2.1</sparkle:shortVersionString>"))
    #expect(read(text, as: "appcast", storeURL: nil).codes == ["otherOrder"])
  }
}
