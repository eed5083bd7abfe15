import Foundation
import Testing

@Suite("herald lint")
struct LintCommandTests {
  @Test("herald lint reads every format with the addresses that a fetch would give it")
  func lintReadsEveryFormatWithItsAddresses() throws {
    let scratch = try Scratch()
    let answer = try scratch.write(#"{"SSVCMinimumSupportedVersionNumber":16809984}"#, to: "answer.json")
    let alone = try Herald.run("lint", answer, "--policy-format", "ssvc", "--format", "json")
    #expect(alone.status == 0)
    #expect(alone.lines.count == 2)
    #expect(alone.lines.allSatisfy { $0.contains(#""code":"noUrl","severity":"warning""#) })
    let store = ["--store-url", "https://store.example.com/app"]
    let fetched = try Herald.run(["lint", answer, "--policy-format", "ssvc"] + store + ["--format", "human"])
    #expect(fetched.status == 0)
    #expect(fetched.output.contains("no findings"))
    let page = try scratch.write("<p>Version 2.0</p>", to: "page.html")
    let url = ["--url", "https://store.example.com/app"]
    let read = try Herald.run(["lint", page, "--policy-format", "storepage"] + url + ["--format", "human"])
    #expect(read.status == 0)
    #expect(read.output.contains("no findings"))
  }

  @Test("herald lint reports house rules that cannot be used, and keys that are misspelt")
  func lintReportsHouseRulesAndMisspeltKeys() throws {
    let scratch = try Scratch()
    let house = try scratch.write(#"{"maxDisplayCounts":2}"#, to: "house.json")
    let answer = try scratch.write(#"{"latestVersion":"2.0","latestVersonCode":7}"#, to: "answer.json")
    let run = try Herald.run(
      "lint", answer, "--policy-format", "appupdater", "--house-rules", house, "--store-url", "https://h/", "--format",
      "human")
    #expect(run.status == 0)
    #expect(run.output.contains("did you mean `maxDisplayCount`?"))
    #expect(run.output.contains("did you mean `latestVersionCode`?"))
  }

  @Test("herald lint says which format a document looks like")
  func lintNamesTheLikelyFormat() throws {
    let scratch = try Scratch()
    let lookup = try scratch.write(#"{"resultCount":1,"results":[{"version":"1.0"}]}"#, to: "lookup.json")
    let run = try Herald.run("lint", lookup, "--format", "human")
    #expect(run.status == 3)
    #expect(run.output.contains("it looks like `itunes`"))
  }

  @Test("herald lint lists the formats where it is given an unknown one")
  func lintListsTheFormats() throws {
    let run = try Herald.run(["lint", "-", "--policy-format", "sparkle"], input: "{}")
    #expect(run.status == 64)
    #expect(run.errors.contains("herald, turkcell, ssvc, sunstripe, login, table, segments, itunes, storepage, umeng"))
  }

  @Test("The example in herald lint's help gives the addresses")
  func lintHelpNamesTheAddresses() throws {
    let run = try Herald.run("lint", "--help")
    #expect(run.status == 0)
    #expect(run.output.contains("--policy-format ssvc \\\n    --store-url"))
  }
}
