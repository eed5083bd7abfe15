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
        == "With the prompt, 80.0 % of 60 installations were on 2.4.0 or later after 8 days; without it, 40.0 % of 60: "
        + "40.0 points more (95 %: 22.7 to 54.1).")
    #expect(run.output.contains("24  40.0 %  28.6–52.6  not reached\n"))
    #expect(run.output.contains("How to read this\n"))
    #expect(run.errors.isEmpty)
  }

  @Test("Without --rule each experiment is told in short, and what has nothing to measure")
  func brief() throws {
    let run = try Herald.run("effect", log, "--format", "human")
    #expect(run.status == 0)
    #expect(run.output.contains("message:1: nothing to measure, a message asks for no update.\n"))
  }

  @Test("JSON has one line for each experiment, the same from a log and from its ledger")
  func json() throws {
    let run = try Herald.run("effect", log, "--days", "8")
    #expect(run.lines.count == 1)
    let effect = try JSONNode.read(run.output).node
    #expect(effect[name: "rule"]?.string == "update:7")
    #expect(effect[name: "question"]?.string == "holdout")
    let ledger = scratch.path("fleet.sqlite")
    #expect(try Herald.run("import", log, "--ledger", ledger).status == 0)
    #expect(try Herald.run("effect", ledger, "--days", "8").output == run.output)
    #expect(try Herald.run("effect", "-", "--days", "8", input: Self.log).output == run.output)
  }

  @Test("--until ends the log earlier")
  func until() throws {
    let run = try Herald.run("effect", log, "--days", "8", "--until", "2026-03-09T00:00:00Z")
    #expect(run.output.contains(#""arm":"shown","variant":null,"entered":60,"followed":0,"#))
    #expect(run.output.contains(#""says":"Too early to tell: "#))
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
