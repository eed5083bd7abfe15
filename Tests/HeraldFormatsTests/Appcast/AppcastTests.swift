import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@Suite("Sparkle's feed of releases")
struct AppcastTests {
  /// A feed with Sparkle's names under the prefix `s`.
  private func feed(_ items: String...) -> String {
    let sparkle = "http://www.andymatuschak.org/xml-namespaces/sparkle"
    return "<?xml version=\"1.0\"?><rss version=\"2.0\" xmlns:s=\"\(sparkle)\"><channel><title>App</title>"
      + items.map { "<item>\($0)</item>" }.joined() + "</channel></rss>"
  }

  private func item(_ version: String, _ more: String = "") -> String {
    "<s:version>\(version)</s:version><enclosure url=\"https://d.example.com/\(version)\"/>\(more)"
  }

  private func policy(_ text: String) throws -> Policy {
    try read(text, as: "appcast", storeURL: Installed.store).policy()
  }

  @Test("A feed's newest release that a device can install is offered, and no older one")
  func newestReleaseIsOffered() throws {
    let text = feed(item("1.9"), item("10", "<s:minimumSystemVersion>15</s:minimumSystemVersion>"), item("2.0"))
    var installed = Installed("1.0", ["deviceOsVersion": "14.6"])
    #expect(installed.fetch(text, as: "appcast") == "optional")
    #expect(installed.prompt?.rule == "update:appcast-2.0")
    #expect(installed.prompt?.destination == "https://d.example.com/2.0")
    #expect(installed.explanation.rules.map(\.rule.id) == ["update:appcast-10", "update:appcast-2.0"])
    #expect(Installed("2.0", ["deviceOsVersion": "14.6"]).outcome(text, as: "appcast") == "noRule")
  }

  @Test("A feed's newest release is the last one that is looked at, shown or not")
  func newestReleaseClosesTheSearch() {
    var installed = Installed("1.0")
    #expect(installed.fetch(feed(item("3.0"), item("2.0")), as: "appcast") == "optional")
    installed.answer("skip")
    #expect(installed.fetch(feed(item("3.0"), item("2.0")), as: "appcast") == "noRule")
    #expect(installed.explanation.rules.map(\.failed) == [.skipped])
    #expect(installed.fetch(feed(item("4.0"), item("3.0")), as: "appcast") == "optional")
  }

  @Test(
    "A release's version is compared with the version code, and without one with the version that people see",
    arguments: [
      ("<s:version>200</s:version>", "1.0", "199", "optional"), ("<s:version>200</s:version>", "1.0", "200", "noRule"),
      ("<s:version>200</s:version><s:shortVersionString>2.0</s:shortVersionString>", "2.0", nil, "noRule"),
      ("<s:version>200</s:version><s:shortVersionString>2.0</s:shortVersionString>", "1.9", nil, "optional"),
      ("<s:shortVersionString>2.0</s:shortVersionString>", "1.9", "500", "optional"),
      ("<s:version>2.0</s:version>", "1.9", nil, "optional"), ("<s:version> 2.0 </s:version>", "2.0", nil, "noRule"),
      ("<s:version>soon</s:version>", "1.0", "1", "noVersion"), ("<title>News</title>", "1.0", "1", "noVersion"),
      ("<s:version>soon</s:version><s:shortVersionString>2.0</s:shortVersionString>", "1.0", "9", "optional"),
    ] as [(String, String, String?, String)])
  func versionIsCompared(keys: String, version: String, code: String?, expected: String) {
    let installed = Installed(version, code.map { ["appVersionCode": $0] } ?? [:])
    #expect(installed.outcome(feed(keys), as: "appcast") == expected)
  }

  @Test("A feed's versions may stand at the enclosure, and upgrader's short ones alone")
  func versionStandsAtTheEnclosure() throws {
    let text = feed(
      #"<enclosure url="https://d/2" s:version="20" s:shortVersionString="2.0" s:os="macos"/>"#,
      #"<s:shortVersionString>3.0</s:shortVersionString><enclosure url="https://d/3" s:os="iOS"/>"#)
    #expect(try policy(text).rules.map(\.id) == ["update:appcast-20", "update:appcast-3.0"])
    #expect(try policy(text).rules.map(\.targetVersion?.text) == ["2.0", "3.0"])
    var mac = Installed("1.0", ["deviceOsName": " MacOS"])
    #expect(mac.fetch(text, as: "appcast") == "optional")
    #expect(mac.prompt?.destination == "https://d/2")
    #expect(Installed("1.0", ["deviceOsName": "linux"]).outcome(text, as: "appcast") == "noRule")
  }

  @Test("Releases of one version keep the feed's order, and get ids of their own")
  func equalVersionsGetIdsOfTheirOwn() throws {
    let ids = try policy(feed(item("2.0"), item("2.0"), item("2.0.0"), item("3"))).rules.map(\.id.string)
    #expect(ids == ["update:appcast-3", "update:appcast-2.0", "update:appcast-2.0-2", "update:appcast-2.0.0"])
  }

  @Test(
    "A release is for systems within its bounds, for its channel and for its system",
    arguments: [
      ("<s:minimumSystemVersion>14.0</s:minimumSystemVersion>", "14", nil, "optional"),
      ("<s:minimumSystemVersion>14.0</s:minimumSystemVersion>", "13.9", nil, "noRule"),
      ("<s:maximumSystemVersion>14.0</s:maximumSystemVersion>", "14.1", nil, "noRule"),
      ("<s:minimumSystemVersion>old</s:minimumSystemVersion>", "14", nil, "noRule"),
      ("<s:channel>beta</s:channel>", "14", "nightly, Beta", "optional"),
      ("<s:channel>beta, nightly</s:channel>", "14", "beta", "noRule"),
      ("<s:channel>beta</s:channel>", "14", nil, "noRule"),
      ("<s:channel>*</s:channel>", "14", "beta", "noRule"), ("<s:os>macos</s:os>", "14", nil, "optional"),
      ("<s:os>windows</s:os>", "14", nil, "noRule"),
    ] as [(String, String, String?, String)])
  func releaseIsForSomeDevices(keys: String, system: String, channel: String?, expected: String) {
    var properties = ["deviceOsName": "macOS", "deviceOsVersion": system]
    properties["appcastChannel"] = channel
    #expect(Installed("1.0", properties).outcome(feed(item("2.0", keys)), as: "appcast") == expected)
  }

  @Test(
    "A critical release cannot be skipped, and an earlier skip does not count",
    arguments: [
      ("<s:criticalUpdate/>", true), ("<s:tags><s:criticalUpdate/></s:tags>", true),
      (#"<s:criticalUpdate s:version="1.5"/>"#, true), (#"<s:criticalUpdate s:version="1.0"/>"#, false),
      (#"<s:criticalUpdate s:version="soon"/>"#, false), ("<criticalUpdate/>", false), ("", false),
    ])
  func criticalReleaseCannotBeSkipped(keys: String, isCritical: Bool) {
    var installed = Installed("1.0")
    _ = installed.fetch(feed(item("2.0")), as: "appcast")
    installed.answer("skip")
    #expect(installed.outcome(feed(item("2.0", keys)), as: "appcast") == (isCritical ? "optional" : "noRule"))
    var other = Installed("1.0")
    _ = other.fetch(feed(item("2.0", keys)), as: "appcast")
    #expect(other.prompt?.buttons.contains(.skip) == !isCritical)
  }

  @Test(
    "No limit of house rules that keeps prompts back for a time holds a critical release back",
    arguments: [
      #"{"frequencyCaps":[{"cap":1,"periodInHours":48}]}"#, #"{"displayPeriodInHours":48}"#, #"{"maxDisplayCount":1}"#,
      #"{"releasedForDays":30}"#,
      #"{"phasedRollout":{"startAt":"2027-01-01"}}"#,
    ])
  func limitsLetCriticalReleasesThrough(houseRules: String) {
    let date = "<pubDate>Mon, 02 Mar 2026 08:00:00 +0000</pubDate>"
    func second(_ keys: String) -> String {
      var installed = Installed("1.0")
      _ = installed.fetch(feed(item("2.0", date + keys)), as: "appcast", houseRules: houseRules)
      installed.answer("later")
      installed.wait(hours: 24)
      return installed.fetch(feed(item("2.0", date + keys)), as: "appcast", houseRules: houseRules)
    }
    #expect(second("<s:criticalUpdate/>") == "optional")
    #expect(second("") == "noRule")
  }

  /// Manners that keep prompts back for a time and that no house rule sets.
  enum DocumentLimit: CaseIterable {
    case quietHours, ownQuietHours, weekdays, holdout, ownHoldout, budget, budgetOfGroup

    func apply(to pacing: inout RulePacing) {
      let (quiet, everyone) = (QuietHours(from: 0, to: 1439), Holdout(id: "h", share: 10_000))
      let cap = FrequencyCap(count: 1, period: 48 * 3_600_000)
      switch self {
      case .quietHours: pacing.attention = Attention(quietHours: quiet)
      case .ownQuietHours: pacing.quietHours = quiet
      case .weekdays: pacing.weekdays = []
      case .holdout: pacing.attention = Attention(holdout: everyone)
      case .ownHoldout: pacing.holdout = everyone
      case .budget: pacing.attention = Attention(caps: [cap])
      case .budgetOfGroup:
        pacing.groups = ["g"]
        pacing.attention = Attention(groups: ["g": [cap]], members: ["g": ["update:appcast-2.0"]])
      }
    }
  }

  @Test(
    "No quiet hour, holdout and budget holds a critical release back, were a document to have one",
    arguments: DocumentLimit.allCases)
  func documentsLimitsLetCriticalReleasesThrough(limit: DocumentLimit) throws {
    func second(_ keys: String, _ limit: DocumentLimit?) throws -> Prompt? {
      let rule = try #require(try policy(feed(item("2.0", keys))).rules.first)
      let limited = Policy.make([Rule(rule, pacing: rule.pacing.with { limit?.apply(to: &$0) })])
      let now = Timestamp(milliseconds: 1_772_438_400_000)
      var state = InstallationState()
      let events: [EventData] = [
        .appLaunched(AppLaunched(profile: Profile([("appVersionName", "1.0")]), user: nil)), limited.fetched(),
        .promptShown(PromptShown(prompt: "p", rule: rule.id, kind: .optional)),
        .buttonChosen(ButtonChosen(prompt: "p", button: "later")),
      ]
      for (index, data) in events.enumerated() {
        state.apply(Fact(revision: index + 1, time: DeviceTime(moment: now), data: data))
      }
      let later = DeviceTime(moment: Timestamp(milliseconds: now.milliseconds + 24 * 3_600_000))
      return Explanation(Question(trigger: .launch, now: later, source: "/i/1"), in: state).decision.prompt
    }
    #expect(try second("<s:criticalUpdate/>", limit)?.rule == "update:appcast-2.0")
    #expect(try second("", limit) == nil)
    #expect(try second("", nil)?.rule == "update:appcast-2.0")
  }

  @Test(
    "The app's own roll-out, triggers and kinds of change hold a critical release back",
    arguments: [#"{"rollout":0}"#, #"{"triggers":["manual"]}"#, #"{"updateTypes":["patch"]}"#])
  func choicesHoldCriticalReleasesBack(houseRules: String) {
    var installed = Installed("1.0")
    #expect(
      installed.fetch(feed(item("2.0", "<s:criticalUpdate/>")), as: "appcast", houseRules: houseRules) == "noRule")
  }

  @Test("An informational release leads to its page, and only on the versions that it names")
  func informationalReleaseLeadsToItsPage() {
    let link = "<link>https://example.com/news</link>"
    func destination(_ keys: String, on version: String = "1.0") -> String? {
      var installed = Installed(version)
      _ = installed.fetch(feed(item("2.0", keys)), as: "appcast")
      return installed.prompt?.destination?.string
    }
    #expect(destination(link) == "https://d.example.com/2.0")
    #expect(destination(link + "<s:informationalUpdate/>") == "https://example.com/news")
    let some = link + "<s:informationalUpdate><s:version>1.0.0</s:version></s:informationalUpdate>"
    #expect(destination(some) == "https://example.com/news")
    #expect(destination(some, on: "1.1") == "https://d.example.com/2.0")
    var installed = Installed("1.0")
    _ = installed.fetch(feed("<s:version>2.0</s:version>" + link), as: "appcast")
    #expect(installed.prompt?.destination == "https://example.com/news")
    _ = installed.fetch(feed("<s:version>2.0</s:version>"), as: "appcast")
    #expect(installed.prompt?.destination == Installed.store)
  }

  @Test("A phased release has seven equal steps from its date on, and a critical one none")
  func phasedReleaseHasSevenSteps() throws {
    let keys =
      "<pubDate>Mon, 02 Mar 2026 08:00:00 +0100</pubDate><s:phasedRolloutInterval>86400</s:phasedRolloutInterval>"
    let phases = try #require(try policy(feed(item("2.0", keys))).rules.first?.phases)
    #expect(phases.steps == [1429, 2857, 4286, 5714, 7143, 8571, 10_000])
    #expect(phases.interval == 86_400_000)
    #expect(phases.startAt.distance(to: DeviceTime(moment: Timestamp(milliseconds: 1_772_434_800_000))) == 0)
  }

  @Test(
    "A release's date is read as mail writes it",
    arguments: [
      ("Mon, 02 Mar 2026 08:00:00 +0000", 1_772_438_400_000), ("2 Mar 2026 08:00 GMT", 1_772_438_400_000),
      ("Mon, 02 Mar 2026 03:00:00 EST", 1_772_438_400_000), ("2026-03-02T08:00:00Z", 1_772_438_400_000),
      ("Mon, 30 Feb 2026 08:00:00 +0000", nil), ("soon", nil), ("Mon, 02 Mar 2026 24:00:00 +0000", nil),
    ] as [(String, Int64?)])
  func dateIsRead(text: String, milliseconds: Int64?) throws {
    let document = read(feed(item("2.0", "<pubDate>\(text)</pubDate>")), as: "appcast", storeURL: nil)
    let releasedAt = try document.policy().rules.first?.releasedAt
    #expect(document.codes == (milliseconds == nil ? ["invalidDate"] : []))
    guard let milliseconds else { return #expect(releasedAt == nil) }
    #expect(releasedAt?.distance(to: DeviceTime(moment: Timestamp(milliseconds: milliseconds))) == 0)
  }

  @Test("A release's title and description are shown beside Herald's own message, and its notes are kept")
  func textsAreShown() throws {
    let keys =
      "<title>Version 2</title><description><![CDATA[<b>Faster.</b>]]></description>"
      + "<s:releaseNotesLink>https://example.com/notes</s:releaseNotesLink>"
    var installed = Installed("1.0", ["deviceLanguage": "fr"])
    _ = installed.fetch(feed(item("2.0", keys)), as: "appcast")
    let prompt = try #require(installed.prompt)
    #expect(prompt.title == "Version 2")
    #expect(prompt.whatIsNew == "Faster.")
    #expect(prompt.language == nil)
    let rule = try #require(try policy(feed(item("2.0", keys))).rules.first)
    #expect(rule.remarks == [Rule.Remark(key: "releaseNotesLink", text: "https://example.com/notes")])
  }

  @Test(
    "A document that is not a feed is refused",
    arguments: [
      "", "{}", "<rss/>", "<rss><item/></rss>", "<channel/>", "<html></html>", "<rss><channel></rss>",
      "<!DOCTYPE rss><rss><channel/></rss>", "<rss xmlns='u'><channel/></rss>",
    ])
  func otherDocumentIsRefused(text: String) {
    let document = read(text, format: "appcast")
    #expect(document.refusal == .invalidDocument)
    #expect(document.diagnostics.allSatisfy(isComplete))
  }

  @Test("A feed without items has no rules, and one whose items are no releases is refused")
  func feedWithoutReleasesHasNoRules() throws {
    #expect(try policy(feed()).rules.isEmpty)
    let news = read(feed("<title>News</title><link>https://example.com</link>"), format: "appcast")
    #expect(news.refusal == .noVersion)
    #expect(news.diagnostics.allSatisfy(isComplete))
  }
}
