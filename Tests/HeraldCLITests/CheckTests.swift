import Foundation
import Testing

@Suite("herald check")
struct CheckTests {
  static let policy = #"""
    {"packageName":"com.example","updates":[{"id":7,"targetVersion":"3.0",
      "filters":{"deviceModel":"Pixel*"},"targetWebsiteUrl":"https://example.com/app",
      "descriptions":{"en":{"title":"Three","message":"Version 3 is here"},"*":"New"}}]}
    """#

  private func check(_ policy: String = Self.policy, _ arguments: String...) throws -> Herald.Run {
    let scratch = try Scratch()
    let file = try scratch.write(policy, to: "policy.json")
    return try Herald.run(["check", "--policy", file, "--time", "2026-03-02T08:00:00+01:00"] + arguments)
  }

  private func calendar(_ arguments: String...) throws -> Herald.Run {
    let scratch = try Scratch()
    let file = try scratch.write(Self.policy, to: "policy.json")
    return try Herald.run(
      [
        "check", "--policy", file, "--property", "appPackageName=com.example", "--property", "appVersionName=2.6",
        "--property", "deviceModel=Pixel 8",
      ] + arguments)
  }

  @Test("herald check --calendar prints a line for each stretch of time")
  func checkPrintsACalendar() throws {
    let run = try calendar("--calendar", "2026-12-01", "2026-12-31", "--format", "json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output
        == #"{"from":"2026-12-01T00:00:00.000Z","until":null,"reason":"shown","show":{"rule":"update:7","kind":"optional"}}"#
        + "\n")
  }

  @Test(
    "herald check --calendar takes two dates in their order, and no time beside them",
    arguments: [
      ["--calendar", "2026-12-01"], ["--calendar", "2026-12-31", "2026-12-01"],
      ["--calendar", "2026-12-01", "2026-12-02", "2026-12-03"], ["--calendar", "1 December", "2026-12-31"],
      ["--calendar", "2026-12-01", "2026-12-31", "--time", "2026-12-01T08:00:00Z"],
    ])
  func calendarTakesTwoDates(arguments: [String]) throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.policy, to: "policy.json")
    let run = try Herald.run(["check", "--policy", file] + arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }

  @Test("herald check asks the question of its options, and prints the answer as JSON")
  func checkAsksTheQuestionOfItsOptions() throws {
    let run = try check(
      Self.policy, "--property", "appPackageName=com.example", "--property", "appVersionName=2.6", "--property",
      "deviceModel=Pixel 8", "--property", "deviceLanguage=en-GB", "--trigger", "manual", "--source", "/i/1")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.count == 1)
    #expect(
      run.output.hasPrefix(
        #"{"source":"/i/1","revision":2,"time":"2026-03-02T07:00:00.000Z","trigger":"manual","reason":"shown","#))
  }

  @Test("herald check draws the prompt for people")
  func checkDrawsThePrompt() throws {
    let run = try check(
      Self.policy, "--property", "appPackageName=com.example", "--property", "appVersionName=2.6", "--property",
      "deviceModel=Pixel 8", "--property", "deviceLanguage=en", "--format", "human")
    #expect(run.output.contains("│ Version 3 is here "))
    #expect(run.output.contains("[ Update ]  [ Later ]"))
    #expect(run.output.contains("update:7 (optional) is shown"))
  }

  private static let lookup = #"{"results":[{"version":"3.0","trackId":1,"currentVersionReleaseDate":"2026-03-01"}]}"#

  @Test("herald check applies the app's house rules, and says what the document says besides")
  func checkAppliesHouseRules() throws {
    let scratch = try Scratch()
    let house = try scratch.write(#"{"skippable":true,"rolout":5}"#, to: "house.json")
    let run = try check(
      Self.lookup, "--policy-format", "itunes", "--house-rules", house, "--property", "appVersionName=2.6", "--format",
      "human")
    #expect(run.status == 0)
    #expect(run.output.contains("[ Skip"))
    #expect(run.output.contains("released: 2026-03-01"))
    #expect(run.errors.contains("did you mean `rollout`?"))
  }

  @Test("herald check refuses house rules that are not one object", arguments: ["[]", "", "7", "{"])
  func checkRefusesOtherHouseRules(_ text: String) throws {
    let scratch = try Scratch()
    let house = try scratch.write(text, to: "house.json")
    let run = try check(Self.lookup, "--policy-format", "itunes", "--house-rules", house)
    #expect(run.status == 64)
    #expect(run.errors.contains("not one JSON object"))
  }

  @Test("herald check names each property that rules read and that was not given")
  func checkNamesEachMissingProperty() throws {
    let run = try check(Self.policy, "--property", "appPackageName=com.example", "--property", "appVersionName=2.6")
    #expect(run.status == 0)
    #expect(run.output.contains(#""reason":"noRule""#))
    #expect(run.errors.contains("warning[missingProperty]: `deviceModel` is not given, and `update:7` asks for it."))
    #expect(run.errors.contains("`deviceLanguage`"))
    #expect(!run.errors.contains("`appVersionName`"))
  }

  @Test("herald check names no change of version as a property that is missing")
  func checkNamesNoChangeAsMissing() throws {
    let policy = Self.policy.replacingOccurrences(
      of: #""targetVersion":"3.0","#, with: #""targetVersion":"3.0","updateTypes":["major"],"#)
    let run = try check(policy, "--property", "appPackageName=com.example", "--property", "appVersionName=v2.6")
    #expect(!run.errors.contains("change from"))
    #expect(run.output.contains(#""comparable":false"#))
  }

  @Test(
    "herald check asks for properties alone, and not for a change of version that it cannot tell",
    arguments: ["3.9 (120)", "v3.9", "3.9_beta"])
  func checkAsksForNoChange(version: String) throws {
    let policy =
      #"{"packageName":"a","revision":1,"updates":[{"id":1,"targetVersion":"4.0","updateTypes":["major"],"#
      + #""targetWebsiteUrl":"https://example.com/app","descriptions":{"*":"m"}}]}"#
    let run = try check(
      policy, "--property", "appPackageName=a", "--property", "appVersionName=\(version)", "--property",
      "deviceLanguage=en")
    #expect(run.status == 0)
    #expect(!run.errors.contains("missingProperty"))
  }

  @Test("herald check ends with status 3 for a refused document, and says why and where")
  func checkEndsWithStatus3ForARefusedDocument() throws {
    let run = try check("{}")
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("policy.json:1:1"))
  }

  @Test("herald check prints findings about a document that is not refused, with the file as it was named")
  func checkPrintsFindings() throws {
    let run = try check(#"{"downloadUrl":7,"versions":[]}"#, "--document-format", "login")
    #expect(run.status == 0)
    #expect(run.errors.contains("warning[otherFormat]"))
    #expect(run.errors.contains("policy.json:1:1"))
    #expect(!run.errors.contains("file://"))
  }

  @Test("herald check prints only the last of a great many findings")
  func checkCapsFindings() throws {
    let rows = String(repeating: "1,", count: 99)
    let run = try check(#"{"versions":[\#(rows)1]}"#, "--document-format", "table")
    #expect(run.errors.hasPrefix("81 findings left out before these\n"))
    #expect(run.errors.components(separatedBy: "error[invalidRow]").count == 20)
    #expect(run.codes.last == "noVersion")
  }

  @Test("herald check names both properties where either of them would do")
  func checkNamesBothAlternativeProperties() throws {
    let run = try check(
      #"{"SSVCMinimumSupportedVersionNumber":16809984}"#, "--document-format", "ssvc", "--store-url",
      "https://example.com/app")
    #expect(run.errors.contains("`appVersionCode` or `appVersionName` is not given"))
    #expect(run.errors.contains("--property appVersionCode=… or --property appVersionName=…"))
  }

  @Test("herald check ends with status 3 for another app's document, and names the missing property")
  func checkRefusesAnotherAppsDocument() throws {
    let run = try check()
    #expect(run.status == 3)
    #expect(run.errors.contains("error[otherPackage]"))
    #expect(run.errors.contains("is for `com.example`, and the device names no app."))
    #expect(run.errors.contains("--property appPackageName=com.example,"))
    let other = try check(Self.policy, "--property", "appPackageName=com.other")
    #expect(other.errors.contains("is for `com.example`, and the device runs `com.other`."))
  }

  @Test("herald check ends with status 1 where the policy cannot be had, and with 3 where it is not a text")
  func checkEndsWithStatus1WithoutAPolicy() throws {
    let run = try Herald.run("check", "--policy", "/nowhere.json")
    #expect(run.status == 1)
    #expect(run.errors.contains("error[missingFile]"))
    #expect(run.errors.contains("/nowhere.json"))
    #expect(run.output.isEmpty)
    let scratch = try Scratch()
    try Data([0x7B, 0xFF]).write(to: URL(fileURLWithPath: scratch.path("bytes.json")))
    let bytes = try Herald.run("check", "--policy", scratch.path("bytes.json"))
    #expect(bytes.status == 3)
    #expect(bytes.errors.contains("error[notText]"))
    #expect(bytes.errors.contains("bytes.json"))
  }

  @Test("herald check ends with status 64 on wrong usage, and shows the right usage")
  func checkEndsWithStatus64OnWrongUsage() throws {
    #expect(try check(Self.policy, "--property", "appVersionName").errors.contains("name=value"))
    for arguments in [
      ["--property", "appVersionName"], ["--property", "a=1", "--property", "a=2"], ["--trigger", "fly"],
      ["--document-format", "xml"], ["--policy-format", "xml"], ["--time", "today"],
    ] {
      #expect(try Herald.run(["check", "--policy", "p"] + arguments).status == 64)
    }
  }

  @Test("herald check suggests the known property whose name was misspelt")
  func checkSuggestsAPropertyName() throws {
    let run = try check(Self.policy, "--property", "appPackageName=com.example", "--property", "appVersionNam=2")
    #expect(run.errors.contains("did you mean `appVersionName`?"))
  }
}
