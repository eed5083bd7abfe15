import Foundation
import Testing

@Suite("herald diff")
struct DiffTests {
  private static let phones = "Events/update/german-but-not-austrian-or-swiss/log.jsonl"
  private static let german = "/installations/1a960001"
  private static let austrian = "/installations/1a960002"
  private static let edited = "Events/documents/edited-by-hand/log.jsonl"
  private static let one = "Events/message/three-times-a-week-apart/log.jsonl"

  @Test("herald diff first says in words why one phone sees a prompt and the other does not")
  func diffExplainsTwoPhonesInWords() throws {
    let run = try Herald.run(
      "diff", Self.phones, "--source", Self.german, "--source", Self.austrian, "--format", "human")
    #expect(run.status == 0)
    #expect(
      run.output.contains(
        "A shows update:1 (optional); B shows update:2 (optional). In B, update:1 is for devices with"))
    let lines = run.lines
    let why = try #require(lines.firstIndex(of: "Why"))
    let state = try #require(lines.firstIndex(of: "State  (times in UTC)"))
    let policy = try #require(lines.firstIndex(of: "Policy"))
    #expect(why < state)
    #expect(state < policy)
    #expect(lines[why...].contains { $0.contains("≠ deviceLanguage") && $0.contains("de-DE") && $0.contains("de-AT") })
    #expect(lines[why...].contains { $0.contains("= wanted") && $0.contains("(8:27) on both sides") })
    #expect(lines[state...].contains { $0.contains("≠ properties.deviceLanguage") })
    #expect(lines[state...].contains { $0.contains("+ records[\"update:2\"].shown") })
    #expect(lines[state...].contains { $0.contains("= 20 values are equal: revision, ") })
    #expect(lines[policy...].contains("  = both have the same document in force"))
  }

  @Test("herald diff prints as JSON both points with their decisions, then each difference")
  func diffPrintsPointsThenDifferences() throws {
    let run = try Herald.run("diff", Self.phones, "--source", Self.german, "--source", Self.austrian)
    #expect(run.status == 0)
    for line in run.lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
    let decisions = try Herald.run("replay", Self.phones, "--decisions").lines
    for (name, source) in [("a", Self.german), ("b", Self.austrian)] {
      let point = try #require(run.lines.first { $0.hasPrefix(#"{"point":"\#(name)""#) })
      #expect(point.contains(#""source":"\#(source)","revision":4"#))
      #expect(decisions.contains { point.hasSuffix(#","decision":\#($0)}"#) })
    }
    #expect(
      run.lines.contains { $0.hasPrefix(#"{"rule":"update:1","test":"filters","decisive":true,"a":{"passed":true"#) })
    #expect(run.lines.contains(#"{"state":"properties.deviceLanguage","a":"de-DE","b":"de-AT"}"#))
    #expect(run.lines.last == #"{"summary":{"sameAnswer":false,"stateDifferences":18,"policyDifferences":0}}"#)
  }

  @Test("herald diff of two points of one phone names what its policies changed")
  func diffComparesTwoPointsOfOnePhone() throws {
    let run = try Herald.run(
      "diff", Self.edited, "--source", "/installations/ed17ed00", "--at", "2", "--format", "human")
    #expect(run.output.contains("The policy of B has no update:1."))
    #expect(run.output.contains("≠ counts.launches"))
    #expect(run.output.contains("− update:1 (force)"))
    let json = try Herald.run("diff", Self.edited, "--source", "/installations/ed17ed00", "--at", "2", "--at", "27")
    #expect(json.lines.contains { $0.hasPrefix(#"{"rule":"update:1","change":"removed","a":{"line":5,"#) })
    #expect(
      json.lines.contains { $0.hasPrefix(#"{"policy":"revision","a":{"value":"1","place":null},"b":{"value":"6""#) })
  }

  @Test("herald diff takes a revision or a time as a point, and finds nothing between a point and itself")
  func diffOfAPointWithItselfIsEmpty() throws {
    let byRevision = try Herald.run("diff", Self.one, "--at", "9", "--at", "9")
    #expect(byRevision.lines.count == 3)
    #expect(byRevision.lines.last == #"{"summary":{"sameAnswer":true,"stateDifferences":0,"policyDifferences":0}}"#)
    let time = "2026-07-08T06:00:01.999Z"
    #expect(try Herald.run("diff", Self.one, "--at", time, "--at", "9").output == byRevision.output)
  }

  @Test("herald diff compares two logs of one phone each, either of them a ledger or standard input")
  func diffComparesTwoLogs() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.one), encoding: .utf8)
    let other = try scratch.write(text.replacing("aa10c4e9", with: "other"), to: "other.jsonl")
    let plain = try Herald.run("diff", Self.one, other)
    #expect(plain.status == 0)
    #expect(plain.lines.last?.contains(#""stateDifferences":0"#) == true)
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", other, "--ledger", ledger).status == 0)
    #expect(try Herald.run("diff", Self.one, ledger).lines.dropFirst(2) == plain.lines.dropFirst(2))
    #expect(try Herald.run(["diff", "-", other], input: text).lines.dropFirst() == plain.lines.dropFirst())
    let halves = try Herald.run(["diff", "-", "--at", "3"], input: text)
    #expect(try halves.lines.dropFirst(2) == Herald.run("diff", Self.one, "--at", "3").lines.dropFirst(2))
  }

  @Test("herald diff needs no further options for a log of two phones")
  func diffNeedsNoOptionsForTwoPhones() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Herald.root.appendingPathComponent(Self.one), encoding: .utf8)
    let both = try scratch.write(text + text.replacing("aa10c4e9", with: "other"), to: "both.jsonl")
    let run = try Herald.run("diff", both)
    #expect(run.lines.count { $0.hasPrefix(#"{"point""#) } == 2)
  }

  @Test("herald diff asks both sides the same question with --trigger")
  func diffAsksBothSidesWithOneTrigger() throws {
    let run = try Herald.run(
      "diff", Self.phones, "--source", Self.german, "--source", Self.austrian, "--trigger", "operation")
    let points = run.lines.filter { $0.hasPrefix(#"{"point""#) }
    #expect(points.count == 2)
    #expect(points.allSatisfy { $0.contains(#""trigger":"operation","reason":"noRule""#) })
    #expect(run.lines.last?.contains(#""sameAnswer":true"#) == true)
  }

  @Test(
    "herald diff names what is missing where there are no two sides",
    arguments: [
      ([one], 3, "onePoint", "`herald diff Events/message/three-times-a-week-apart/log.jsonl --at 1`"),
      ([phones], 3, "onePoint", "--source /installations/1a960001 --source /installations/1a960002"),
      ([phones, "--at", "2"], 3, "noInstallation", "add --source with a part of its name"),
      ([one, "--source", "/none", "--at", "2"], 3, "noInstallation", "no event's `source` contains this text"),
      ([one, "--at", "0"], 3, "noPoint", "Nothing had happened"),
      ([one, "--at", "99"], 3, "noPoint", "has no revision 99"),
      ([one, one, one], 64, "3 logs", "two sides"), (["-", "-"], 64, "Standard input", "only once"),
      ([one, "--trigger", "lunch"], 64, "not a trigger", "launch, login"),
    ])
  func diffNamesTheMissingSide(arguments: [String], status: Int32, code: String, words: String) throws {
    let run = try Herald.run(["diff"] + arguments)
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(code))
    #expect(run.errors.contains(words))
  }

  @Test("herald diff of two phones that are shown one rule in two languages says which")
  func diffNamesTheLanguages() throws {
    let scratch = try Scratch()
    let text = try String(
      contentsOf: Herald.root.appendingPathComponent(
        "Events/formats/ssvc/forced-below-the-minimum-until-updated/log.jsonl"),
      encoding: .utf8)
    let lines = text.split(separator: "\n").prefix(2)
    let source = try #require(lines[0].firstMatch(of: /"source":"([^"]+)"/)?.1)
    let language = try #require(lines[0].firstMatch(of: /"deviceLanguage":"([^"]+)"/)?.1)
    let other = lines.map { line in
      line.replacing(source, with: "/other").replacing(
        #""deviceLanguage":"\#(language)""#, with: #""deviceLanguage":"ja""#)
    }
    let log = try scratch.write((lines + other).map { "\($0)\n" }.joined(), to: "log.jsonl")
    let run = try Herald.run("diff", log, "--format", "human")
    #expect(run.output.contains(", but not the same: language in A "))
    #expect(run.output.contains("in B ja, Herald's own texts"))
  }
}
