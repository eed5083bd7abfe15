import Foundation
import Testing

@Suite("herald lint for continuous integration")
struct LintFormatTests {
  /// Two rules: one with a filter that names a version without quotes, and one with a misspelt key.
  private static let policy = """
    {
      "packageName": "com.example.shop", "revision": 3,
      "updates": [
        {"id": "old", "forceUpdat": true, "targetVersion": "4.0",
         "descriptions": {"*": {"message": "ü, 😀"}}, "targetWebsiteUrl": "https://example.com/app"},
        {"id": "bad", "targetVersion": "x", "targetWebsiteUrl": "https://example.com/app"}
      ]
    }

    """

  private struct Log: Decodable {
    struct Run: Decodable {
      var tool: Tool
      var results: [Result]
    }
    struct Tool: Decodable { var driver: Driver }
    struct Driver: Decodable { var rules: [Rule] }
    struct Rule: Decodable, Equatable {
      var id: String
      var helpUri: String
    }
    struct Result: Decodable {
      var ruleId: String
      var ruleIndex: Int
      var level: String
      var locations: [Location]
      var partialFingerprints: [String: String]
    }
    struct Location: Decodable { var physicalLocation: Physical? }
    struct Physical: Decodable {
      var artifactLocation: Artifact
      var region: Region?
    }
    struct Artifact: Decodable, Equatable {
      var uri: String
      var uriBaseId: String?
    }
    struct Region: Decodable, Equatable { var startLine, startColumn, endLine, endColumn: Int }
    var version: String
    var runs: [Run]
  }

  private static func log(_ run: Herald.Run) throws -> Log {
    try JSONDecoder().decode(Log.self, from: Data(run.output.utf8))
  }

  private static func lint(_ text: String, _ options: String..., environment: [String: String] = [:]) throws
    -> Herald.Run
  {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch.folder.appendingPathComponent("a b"), withIntermediateDirectories: true)
    _ = try scratch.write(text, to: "a b/policy.json")
    return try Herald.run(["lint", "a b/policy.json"] + options, environment: environment, in: scratch.folder)
  }

  @Test("The SARIF log names each rule once, and each result points to its rule")
  func resultsPointToTheirRules() throws {
    let run = try Self.lint(Self.policy, "--format", "sarif")
    let log = try Self.log(run)
    #expect(run.status == 3)
    #expect(log.version == "2.1.0")
    let (rules, results) = (log.runs[0].tool.driver.rules.map(\.id), log.runs[0].results)
    #expect(Set(rules).count == rules.count)
    #expect(results.contains { $0.level == "error" })
    for result in results { #expect(rules[result.ruleIndex] == result.ruleId) }
  }

  @Test("A SARIF result has the file's relative address, escaped, and the range of the value")
  func resultsHaveRanges() throws {
    let results = try Self.log(Self.lint(Self.policy, "--format", "sarif")).runs[0].results
    let physical = try results.map { try #require($0.locations[0].physicalLocation) }
    #expect(physical.allSatisfy { $0.artifactLocation == .init(uri: "a%20b/policy.json", uriBaseId: "%SRCROOT%") })
    let version = try #require(physical.compactMap(\.region).last { $0.startLine == 6 })
    let line = Array(Self.policy.split(separator: "\n")[5])
    #expect(String(line[(version.startColumn - 1)..<(version.endColumn - 1)]) == #""x""#)
    for region in physical.compactMap(\.region) {
      #expect((region.startLine, region.startColumn) < (region.endLine, region.endColumn))
    }
  }

  @Test("A file outside of the repository has its whole address, and standard input has none")
  func otherFilesAreAddressed() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.policy, to: "p.json")
    let outside = try Self.log(Herald.run("lint", file, "--format", "sarif")).runs[0].results
    #expect(outside[0].locations[0].physicalLocation?.artifactLocation.uri == URL(fileURLWithPath: file).absoluteString)
    let input = try Self.log(Herald.run(["lint", "-", "--format", "sarif"], input: Self.policy)).runs[0].results
    #expect(input.allSatisfy { $0.locations[0].physicalLocation == nil })
  }

  @Test("Fingerprints stay when lines and rules are inserted above, and no two findings share one")
  func fingerprintsStay() throws {
    func fingerprints(_ text: String) throws -> Set<String> {
      let results = try Self.log(Self.lint(text, "--format", "sarif")).runs[0].results
      let all = results.compactMap { $0.partialFingerprints["primaryLocationLineHash"] }
      #expect(Set(all).count == results.count)
      return Set(all)
    }
    let before = try fingerprints(Self.policy)
    let rule = #"{"id": "new", "targetVersion": "y", "targetWebsiteUrl": "https://example.com/app"},"#
    let after = try fingerprints(
      Self.policy.replacing("\"updates\": [\n", with: "\n\n\"updates\": [\n" + rule + "\n"))
    #expect(before.isSubset(of: after))
    #expect(after.count > before.count)
    // The same finding in another rule is another finding.
    #expect(try fingerprints(Self.policy.replacing(#""id": "bad""#, with: #""id": "worse""#)) != before)
  }

  @Test("Rules link to the pages of codes below the address in HERALD_CODE_PAGES")
  func rulesLinkToPages() throws {
    let pages = ["HERALD_CODE_PAGES": "https://example.com/codes/"]
    let rules = try Self.log(Self.lint(Self.policy, "--format", "sarif", environment: pages)).runs[0].tool.driver.rules
    #expect(rules.allSatisfy { $0.helpUri == "https://example.com/codes/Code-\($0.id).md" })
  }

  @Test("A document without findings is a SARIF log without results")
  func noFindingsNoResults() throws {
    let run = try Self.lint(#"{"packageName": "com.example.shop", "revision": 1, "updates": []}"#, "--format", "sarif")
    let log = try Self.log(run)
    #expect(log.runs.count == 1)
    #expect(log.runs[0].results.allSatisfy { $0.level != "error" })
  }

  @Test("With --format github each finding is an annotation with its range, and the step gets a summary")
  func githubAnnotates() throws {
    let scratch = try Scratch()
    let summary = scratch.path("summary.md")
    let run = try Self.lint(Self.policy, "--format", "github", environment: ["GITHUB_STEP_SUMMARY": summary])
    #expect(run.status == 3)
    let annotation = try #require(run.lines.first { $0.contains("line=6,") })
    #expect(annotation.hasPrefix("::error file=a b/policy.json,line=6,endLine=6,col="))
    #expect(annotation.contains("%0AFix: "))
    #expect(run.lines.last?.contains(" in 1 document") == true)
    let text = try String(contentsOfFile: summary, encoding: .utf8)
    #expect(text.hasPrefix("## herald lint\n\n"))
    #expect(text.contains("| --- | --- |"))
  }

  @Test("Texts of a document cannot end an annotation or begin another")
  func annotationsAreEscaped() throws {
    let text = #"{"packageName": "p", "revision": 1, "updates": [{"id": "a", "targetVersion": "%0A\n::error::x"}]}"#
    let run = try Self.lint(text, "--format", "github")
    #expect(run.lines.dropLast().allSatisfy { $0.hasPrefix("::") })
    #expect(!run.lines.contains { $0.hasPrefix("::error::x") })
    #expect(run.lines.dropLast().contains { $0.contains("%250A") })
  }

  @Test("Other commands take neither sarif nor github nor junit", arguments: ["sarif", "github", "junit"])
  func otherCommandsTakeTwoFormats(format: String) throws {
    for command in ["why", "audit", "replay"] {
      #expect(try Herald.run(command, CommandTests.log, "--format", format).status == 64)
    }
  }
}
