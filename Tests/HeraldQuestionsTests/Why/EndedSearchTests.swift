import HeraldFormats
import HeraldTestSupport
import Testing

@testable import Herald
@testable import HeraldQuestions

@Suite("Why a rule was not shown where something else ended the search")
struct EndedSearchTests {
  private static func rule(_ id: ExactString, closing: Rule.Closing?, count: Int? = nil) -> Rule {
    Rule(
      id: id, kind: .optional, filters: [Filter(property: "tier", text: "gold")], maxDisplayCount: count,
      descriptions: Descriptions(inAllLanguages: PromptTexts()),
      destinations: Rule.Destinations(onAndroid: "https://h/", elsewhere: "https://h/"), closing: closing)
  }

  @Test("An earlier rule that ends the search is named, with a change that lifts it")
  func closingRuleIsAnObstacle() throws {
    let policy = Policy.make([
      Self.rule("update:1", closing: .onDevice, count: 0), Self.rule("update:2", closing: nil),
    ])
    var stream = Stream()
    stream.append(.launched(["tier": "gold"]))
    stream.append(policy.fetched())
    let whyNot = WhyNot("update:2", try stream.question(), in: stream.state)
    #expect(whyNot.obstacles.map(\.code) == ["closingRule"])
    #expect(!whyNot.smallest.sets.isEmpty)
  }

  @Test("An entry of Prince of Versions that ends the search is opened as a whole, or comes later as a whole")
  func closingEntryGoesAsAWhole() throws {
    let document = #"{"ios2":[{"required_version":"1.0","last_version_available":"2.0"},{"required_version":"4.0"}]}"#
    var stream = Stream()
    stream.append(.launched(["deviceOsName": "ios", "appVersionName": "3.0"]))
    let read = Formats.read(Document(text: document, format: "princeofversions", storeURL: "https://e.com/s"))
    guard case .accepted(let policy) = read.reading else {
      Issue.record("The document is refused.")
      return
    }
    stream.append(policy.fetched())
    let whyNot = WhyNot("update:pov-1-required", try stream.question(), in: stream.state)
    #expect(
      whyNot.smallest.sets == [[.withoutEntry("update:pov-0-2.0")], [.first("update:pov-1-required")]])
    let opened = Hypothesis(whyNot.decision.question, in: stream.state).applying(.withoutEntry("update:pov-0-2.0"))
    #expect(opened.state.policy?.rules.map(\.id) == ["update:pov-1-required"])
  }

  @Test(
    "No edit is promised that the format does not allow: one of two rules of one version, or another order of releases",
    arguments: [
      ("segments", #"{"version":"2.5","downloadUrl":"https://e.com"}"#, "update:segments-minor"),
      (
        "appcast",
        """
        <rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle"><channel>
        <item><link>https://e.com</link><sparkle:version>2.0</sparkle:version></item>
        <item><link>https://e.com</link><sparkle:version>1.5</sparkle:version></item></channel></rss>
        """, "update:appcast-1.5"
      ),
    ] as [(String, String, ExactString)])
  func impossibleEditsAreNotPromised(format: String, document: String, rule: ExactString) throws {
    let read = Formats.read(Document(text: document, format: ExactString(format)))
    guard case .accepted(let policy) = read.reading else {
      Issue.record("The document is refused.")
      return
    }
    var stream = Stream()
    stream.append(.launched(["deviceOsName": "ios", "appVersionName": "1.0"]))
    stream.append(policy.fetched())
    let whyNot = WhyNot(rule, try stream.question(), in: stream.state)
    let changes = whyNot.smallest.sets.flatMap(\.self)
    #expect(!changes.contains(.first(rule)))
    #expect(!changes.contains(.withoutRule("update:segments-major")))
    #expect(!whyNot.smallest.sets.isEmpty)
  }

  @Test("The smallest change of a rule whose policy's signature expired is a signature in time")
  func smallestChangeIsARenewal() throws {
    let key = TestKey(1)
    let text = """
      {"packageName":"a","updates":[
        {"id":1,"skippable":true,"descriptions":{"*":"text"},"targetWebsiteUrl":"https://e.com/"}]}
      """
    var stream = Stream()
    let trust = try Trust(keys: [key.publicKey])
    stream.append(.appLaunched(AppLaunched(profile: Profile([("appPackageName", "a")]), trust: trust)))
    let expiry = stream.now.later(by: 1000)
    stream.append(.fetched(text, signature: key.file(text, "expires:\(expiry.moment)")))
    stream.append(.failed(), at: expiry.later(by: 1))
    let whyNot = WhyNot("update:1", try stream.question(), in: stream.state)
    #expect(whyNot.smallest.sets.contains([.withoutExpiry]))
  }
}
