import HeraldTestSupport
import Testing

@testable import Herald

@Suite("The test of the version, where the document names the published one")
struct PublishedVersionTests {
  private func published(_ text: String) throws -> PublishedVersion { try #require(PublishedVersion(text)) }

  private func passes(_ condition: VersionCondition, _ installed: String?) -> Bool {
    Trial(properties: installed.map { ["appVersionName": $0] } ?? [:]).passes(.version, .make(condition: condition))
  }

  @Test(
    "A condition on older versions needs an older installed one, and no pre-release where those are left out",
    arguments: [
      ("1.9", "2.0", true, true), ("2.0.0", "2", false, false), ("2.1", "2.0", false, false),
      ("2.0-rc", "2.0", true, false), ("1.0", "2.0-rc", true, false), ("2.0-a", "2.0-b", true, false),
      ("1.0+a", "2.0+b", true, true), ("two", "3.0", false, false), ("", "3.0", false, false),
      (nil, "3.0", false, false),
    ] as [(String?, String, Bool, Bool)])
  func installedVersionMustBeOlder(installed: String?, store: String, compared: Bool, leftOut: Bool) throws {
    #expect(passes(.older(than: try published(store), .compared), installed) == compared)
    #expect(passes(.older(than: try published(store), .leftOut), installed) == leftOut)
  }

  @Test(
    "A condition on one version needs an equal installed one, however it is written",
    arguments: [("1.0", true), ("1", true), (" 01.0.0 ", true), ("1.0-rc", false), ("1.0.1", false), (nil, false)]
      as [(String?, Bool)])
  func installedVersionMustBeEqual(installed: String?, expected: Bool) throws {
    #expect(passes(.equal(to: try published("1.0")), installed) == expected)
  }

  @Test(
    "A condition on leading numbers needs a lower first one, or an equal first and a lower second one",
    arguments: [
      ("1.9", "2.0", true, false), ("2.0", "2.1", false, true), ("2", "2.0.1", false, false),
      ("2.5", "3.6", true, false), ("3.0", "2.9", false, false), ("-1", "1", true, false), ("1", "-1", false, false),
      ("-1.2", "-1.3", false, true), ("2.0-rc", "2.1", false, false), ("1.0", "2.0-rc", false, false),
      ("x", "2.0", false, false), (nil, "2.0", false, false),
    ] as [(String?, String, Bool, Bool)])
  func leadingNumbersMustBeLower(installed: String?, store: String, first: Bool, second: Bool) throws {
    #expect(passes(.lower(.first, than: try published(store)), installed) == first)
    #expect(passes(.lower(.second, than: try published(store)), installed) == second)
  }

  @Test("A condition on a version never holds without one") func conditionWithoutAVersionNeverHolds() {
    #expect(!passes(.never, "0.0.1"))
  }

  @Test("A condition on the version is not asked of a rule that leads to another app")
  func otherAppsVersionIsNotAsked() throws {
    let condition = VersionCondition.older(than: try published("2.0"), .compared)
    let rule = Rule.make(condition: condition, targetPackageName: "b")
    #expect(Trial(properties: ["appPackageName": "a", "appVersionName": "9"]).passes(.version, rule))
    #expect(!Trial(properties: ["appPackageName": "b", "appVersionName": "9"]).passes(.version, rule))
  }

  @Test("A condition on the version is explained with both versions")
  func versionConditionIsExplained() throws {
    let conditions: [(VersionCondition, String)] = [
      (.older(than: try published("2.0"), .compared), "lower than 2.0"),
      (.older(than: try published("2.0"), .leftOut), "lower than 2.0, and no pre-release"),
      (.older(than: try published("2-a"), .leftOut), "lower than 2-a, which is a pre-release and is never offered"),
      (.equal(to: try published("2.0")), "version 2.0"),
      (.lower(.first, than: try published("2.0")), "a first number lower than that of 2.0, and no pre-release"),
      (
        .lower(.second, than: try published("2.0")),
        "the first number of 2.0 and a lower second one, and no pre-release"
      ),
      (.never, "lower than a version that the document does not name"),
    ]
    for (condition, wanted) in conditions {
      let trial = Trial(properties: ["appVersionName": "9.0"])
      let compared = try trial.comparisons(.version, .make(condition: condition))
      #expect(compared.map(\.wanted) == [wanted])
      #expect(compared.map(\.found) == ["9.0"])
      #expect(compared.map(\.subject) == ["appVersionName"])
      #expect(compared.map(\.basis) == [.launch])
      #expect(compared.map(\.key) == [VersionCondition.key])
    }
  }

  @Test("A user skips only a condition that is a target version")
  func onlyATargetCanBeSkipped() throws {
    let version = try published("2.0")
    #expect(VersionCondition.below(target: version, code: nil).target == version)
    let others: [VersionCondition] = [
      .none, .older(than: version, .leftOut), .equal(to: version), .lower(.first, than: version), .never,
      .bundleNumber(below: .zero),
    ]
    #expect(others.allSatisfy { $0.target == nil })
  }
}
