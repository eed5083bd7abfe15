import Testing

@testable import Herald

@Suite("The test of what was skipped")
struct SkippedTests {
  private func passes(
    _ kind: PromptKind = .optional, target: String?, skipped: ExactString?, installed: String?,
    at trigger: Trigger = .launch
  ) throws -> Bool {
    let condition = VersionCondition.below(
      target: try target.map { try #require(PublishedVersion($0)) }, code: nil)
    var trial = Trial(trigger: trigger, record: ShowingRecord(skippedVersion: skipped))
    trial.properties["appVersionName"] = installed
    return trial.passes(.skipped, .make("r", kind, condition: condition))
  }

  @Test(
    "The skipped test hides an optional update while it offers the version that was skipped",
    arguments: [
      ("2.0", nil, "1.0", true), ("2.0", "2.0", "1.0", false), ("2.0", "2", "1.0", false),
      (" 2.0", "2.0.0+x", "1.0", false),
      ("2.1", "2.0", "1.0", true), ("2.0", "2.0-rc", "1.0", true), ("2.0", "two", "1.0", true),
      (nil, "1.0", "1.0", false), (nil, "1.0", "1.0.0", false), (nil, "1.0", "1.1", true), (nil, "1.0", nil, true),
      (nil, "build 7", "build 7", false), (nil, "build 7", "Build 7", true), (nil, "é", "e\u{301}", true),
      (nil, "1.0", "one", true), (nil, "", "", false),
    ] as [(String?, ExactString?, String?, Bool)])
  func skippedVersionIsNotOffered(target: String?, skipped: ExactString?, installed: String?, expected: Bool) throws {
    #expect(try passes(target: target, skipped: skipped, installed: installed) == expected)
  }

  @Test("The skipped test passes a check by hand, and no other trigger", arguments: Trigger.allCases)
  func manualCheckOffersASkippedVersion(trigger: Trigger) throws {
    #expect(try passes(target: "2.0", skipped: "2.0", installed: "1.0", at: trigger) == (trigger == .manual))
  }

  @Test("The skipped test hides only optional updates", arguments: PromptKind.allCases)
  func onlyOptionalUpdatesAreSkipped(kind: PromptKind) throws {
    #expect(try passes(kind, target: "2.0", skipped: "2.0", installed: "1.0") == (kind != .optional))
  }

  @Test("The skipped test is explained with the skipped and the offered version")
  func skippedTestIsExplained() throws {
    let trial = Trial(properties: ["appVersionName": "1.0"], record: ShowingRecord(skippedVersion: "1.0"))
    #expect(
      try trial.comparisons(.skipped, .make()) == [
        Comparison("version skipped", found: "1.0", wanted: "another than 1.0", passed: false, basis: .skip)
      ])
  }
}
