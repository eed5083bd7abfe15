import Foundation
import HeraldQuestionsTestSupport
import Testing

@Suite("herald effect")
struct EffectTests {
  private let scratch: Scratch
  private let log: String

  init() throws {
    scratch = try Scratch()
    log = try scratch.write(EffectLog.fleet(), to: "fleet.jsonl")
  }

  @Test("herald effect asks the question of its options, in words and as JSON")
  func asksTheQuestionOfItsOptions() throws {
    let words = try Herald.run("effect", log, "--rule", "update:7", "--days", "8", "--format", "human")
    #expect(words.status == 0)
    #expect(words.errors.isEmpty)
    #expect(words.lines.first?.contains("80.0 % were on 2.4.0 or later after 8 days; of 60 held out, 40.0 %") == true)
    #expect(words.output.contains("How to read this\n"))
    let run = try Herald.run("effect", log, "--days", "8")
    #expect(run.lines.count == 2)
    #expect(try Herald.run("effect", "-", "--days", "8", input: EffectLog.fleet()).output == run.output)
    let until = try Herald.run("effect", log, "--days", "8", "--until", "2026-03-09T00:00:00Z")
    #expect(until.output.contains(#""verdict":"tooEarly""#))
    let misspelt = try Herald.run("effect", log, "--rule", "update:8")
    #expect(misspelt.status == 3)
    #expect(misspelt.codes == ["noSuchRule"])
  }

  @Test("A revision ends no log, because it would end the streams of those that see prompts earlier")
  func untilRevision() throws {
    let run = try Herald.run("effect", log, "--until", "3")
    #expect(run.status == 64)
    #expect(run.errors.contains("'3' is a revision, and those that see prompts have more events"))
    let help = try Herald.run("effect", "--help").output
    #expect(help.contains("--until <time>"))
  }

  @Test("A drawing is written to a new file, and replaces one only where that is asked for")
  func svg() throws {
    let file = scratch.path("effect.svg")
    #expect(try Herald.run("effect", log, "--svg", file).status == 0)
    let drawing = try String(contentsOfFile: file, encoding: .utf8)
    #expect(drawing.hasPrefix("<svg xmlns="))
    #expect(try XMLDocumentCheck.isWellFormed(drawing))
    #expect(try Herald.run("effect", log, "--svg", file).codes == ["fileExists"])
    #expect(try Herald.run("effect", log, "--svg", file, "--force").status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == drawing)
  }

  @Test("A file that cannot be written is refused before the log is read")
  func svgThatCannotBeWritten() throws {
    let run = try Herald.run("effect", scratch.path("missing.jsonl"), "--svg", scratch.path("no/folder/effect.svg"))
    #expect(run.codes == ["cannotWrite"])
  }

  @Test(
    "A drawing on standard output, and --force without a drawing, are wrong usage", arguments: ["--svg=-", "--force"])
  func wrongUsage(_ option: String) throws { #expect(try Herald.run("effect", log, option).status == 64) }

  @Test("A bad line is refused, and left out where that is asked for")
  func badLine() throws {
    let file = try scratch.write(EffectLog.fleet() + "{\n", to: "bad.jsonl")
    #expect(try Herald.run("effect", file).status == 3)
    #expect(try Herald.run("effect", file, "--skip-invalid").status == 0)
  }

  @Test("On a narrow terminal each figure has a line, and no line is too long", arguments: [40, 60])
  func narrow(_ width: Int) throws {
    let run = try Herald.run(
      ["effect", log, "--rule", "update:7", "--format", "human"], environment: ["COLUMNS": "\(width)"])
    #expect(run.status == 0)
    #expect(run.lines.allSatisfy { $0.unicodeScalars.count <= width })
  }

  @Test("The days are a number from 1")
  func days() throws { #expect(try Herald.run("effect", log, "--days", "0").status == 64) }
}

/// Reads XML as a browser does.
enum XMLDocumentCheck {
  static func isWellFormed(_ text: String) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import sys, xml.dom.minidom as m; m.parseString(sys.argv[1])", text]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
