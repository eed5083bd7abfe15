import Foundation
import Herald
import Testing

@Suite("Answers on a narrow terminal")
struct WrappedTextTests {
  private static let commands = [
    ["why", "Events/message/three-times-a-week-apart/log.jsonl", "--revision", "9"],
    ["why", "Events/message/three-times-a-week-apart/log.jsonl", "--not", "message:101"],
    ["replay", "Events/update/forced-until-updated/log.jsonl"],
    ["audit", "Events/update/forced-until-updated/log.jsonl"],
    ["explain-code"], ["help", "events"],
  ]

  @Test("No answer breaks inside a word at 40 columns", arguments: commands)
  func answersFit(command: [String]) throws {
    func words(_ environment: [String: String]) throws -> [Substring] {
      try Herald.run(command + ["--format", "human"], environment: environment).output
        .split(whereSeparator: \.isWhitespace)
    }
    let narrow = try Herald.run(command + ["--format", "human"], environment: ["COLUMNS": "40"])
    for line in narrow.lines where line.split(separator: " ").count > 2 {
      #expect(line.columns <= 40, "\(line)")
    }
    if command[0] != "help" { #expect(try words(["COLUMNS": "40"]) == words(["COLUMNS": "400"])) }
  }

  @Test("JSON is never wrapped")
  func jsonIsNotWrapped() throws {
    let log = "Events/update/forced-until-updated/log.jsonl"
    let narrow = try Herald.run(["replay", log, "--format", "json"], environment: ["COLUMNS": "40"])
    #expect(try narrow.output == Herald.run("replay", log, "--format", "json").output)
  }

  @Test("A prompt's box fits 40 columns")
  func boxFits() throws {
    let scratch = try Scratch()
    let policy = try scratch.write(
      #"""
      {"packageName": "com.example", "revision": 1, "updates": [{"id": "7", "targetVersion": "3.0",
       "targetWebsiteUrl": "https://example.com/app",
       "descriptions": {"*": {"title": "Version 3 is here", "message": "It has many things that are new and better."}}}]}
      """#, to: "policy.json")
    let run = try Herald.run(
      [
        "check", "--policy", policy, "--property", "appPackageName=com.example", "--property", "appVersionName=2.0",
        "--property", "deviceModel=Pixel 8", "--property", "deviceLanguage=en", "--format", "human",
      ], environment: ["COLUMNS": "40"])
    let box = run.lines.filter { $0.contains("│") || $0.contains("╭") }
    #expect(box.count > 4)
    #expect(box.allSatisfy { $0.columns <= 40 })
  }

  @Test("A long answer is shown by the pager on a terminal alone, and not with --no-pager, NO_PAGER or in JSON")
  func pagerShowsLongAnswers() throws {
    let run = try Process.python(
      Herald.root.appendingPathComponent("Tests/HeraldCLITests/pager.py").path,
      [Herald.binary.path, Herald.root.appendingPathComponent(CommandTests.log).path])
    #expect(run == "ok\n")
  }
}
