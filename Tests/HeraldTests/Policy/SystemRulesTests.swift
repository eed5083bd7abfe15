import HeraldTestSupport
import Testing

@testable import Herald

@Suite("A document with rules for each operating system")
struct SystemRulesTests {
  private let policy = Policy(
    of: Document(text: "x", format: "princeofversions"),
    bySystem: [
      SystemRules(systems: ["ios", "ipados"], rules: [.make("update:1", .force)]),
      SystemRules(systems: ["android"], rules: [.make("update:1"), .make("update:2")]),
    ])

  private func profile(_ system: ExactString?) -> Profile {
    Profile(system.map { [(name: .deviceOsName, value: $0)] } ?? [])
  }

  @Test(
    "A device has the rules of its system, however the system is written",
    arguments: [
      ("ios", ["force"]), (" iPad OS", ["force"]), ("ANDROID", ["optional", "optional"]), ("linux", []), (nil, []),
    ] as [(ExactString?, [String])])
  func deviceHasItsRules(system: ExactString?, kinds: [String]) {
    #expect(policy.on(profile(system)).rules.map(\.kind.rawValue) == kinds)
  }

  @Test("The rules of every system remain one policy, also at another address and with changed rules")
  func policyStaysWhole() throws {
    #expect(policy.rules.count == 3)
    let copy = try #require(policy.forAnyURL().fetched(from: "https://h/2"))
    #expect(copy.on(profile("ios")).rules.count == 1)
    #expect(copy.on(profile("ios")).url == "https://h/2")
    let changed = policy.mapRules { Rule($0, maxDisplayCount: 7) }
    #expect(changed.on(profile("android")).rules.map(\.maxDisplayCount) == [7, 7])
    #expect(changed.rules.map(\.maxDisplayCount) == [7, 7, 7])
  }

  @Test("A release that lies after the fetch counts as unknown")
  func laterReleaseIsUnknown() throws {
    let date = try #require(WindowDate("2026-03-02T08:00:00Z"))
    let rule = Rule(
      id: "update:1", kind: .optional, releasedAt: date, descriptions: Descriptions(inAllLanguages: PromptTexts()),
      destinations: Rule.Destinations(onAndroid: nil, elsewhere: "https://h/"))
    let policy = Policy.make([rule])
    #expect(policy.fetched(at: try time("2026-03-02T08:00:00Z")) === policy)
    #expect(policy.fetched(at: try time("2026-03-02T07:59:59Z")).rules.map(\.releasedAt) == [nil])
  }
}
