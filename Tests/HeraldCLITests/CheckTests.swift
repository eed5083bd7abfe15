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

  @Test("gives the decision's line, with every test, as `why` does")
  func json() throws {
    let run = try check(
      Self.policy, "--property", "appPackageName=com.example", "--property", "appVersionName=2.6", "--property",
      "deviceModel=Pixel 8", "--property", "deviceLanguage=en-GB")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.output.hasPrefix(
        #"{"source":"/installations/phone","revision":2,"time":"2026-03-02T07:00:00.000Z","trigger":"launch","reason":"shown","show":{"rule":"update:7","kind":"optional","language":"en","destination":"https://example.com/app","buttons":["update","later"]},"rules":[{"rule":"update:7","failed":null,"#
      ))
    #expect(run.output.contains(#""test":"filters""#) && run.output.contains(#""because":[{"revision":1"#))
  }

  @Test("draws the prompt for people")
  func human() throws {
    let run = try check(
      Self.policy, "--property", "appPackageName=com.example", "--property", "appVersionName=2.6", "--property",
      "deviceModel=Pixel 8", "--property", "deviceLanguage=en", "--format", "human")
    #expect(run.output.contains("│ Version 3 is here "))
    #expect(run.output.contains("[ Update ]  [ Later ]"))
    #expect(run.output.contains("update:7 (optional) is shown"))
  }

  @Test("decides for any trigger", arguments: ["login", "manual", "schedule", "heartbeat", "foreground", "operation"])
  func triggers(_ trigger: String) throws {
    let run = try check(
      Self.policy, "--property", "appPackageName=com.example", "--property", "appVersionName=2.6", "--property",
      "deviceModel=Pixel 8", "--property", "deviceLanguage=en", "--trigger", trigger)
    #expect(run.output.contains(#""trigger":"\#(trigger)""#))
    let isShown = ["login", "manual", "schedule"].contains(trigger)
    #expect(run.output.contains(#""reason":"shown""#) == isShown)
  }

  @Test("names each property that rules ask for and that is not given")
  func missing() throws {
    let run = try check(Self.policy, "--property", "appPackageName=com.example", "--property", "appVersionName=2.6")
    #expect(run.status == 0)
    #expect(run.output.contains(#""reason":"noRule""#))
    #expect(run.errors.contains("warning[missingProperty]: `deviceModel` is not given, and `update:7` asks for it."))
    #expect(run.errors.contains("`deviceLanguage`"))
    #expect(!run.errors.contains("`appVersionName`"))
  }

  @Test("a refused document is status 3 and says why, with its place", arguments: ["<html>", "[]", "{}"])
  func refused(_ document: String) throws {
    let run = try check(document)
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("policy.json:1:1"))
  }

  @Test(
    "tells what a readable document lacks: it looks like another format, or a rule leads nowhere",
    arguments: [
      ("login", #"{"versions":[]}"#, "warning[otherFormat]", "it looks like `table`"),
      ("ssvc", #"{"SSVCMinimumSupportedVersionNumber":16809984}"#, "warning[noUrl]", "`storeUrl`"),
    ])
  func findings(_ format: String, _ document: String, _ code: String, _ fix: String) throws {
    let run = try check(document, "--document-format", format)
    #expect(run.status == 0)
    #expect(run.errors.contains(code) && run.errors.contains(fix))
    #expect(run.errors.contains("policy.json:1:1") && !run.errors.contains("file://"))
  }

  @Test("tells of a great many findings only the last")
  func manyFindings() throws {
    let rows = String(repeating: "1,", count: 99)
    let run = try check(#"{"versions":[\#(rows)1]}"#, "--document-format", "table")
    #expect(run.errors.hasPrefix("80 findings left out before these\n"))
    #expect(run.errors.components(separatedBy: "error[invalidRow]").count == 21)
  }

  @Test("names each of two properties of which one is needed")
  func eitherProperty() throws {
    let run = try check(
      #"{"SSVCMinimumSupportedVersionNumber":16809984}"#, "--document-format", "ssvc", "--store-url",
      "https://example.com/app")
    #expect(run.errors.contains("`appVersionCode` or `appVersionName` is not given"))
    #expect(run.errors.contains("--property appVersionCode=… or --property appVersionName=…"))
  }

  @Test("another app's document is status 3 and says which property is missing")
  func otherApp() throws {
    let run = try check()
    #expect(run.status == 3)
    #expect(run.errors.contains("error[otherPackage]") && run.errors.contains("--property appPackageName=…"))
  }

  @Test("a policy that cannot be had is status 1")
  func unreadable() throws {
    let run = try Herald.run("check", "--policy", "/nowhere.json")
    #expect(run.status == 1)
    #expect(run.errors.contains("error[missingFile]") && run.errors.contains("/nowhere.json") && run.output.isEmpty)
    let scratch = try Scratch()
    try Data([0x7B, 0xFF]).write(to: URL(fileURLWithPath: scratch.path("bytes.json")))
    let bytes = try Herald.run("check", "--policy", scratch.path("bytes.json"))
    #expect(bytes.status == 1)
    #expect(bytes.errors.contains("error[notText]") && bytes.errors.contains("bytes.json"))
  }

  @Test("wrong usage is status 64 and says how it's right")
  func usage() throws {
    #expect(try check(Self.policy, "--property", "appVersionName").errors.contains("name=value"))
    for arguments in [
      ["--property", "appVersionName"], ["--property", "a=1", "--property", "a=2"], ["--trigger", "fly"],
      ["--document-format", "xml"], ["--policy-format", "xml"], ["--time", "today"],
    ] {
      #expect(try Herald.run(["check", "--policy", "p"] + arguments).status == 64)
    }
  }

  @Test("wonders about a property's name that is nearly a known one")
  func misspelt() throws {
    let run = try check(Self.policy, "--property", "appPackageName=com.example", "--property", "appVersionNam=2")
    #expect(run.errors.contains("did you mean `appVersionName`?"))
  }
}
