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
