import HeraldTestSupport
import Testing

@testable import Herald

@Suite("The test of the version")
struct VersionTests {
  private func condition(_ target: String?, _ code: Int?) throws -> VersionCondition {
    .below(target: try target.map { try #require(PublishedVersion($0)) }, code: code)
  }

  private func properties(_ name: String?, _ code: String?, _ system: String? = nil) -> [String: String] {
    var properties = ["appPackageName": "a"]
    for (key, value) in [("appVersionName", name), ("appVersionCode", code), ("deviceOsName", system)] {
      properties[key] = value
    }
    return properties
  }

  @Test("The version test passes a rule without a target")
  func ruleWithoutATargetAsksNoVersion() {
    #expect(Trial().passes(.version, .make()))
  }

  @Test(
    "The version test needs an installed version below the target, by name and by code",
    arguments: [
      ("2.0", nil, "1.9", nil, true), ("2.0", nil, "2", nil, false), ("2.0", nil, "2.0.0.1", nil, false),
      ("2.0", nil, "2.0-rc", nil, true), ("2.0", nil, " 1 . 0 ", nil, true), ("2.0", nil, nil, nil, false),
      ("2.0", nil, "", nil, false), ("2.0", nil, "one", nil, false), ("2.0", nil, "v1.0", nil, false),
      (nil, 11, nil, "10", true), (nil, 11, nil, "11", false), (nil, 11, nil, "10.5", true),
      (nil, 11, nil, "ten", false),
      (nil, 11, nil, nil, false), (nil, 11, nil, "", false), (nil, -1, nil, "-2", true), (nil, 0, nil, "0", false),
      (nil, 11, nil, "99999999999999999999", false), ("2.0", 11, "1.0", "10", true), ("2.0", 11, "2.0", "10", false),
      ("2.0", 11, "1.0", "11", false), ("2.0", 11, nil, "10", false), ("2.0", 11, "1.0", nil, false),
    ] as [(String?, Int?, String?, String?, Bool)])
  func installedVersionMustBeBelowTheTarget(
    target: String?, code: Int?, name: String?, installed: String?, expected: Bool
  ) throws {
    let rule = Rule.make(condition: try condition(target, code))
    #expect(Trial(properties: properties(name, installed)).passes(.version, rule) == expected)
    let android = properties(name, installed, "Android")
    #expect(Trial(properties: android).passes(.version, rule) == expected)
  }

  @Test(
    "The version test does not ask a device of another system for a version code that it lacks",
    arguments: [
      ("ios", nil, true), ("iOS", " ", true), ("ios", "", true), ("ios", "10", true), ("ios", "11", false),
      ("ios", "x", false),
      ("", nil, false), (" ", nil, false), (nil, nil, false), ("ANDROID ", nil, false), ("android", " ", false),
      ("android tv", nil, true),
    ] as [(String?, String?, Bool)])
  func missingVersionCodePassesElsewhere(system: String?, installed: String?, expected: Bool) throws {
    let trial = Trial(properties: properties("1.0", installed, system))
    #expect(trial.passes(.version, .make(condition: try condition(nil, 11))) == expected)
    #expect(trial.passes(.version, .make(condition: try condition("2.0", 11))) == expected)
    #expect(!trial.passes(.version, .make(condition: try condition("1.0", 11))))
  }

  @Test(
    "The version test passes a rule about another app",
    arguments: [("b", true), ("a", false), (" a ", false), ("A", true), (nil, false)] as [(ExactString?, Bool)])
  func ruleAboutAnotherAppAsksNoVersion(package: ExactString?, expected: Bool) throws {
    let rule = Rule.make(condition: try condition("1.0", 1), targetPackageName: package)
    #expect(Trial(properties: properties("9.0", "9")).passes(.version, rule) == expected)
    #expect(Trial(properties: ["appPackageName": "\ta"]).passes(.version, rule) == expected)
    // An app without a package name is never the one that a rule names.
    #expect(Trial().passes(.version, rule) == (package != nil))
  }

  @Test("The version test explains both comparisons with the document's own words")
  func versionTestIsExplained() throws {
    let rule = Rule.make(condition: try condition(" 2.0", 11))
    let comparisons = try Trial(properties: properties("2.1", "x")).comparisons(.version, rule)
    #expect(
      comparisons == [
        Comparison(
          "appVersionName", found: "2.1", wanted: "lower than  2.0", passed: false, key: "/targetVersion",
          basis: .launch),
        Comparison(
          "appVersionCode", found: "x", wanted: "lower than 11", passed: false, key: "/targetVersionCode",
          basis: .launch, incomparable: Incomparable(property: "appVersionCode", text: "x", form: .version)),
      ])
  }
}
