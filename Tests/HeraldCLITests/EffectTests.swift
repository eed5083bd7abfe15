import Foundation
import Herald
import HeraldLog
import Testing

@Suite("herald effect")
struct EffectTests {
  /// A log of installations. Half are held out, and more of the others update.
  private static let log = fleet(
    document: #"""
      {"packageName":"p","holdout":{"id":"h","percent":50},"updates":[{"id":7,"targetVersion":"2.4.0",
      "targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}}],
      "messages":[{"id":1,"descriptions":{"*":{"message":"m"}}}]}
      """#)

  private static func fleet(document: String) -> String {
    var lines: [String] = []
    func event(_ source: Int, _ revision: Int, _ day: Int, _ type: String, _ data: String) {
      let time = Timestamp(milliseconds: 1_772_409_600_000 + Int64(day) * 86_400_000)
      lines.append(
        #"{"specversion":"1.0","id":"\#(source)-\#(revision)","source":"/\#(source)","type":"\#(type)","time":"\#(time)","revision":\#(revision),"data":\#(data)}"#
      )
    }
    var text = JSONWriter()
    text.string(document)
    for source in 0..<120 {
      let isHeldOut = source % 2 == 1
      func launch(_ revision: Int, _ day: Int, _ version: String) {
        event(
          source, revision, day, "app.launched",
          #"{"properties":{"appPackageName":"p","appVersionName":"\#(version)","deviceLanguage":"en"},"draws":{"holdout:h":\#(isHeldOut ? 0 : 9999)}}"#
        )
      }
      launch(1, 0, "2.3")
      event(
        source, 2, 0, "fetch.succeeded",
        #"{"trigger":"launch","url":"https://example.com","format":"herald","status":200,"digest":"\#(Digest.of(document))","document":\#(text.string)}"#
      )
      launch(3, 8, source % 10 < (isHeldOut ? 4 : 7) ? "2.4.0" : "2.3")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private let scratch: Scratch
  private let log: String

  init() throws {
    scratch = try Scratch()
    log = try scratch.write(Self.log, to: "fleet.jsonl")
  }

  @Test("The answer is the first line, with figures, bars and how to read them below")
  func answer() throws {
    let run = try Herald.run("effect", log, "--rule", "update:7", "--days", "8", "--format", "human")
    #expect(run.status == 0)
    #expect(
      run.lines.first
        == "Of 60 installations due to see the prompt, 80.0 % were on 2.4.0 or later after 8 days; of 60 held out, 40.0 %: "
        + "40.0 points more (95 %: 22.7 to 54.1).")
    #expect(run.output.contains("24  40.0 %  28.6–52.6  not reached\n"))
    #expect(run.output.contains("How to read this\n"))
    #expect(run.errors.isEmpty)
  }

  @Test("Without --rule each experiment is told in short, and what they share once")
  func brief() throws {
    let two = try scratch.write(
      Self.fleet(
        document: #"""
          {"packageName":"p","holdout":{"id":"h","percent":50},"updates":[
          {"id":7,"targetVersion":"2.4.0","targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}},
          {"id":8,"targetVersion":"2.5","targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}}],
          "messages":[{"id":1,"descriptions":{"*":{"message":"m"}}}]}
          """#), to: "two.jsonl")
    let run = try Herald.run(
      ["effect", two, "--days", "8", "--format", "human"], environment: ["COLUMNS": "500"])
    #expect(run.status == 0)
    let shown =
      "  Few saw the prompt: 0 of 60 installations due to see the prompt. The figures say little about the prompt itself."
    let period = "  Installations entered on 2026-03-02; the log ends on 2026-03-10 (days in UTC)."
    #expect(
      run.lines == [
        "update:7 → 2.4.0: with and without the prompt",
        "  Of 60 installations due to see the prompt, 80.0 % were on 2.4.0 or later after 8 days; of 60 held out, 40.0 %: "
          + "40.0 points more (95 %: 22.7 to 54.1).",
        period, shown,
        "update:8 → 2.5: with and without the prompt",
        "  No clear difference. Of 60 installations due to see the prompt, 0.0 % were on 2.5 or later after 8 days; of 60 held "
          + "out, 0.0 %: 0.0 points more (95 %: −6.0 to 6.0).",
        period, shown,
        "message:1: nothing to measure, a message asks for no update.",
        "The holdout holds back all optional prompts and messages of a document, so a difference is what they did together, "
          + "not what one rule did.",
        "In full: --rule update:7",
      ])
  }

  @Test("JSON has one line for each experiment, and one for a rule without an update, from a log as from its ledger")
  func json() throws {
    let run = try Herald.run("effect", log, "--days", "8")
    #expect(run.lines.count == 2)
    let effect = try JSONNode.read(run.lines[0]).node
    #expect(effect[name: "rule"]?.string == "update:7")
    #expect(effect[name: "question"]?.string == "holdout")
    #expect(
      run.lines[1]
        == #"{"rule":"message:1","target":null,"question":null,"verdict":"nothingToMeasure","why":"message","#
        + #""says":"message:1: nothing to measure, a message asks for no update.","arms":[],"comparisons":[],"cautions":[]}"#
    )
    let ledger = scratch.path("fleet.sqlite")
    #expect(try Herald.run("import", log, "--ledger", ledger).status == 0)
    #expect(try Herald.run("effect", ledger, "--days", "8").output == run.output)
    #expect(try Herald.run("effect", "-", "--days", "8", input: Self.log).output == run.output)
  }

  @Test("--until ends the log earlier")
  func until() throws {
    let run = try Herald.run("effect", log, "--days", "8", "--until", "2026-03-09T00:00:00Z")
    #expect(run.output.contains(#""arm":"shown","variant":null,"entered":60,"sawBefore":0,"followed":0,"#))
    #expect(run.output.contains(#""says":"Too early to tell: "#))
    #expect(run.output.contains(#""verdict":"tooEarly""#))
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

  /// A log of one launch with a document.
  private func short(_ document: String) throws -> String {
    var text = JSONWriter()
    text.string(document)
    let lines = [
      #""id":"1","type":"app.launched","data":{"properties":{"appPackageName":"p","appVersionName":"2.3"}}}"#,
      #""id":"2","type":"fetch.succeeded","data":{"trigger":"launch","url":"https://example.com","format":"herald","#
        + #""status":200,"digest":"\#(Digest.of(document))","document":\#(text.string)}}"#,
    ]
    return try scratch.write(
      lines.map { #"{"specversion":"1.0","source":"/1","time":"2026-03-02T08:00:00Z",\#($0)\#n"# }.joined(),
      to: "short.jsonl")
  }

  private static let rule =
    #"{"id":7,"targetVersion":"2.4.0","targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}}"#

  @Test(
    "A log without an experiment says why, and what to do about it",
    arguments: [
      (#""updates":[]"#, "has a rule, or all of its rules are invalid", "`herald lint` names invalid rules"),
      (#""updates":[{"id":7}]"#, "has a rule, or all of its rules are invalid", "`herald lint` names invalid rules"),
      (#""holdout":{"id":"h","percent":0},"updates":[\#(rule)]"#, "holds out 0 % of", "`percent` between 0 and 100"),
      (
        #""holdout":{"id":"h","percent":100},"updates":[\#(rule)]"#, "holds out 100 % of", "`percent` between 0 and 100"
      ),
      (#""updates":[\#(rule)]"#, "has a `holdout` for an optional rule", "give the document a `holdout`"),
    ])
  func whyNoExperiment(_ members: String, _ why: String, _ fix: String) throws {
    let run = try Herald.run("effect", try short(#"{"packageName":"p",\#(members)}"#))
    #expect(run.codes == ["noExperiment"])
    #expect(run.errors.contains(why))
    #expect(run.errors.contains(fix))
  }

  @Test("An empty log is told that no policy was in force, and nothing about holdouts")
  func emptyLog() throws {
    let run = try Herald.run("effect", try scratch.write("", to: "empty.jsonl"))
    #expect(run.errors.contains("no policy was in force at any decision"))
    #expect(!run.errors.contains("holdout"))
  }

  @Test("A rule that is invalid is not told to be missing")
  func invalidRule() throws {
    let document = #"{"packageName":"p","holdout":{"id":"h","percent":10},"updates":[\#(Self.rule),{"id":8}]}"#
    let run = try Herald.run("effect", try short(document), "--rule", "update:9000")
    #expect(run.codes == ["noSuchRule"])
    #expect(run.errors.contains("or where one has it, the rule is invalid"))
    #expect(run.errors.contains("`herald lint` names invalid rules"))
  }

  @Test("A rule under a holdout of nobody is told so")
  func ruleUnderEmptyHoldout() throws {
    let document = #"{"packageName":"p","holdout":{"id":"h","percent":0},"updates":[\#(Self.rule)]}"#
    let run = try Herald.run("effect", try short(document), "--rule", "update:7")
    #expect(run.codes == ["noExperiment"])
    #expect(run.errors.contains("the `holdout` holds out 0 % of the installations"))
  }

  @Test(
    "A rule without an update to measure is told what to do about it",
    arguments: [
      (#""messages":[{"id":1,"descriptions":{"*":{"message":"m"}}}]"#, "who opened a message"),
      (
        #""updates":[{"id":7,"targetPackageName":"q","targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}}]"#,
        "the app that the rule is about"
      ),
      (
        #""updates":[{"id":7,"targetWebsiteUrl":"https://example.com","descriptions":{"*":{"message":"m"}}}]"#,
        "give the rule a `targetVersion` or a `targetVersionCode`"
      ),
    ])
  func fixes(_ members: String, _ fix: String) throws {
    let document = #"{"packageName":"p","holdout":{"id":"h","percent":10},\#(members)}"#
    let run = try Herald.run("effect", try short(document))
    #expect(run.codes == ["nothingToMeasure"])
    #expect(run.errors.contains(fix))
  }

  @Test("A misspelt rule, a message and a rule of a log without experiments each say what is wrong")
  func nothingToSay() throws {
    let misspelt = try Herald.run("effect", log, "--rule", "update:8")
    #expect(misspelt.status == 3)
    #expect(misspelt.codes == ["noSuchRule"])
    #expect(misspelt.errors.contains("did you mean `update:7`?"))
    #expect(try Herald.run("effect", log, "--rule", "message:1").codes == ["nothingToMeasure"])
    let other = "Events/message/three-times-a-week-apart/log.jsonl"
    #expect(try Herald.run("effect", other).codes == ["noExperiment"])
    #expect(try Herald.run("effect", try scratch.write("", to: "empty.jsonl")).codes == ["noExperiment"])
  }

  @Test("A bad line is refused, and left out where that is asked for")
  func badLine() throws {
    let file = try scratch.write(Self.log + "{\n", to: "bad.jsonl")
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
