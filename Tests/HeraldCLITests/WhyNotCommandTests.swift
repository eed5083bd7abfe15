import Foundation
import Testing

@Suite("herald why --not and --again")
struct WhyNotCommandTests {
  /// A log of the corpus, and the question.
  struct Case: CustomTestStringConvertible, Sendable {
    let log: String
    let arguments: [String]
    /// Texts that the words have to contain.
    let words: [String]
    /// Texts that the JSON has to contain.
    let json: [String]
    var testDescription: String { "\(log) \(arguments.joined(separator: " "))" }
  }

  static let notShown: [Case] = [
    Case(
      log: "message/three-times-a-week-apart", arguments: ["--not", "message:101", "--revision", "9"],
      words: [
        "message:101 was not shown: it is not due yet: not enough time since the last showing (6 d 23 h 59 min 59.999 s of 7 d)",
        "it had been asked at 2026-07-08 08:00:02.000 +02:00 (0.001 s later)",
        "or message:101 had last been shown at 2026-07-01 08:00:01.999 +02:00",
      ],
      json: [
        #""not":"message:101","obstacles":[{"obstacle":"period","compared":[{"property":"time since last shown""#,
        #"{"scope":"time","change":"time","of":null,"to":"2026-07-08T06:00:02.000Z"}"#,
      ]),
    Case(
      log: "update/optional-rule-shadows-a-force-rule",
      arguments: ["--not", "update:2", "--source", "/installations/3c7de8f0", "--revision", "2"],
      words: [
        "update:2 was not shown: update:1 (optional) comes before it and meets every condition.",
        "or the policy had no update:1, which comes before it",
      ],
      json: [
        #""obstacles":[{"obstacle":"earlierRule","rule":"update:1","kind":"optional","place":{"line":5,"column":5,"#,
        #""sets":[[{"scope":"trigger","change":"trigger","of":null,"to":"foreground"}],[{"scope":"policy","#,
      ]),
    Case(
      log: "session/prompt-already-visible",
      arguments: ["--not", "update:1", "--source", "/installations/d0b1ed1a", "--revision", "8"],
      words: [
        "update:1 was not shown: update:1 was on the screen already, and 2 more reasons.", "(revision 3)",
        "no prompt had been on the screen\n     and the trigger had been launch instead of heartbeat",
      ],
      json: [
        #"[{"obstacle":"alreadyVisible"},{"obstacle":"silent"},{"obstacle":"trigger","compared":["#,
        #"[{"scope":"state","change":"nothingVisible","of":null,"to":null},{"scope":"trigger","#,
      ]),
    // The example of the help.
    Case(
      log: "session/prompt-already-visible",
      arguments: ["--not", "update:1", "--source", "/installations/d0b1ed1a", "--revision", "4"],
      words: ["update:1 was not shown: update:1 was on the screen already."],
      json: [
        #""not":"update:1","obstacles":[{"obstacle":"alreadyVisible"}],"#
          + #""smallest":{"sets":[[{"scope":"state","change":"nothingVisible","of":null,"to":null}]],"#
          + #""limit":3,"decisions":3,"cutShort":false}"#
      ]),
    Case(
      log: "formats/ssvc/bundle-version-with-no-number",
      arguments: ["--not", "update:ssvc-minimum", "--source", "/installations/55c0a201"],
      words: ["`appVersionCode` had been `1.1.9` instead of `1.10.0`"],
      json: [#"[[{"scope":"property","change":"property","of":"appVersionCode","to":"1.1.9"}]]"#]),
    Case(
      log: "update/roll-out-raised-from-ten-percent",
      arguments: ["--not", "update:70", "--source", "/installations/0b6d41f2", "--revision", "2"],
      words: ["update:70 were rolled out to "], json: [#"{"scope":"policy","change":"rollout","of":"update:70","to":""#]
    ),
    Case(
      log: "push/waits-for-the-next-order", arguments: ["--not", "push", "--revision", "11"],
      words: ["push was not shown: a push asks for an update, and is not shown at this trigger (foreground)."],
      json: [#""not":"push","obstacles":[{"obstacle":"latchWaits"}]"#]),
    Case(
      log: "documents/bad-rules-left-out-and-the-rest-used", arguments: ["--not", "update:3", "--revision", "2"],
      words: ["it has update:16", "left out at 26:5 /updates/2: The update leads nowhere."],
      json: [#""rules":["update:16"],"meant":null,"leftOut":[{"code":"invalidRule","what":"The update leads nowhere.""#]
    ),
    Case(
      log: "documents/bad-rules-left-out-and-the-rest-used", arguments: ["--not", "updaet:16", "--revision", "2"],
      words: ["did you mean update:16?", "more were left out: `herald lint` lists them"],
      json: [#""meant":"update:16""#, #""smallest":{"sets":[],"limit":3,"#]),
    Case(
      log: "documents/bad-rules-left-out-and-the-rest-used", arguments: ["--not", "update:16", "--revision", "2"],
      words: ["update:16 was shown: nothing stopped it."], json: [#""obstacles":[]"#]),
  ]

  static let again: [Case] = [
    Case(
      log: "update/forced-until-updated", arguments: ["--again"],
      words: [
        "update:31 is shown for the second time: a prompt of kind force is never skipped, counted or spaced, and comes",
        "for as long as appVersionCode (390) is lower than 400.", "update (revision 4)",
      ],
      json: [
        #""sentence":"update:31 is shown for the second time"#, #""passes":[{"test":"skipped","reason":"blocking""#,
      ]),
    Case(
      log: "message/three-times-a-week-apart", arguments: ["--again"],
      words: [
        "message:101 is shown for the third time: its period of 7 d had ended", "it was shown 2 of at most 3 times.",
        "revision 3    2026-07-01 08:00:02.000 +02:00  dismiss (revision 4)",
      ],
      json: [
        #""answer":{"revision":4,"id":"aa10c4-0004","type":"button.chosen","#,
        #"{"test":"period","reason":"compared","#,
      ]
    ),
    Case(
      log: "update/skipped-until-the-next-version",
      arguments: ["--again", "--source", "/installations/2e90b6aa", "--revision", "8"],
      words: ["update:20 is shown for the second time: the user asked for the check, which lifts skips, counts"],
      json: [#""reason":"manual""#]),
    Case(
      log: "update/skipped-until-the-next-version",
      arguments: ["--again", "--source", "/installations/2e90b6aa", "--revision", "17"],
      words: ["the user skipped version "], json: [#"{"test":"skipped","reason":"compared","compared":{"#]),
    Case(
      log: "update/force-becomes-end-of-service", arguments: ["--again"],
      words: ["a prompt of kind exit is never skipped", "for as long as appVersionName (1.8.3) matches <2.0."],
      json: [#""reason":"blocking""#]),
    Case(
      log: "push/waits-for-the-next-order", arguments: ["--again"],
      words: ["push is shown for the second time: a push that asks for an update comes back until the updated app"],
      json: [#""passes":[]"#]),
    // The revision of the showing asks for the decision before it.
    Case(
      log: "update/forced-until-updated", arguments: ["--again", "--revision", "3"],
      words: ["revision 2,", "update:31 is shown for the first time: it was never shown before."],
      json: [#""revision":2,"#, #""showings":[]"#]),
    Case(
      log: "update/later-asks-again-at-the-next-launch", arguments: ["--again", "--revision", "9"],
      words: [
        "update:12 is shown for the second time: the rule sets no period between two showings and no limit to them."
      ],
      json: [#""reason":"notAsked""#]),
  ]

  @Test("herald why --not names each obstacle and what would have removed it", arguments: notShown)
  func whyNotNamesEachObstacle(_ asked: Case) throws { try Self.check(asked) }

  @Test("herald why --again explains why a prompt was shown again", arguments: again)
  func whyAgainExplainsARepeat(_ asked: Case) throws { try Self.check(asked) }

  @Test("herald why --not and --again print the same for a ledger as for its log", arguments: notShown + again)
  func whyNotReadsALedgerAsItsLog(_ asked: Case) throws {
    let log = "Events/\(asked.log)/log.jsonl"
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", log, "--ledger", ledger).status == 0)
    let fromLedger = try Herald.run(["why", ledger] + asked.arguments)
    #expect(try Herald.run(["why", log] + asked.arguments).output == fromLedger.output)
  }

  @Test("herald why --again needs a decision that shows something")
  func whyAgainNeedsAShownPrompt() throws {
    let log = "Events/message/three-times-a-week-apart/log.jsonl"
    let run = try Herald.run("why", log, "--again", "--revision", "9")
    #expect(run.status == 3)
    #expect(run.errors.contains("Nothing was shown at revision 9."))
    let never = try Herald.run(
      "why", "Events/review/build-under-review-sees-nothing/log.jsonl", "--again", "--source", "/installations/2e11e200"
    )
    #expect(never.status == 3)
    #expect(never.errors.contains("No decision shows anything."))
  }

  @Test(
    "herald why --again says that no decision asks for a prompt that the app showed",
    arguments: [
      (
        nil,
        "update:31 is shown for the second time at revision 5, and no decision asks for it: the one before it, at "
          + "revision 2, had been shown already."
      ),
      (
        "message:9",
        "message:9 is shown for the first time at revision 3, and no decision asks for it: the one before "
          + "it, at revision 2, shows update:31 (force)."
      ),
    ])
  func whyAgainNamesAnUnjustifiedPrompt(rule: String?, sentence: String) throws {
    let log = Herald.root.appendingPathComponent("Events/update/forced-until-updated/log.jsonl")
    var lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").prefix(4).map(String.init)
    if let rule {
      lines[2] = lines[2].replacing("update:31", with: rule)
      lines.removeLast()
    } else {
      lines.append(
        lines[2].replacing("-0003\"", with: "-0005\"").replacing("\"revision\":3", with: "\"revision\":5"))
    }
    let scratch = try Scratch()
    let file = try scratch.write(lines.joined(separator: "\n") + "\n", to: "log.jsonl")
    let words = try Herald.run("why", file, "--again", "--format", "human")
    #expect(words.status == 0, "\(words.output) \(words.errors)")
    #expect(words.output.contains(sentence), "\(words.output) \(words.errors)")
    let json = try Herald.run("why", file, "--again")
    #expect(json.output.contains(#","unjustified":true,"showings":["#))
  }

  @Test("herald why --not says when the rule itself is due, and how long that is")
  func whyNotSaysWhenTheRuleIsDue() throws {
    let arguments = [
      "why", "Events/message/three-times-a-week-apart/log.jsonl", "--not", "message:101", "--revision", "9",
    ]
    let words = try Herald.run(arguments + ["--format", "human"])
    #expect(words.output.contains("message:101 itself is due from 2026-07-08 08:00:02.000 +02:00"))
    #expect(words.output.contains("0.001 s later, and is then shown."))
    let json = try Herald.run(arguments)
    #expect(json.output.contains(#""due":{"from":"2026-07-08T06:00:02.000Z","waitMilliseconds":1,"#))
  }

  @Test("herald why --not names the edits of the policy that would show the rule")
  func whyNotNamesEdits() throws {
    let arguments = [
      "why", "Events/message/three-times-a-week-apart/log.jsonl", "--not", "message:101", "--revision", "9",
    ]
    let words = try Herald.run(arguments + ["--format", "human"])
    #expect(words.output.contains("or the policy's message:101 had `displayPeriodInHours` 167 or less, not 7 d"))
    let json = try Herald.run(arguments)
    #expect(
      json.output.contains(
        #"{"scope":"policy","change":"edited","of":"message:101","key":"/displayPeriodInHours","to":"167"}"#))
    #expect(json.output.contains(#""foundMilliseconds":604799999,"wantedMilliseconds":604800000"#))
  }

  @Test("herald why --others counts who meets the same test on the same value, and whom an edit reaches")
  func whyCountsOthers() throws {
    let scratch = try Scratch()
    let text = try String(
      contentsOf: Herald.root.appendingPathComponent("Events/message/no-text-in-the-devices-language/log.jsonl"),
      encoding: .utf8)
    let source = try #require(text.firstMatch(of: /"source":"([^"]+)"/)?.1)
    let own = text.split(separator: "\n").filter { $0.contains(source) }.map { $0 + "\n" }.joined()
    let others = (1...3).map { own.replacing(source, with: "/i/\($0)") }.joined()
    let log = try scratch.write(own + others, to: "log.jsonl")
    let rule = try #require(
      try Herald.run("replay", log, "--decisions").output.firstMatch(of: /"rule":"([^"]+)","failed":"text"/)?.1)
    let arguments = ["why", log, "--source", String(source), "--not", String(rule), "--others"]
    let json = try Herald.run(arguments)
    #expect(json.status == 0)
    #expect(json.lines.count == 2)
    #expect(json.lines.last?.contains(#""test":"text","property":"deviceLanguage""#) == true)
    #expect(json.lines.last?.contains(#""installations":4,"alike":3,"sources":["/i/1","/i/2","/i/3"]"#) == true)
    #expect(json.lines.last?.contains(#""key":"/descriptions/*","to":null}],"reached":3}"#) == true)
    let words = try Herald.run(arguments + ["--format", "human"])
    #expect(words.output.contains("3 of 3 other installations"))
    #expect(words.output.contains("shown to 3 other installations too"))
  }

  @Test("herald why refuses --not and --again together")
  func whyRefusesTwoQuestionsAtOnce() throws {
    let run = try Herald.run("why", "x", "--again", "--not", "update:1")
    #expect(run.status == 64)
    #expect(run.errors.contains("--not and --again are two questions."))
  }

  private static func check(_ asked: Case) throws {
    let arguments = ["why", "Events/\(asked.log)/log.jsonl"] + asked.arguments
    let words = try Herald.run(arguments + ["--format", "human"])
    #expect(words.status == 0)
    for text in asked.words { #expect(words.output.contains(text), "\(words.output)") }
    let json = try Herald.run(arguments + ["--format", "json"])
    #expect(json.status == 0)
    #expect(json.lines.count == 1)
    _ = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    for text in asked.json { #expect(json.output.contains(text), "\(json.output)") }
  }
}
