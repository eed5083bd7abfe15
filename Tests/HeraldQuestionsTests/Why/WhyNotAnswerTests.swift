import Foundation
import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answers to why not and why again")
struct WhyNotAnswerTests {
  /// A log of the corpus, and the question.
  struct Case: CustomTestStringConvertible, Sendable {
    let log: String
    let question: WhyQuestion
    /// Texts that the words have to contain.
    let words: [String]
    /// Texts that the JSON has to contain.
    let json: [String]
    var testDescription: String { "\(log) \(question)" }
  }

  static let notShown: [Case] = [
    Case(
      log: "message/three-times-a-week-apart", question: WhyQuestion(.not("message:101"), at: 9),
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
      question: WhyQuestion(.not("update:2"), of: "/installations/3c7de8f0", at: 2),
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
      question: WhyQuestion(.not("update:1"), of: "/installations/d0b1ed1a", at: 8),
      words: [
        "update:1 was not shown: update:1 was on the screen already; a heartbeat never interrupts the user; it is ",
        "(revision 3)",
        "no prompt had been on the screen\n     and the trigger had been launch instead of heartbeat",
      ],
      json: [
        #"[{"obstacle":"alreadyVisible"},{"obstacle":"silent"},{"obstacle":"trigger","compared":["#,
        #"[{"scope":"state","change":"nothingVisible","of":null,"to":null},{"scope":"trigger","#,
      ]),
    // The example of the help.
    Case(
      log: "session/prompt-already-visible",
      question: WhyQuestion(.not("update:1"), of: "/installations/d0b1ed1a", at: 4),
      words: ["update:1 was not shown: update:1 was on the screen already."],
      json: [
        #""not":"update:1","obstacles":[{"obstacle":"alreadyVisible"}],"#
          + #""smallest":{"sets":[[{"scope":"state","change":"nothingVisible","of":null,"to":null}]],"#
          + #""limit":3,"decisions":3,"cutShort":false}"#
      ]),
    Case(
      log: "formats/ssvc/bundle-version-with-no-number",
      question: WhyQuestion(.not("update:ssvc-minimum"), of: "/installations/55c0a201"),
      words: ["`appVersionCode` had been `1.1.9` instead of `1.10.0`"],
      json: [#"[[{"scope":"property","change":"property","of":"appVersionCode","to":"1.1.9"}]]"#]),
    Case(
      log: "update/roll-out-raised-from-ten-percent",
      question: WhyQuestion(.not("update:70"), of: "/installations/0b6d41f2", at: 2),
      words: ["update:70 were rolled out to "], json: [#"{"scope":"policy","change":"rollout","of":"update:70","to":""#]
    ),
    Case(
      log: "push/waits-for-the-next-order", question: WhyQuestion(.not("push"), at: 11),
      words: ["push was not shown: a push asks for an update, and is not shown at this trigger (foreground)."],
      json: [#""not":"push","obstacles":[{"obstacle":"latchWaits"}]"#]),
    Case(
      log: "documents/bad-rules-left-out-and-the-rest-used", question: WhyQuestion(.not("update:3"), at: 2),
      words: ["it has update:16", "left out at 26:5 /updates/2: The update leads nowhere."],
      json: [#""rules":["update:16"],"meant":null,"leftOut":[{"code":"invalidRule","what":"The update leads nowhere.""#]
    ),
    Case(
      log: "documents/bad-rules-left-out-and-the-rest-used", question: WhyQuestion(.not("updaet:16"), at: 2),
      words: ["did you mean update:16?", "more were left out: `herald lint` lists them"],
      json: [#""meant":"update:16""#, #""smallest":{"sets":[],"limit":3,"#]),
    Case(
      log: "documents/bad-rules-left-out-and-the-rest-used", question: WhyQuestion(.not("update:16"), at: 2),
      words: ["update:16 was shown: nothing stopped it."], json: [#""obstacles":[]"#]),
  ]

  static let again: [Case] = [
    Case(
      log: "update/forced-until-updated", question: WhyQuestion(.again),
      words: [
        "update:31 is shown for the second time: a prompt of kind force is never skipped, counted or spaced, and comes",
        "for as long as appVersionCode (390) is lower than 400.", "update (revision 4)",
      ],
      json: [
        #""sentence":"update:31 is shown for the second time"#, #""passes":[{"test":"skipped","reason":"blocking""#,
      ]),
    Case(
      log: "message/three-times-a-week-apart", question: WhyQuestion(.again),
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
      question: WhyQuestion(.again, of: "/installations/2e90b6aa", at: 8),
      words: ["update:20 is shown for the second time: the user asked for the check, which lifts skips, counts"],
      json: [#""reason":"manual""#]),
    Case(
      log: "update/skipped-until-the-next-version",
      question: WhyQuestion(.again, of: "/installations/2e90b6aa", at: 17),
      words: ["the user skipped version "], json: [#"{"test":"skipped","reason":"compared","compared":{"#]),
    Case(
      log: "update/force-becomes-end-of-service", question: WhyQuestion(.again),
      words: ["a prompt of kind exit is never skipped", "for as long as appVersionName (1.8.3) matches <2.0."],
      json: [#""reason":"blocking""#]),
    Case(
      log: "push/waits-for-the-next-order", question: WhyQuestion(.again),
      words: ["push is shown for the second time: a push that asks for an update comes back until the updated app"],
      json: [#""passes":[]"#]),
    // The revision of the showing asks for the decision before it.
    Case(
      log: "update/forced-until-updated", question: WhyQuestion(.again, at: 3),
      words: ["revision 2,", "update:31 is shown for the first time: it was never shown before."],
      json: [#""revision":2,"#, #""showings":[]"#]),
    Case(
      log: "update/later-asks-again-at-the-next-launch", question: WhyQuestion(.again, at: 9),
      words: [
        "update:12 is shown for the second time: the rule sets no period between two showings and no limit to them."
      ],
      json: [#""reason":"notAsked""#]),
  ]

  @Test("Why not names each obstacle and what would have removed it", arguments: notShown)
  func obstacles(_ asked: Case) throws { try Self.check(asked) }

  @Test("Why again says why a prompt was shown again", arguments: again)
  func repeats(_ asked: Case) throws { try Self.check(asked) }

  private static func check(_ asked: Case) throws {
    let answer = try asked.question.answer(in: CorpusLog.events(asked.log))
    let words = answer.words(.plain, .all)
    for text in asked.words { #expect(words.contains(text), "\(words)") }
    #expect(answer.json.split(separator: "\n").count == 1)
    _ = try JSONSerialization.jsonObject(with: Data(answer.json.utf8))
    for text in asked.json { #expect(answer.json.contains(text), "\(answer.json)") }
  }

  @Test("Why not and why again answer the same from a ledger as from its log", arguments: notShown + again)
  func ledger(_ asked: Case) throws {
    let scratch = try Scratch()
    let events = try CorpusLog.events(ledgerOf: CorpusLog.text(asked.log), in: scratch)
    let answer = try asked.question.answer(in: events)
    #expect(answer.json == (try asked.question.answer(in: CorpusLog.events(asked.log)).json))
  }

  @Test("Why again is refused where nothing was shown")
  func nothingShown() throws {
    for (question, log, words) in [
      (WhyQuestion(.again, at: 9), CorpusLog.message, "Nothing was shown at revision 9."),
      (
        WhyQuestion(.again, of: "/installations/2e11e200"), "review/build-under-review-sees-nothing",
        "No decision shows anything."
      ),
    ] {
      let error = try #require(throws: LogRefused.self) { try question.answer(in: CorpusLog.events(log)) }
      #expect(error.exitStatus == .invalid)
      #expect(error.diagnostics.contains { $0.what.contains(words) })
    }
  }

  @Test(
    "Why again says that no decision asks for a prompt that the app showed",
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
  func unjustified(rule: String?, sentence: String) throws {
    var lines = try CorpusLog.text("update/forced-until-updated").split(separator: "\n").prefix(4).map(String.init)
    if let rule {
      lines[2] = lines[2].replacing("update:31", with: rule)
      lines.removeLast()
    } else {
      lines.append(
        lines[2].replacing("-0003\"", with: "-0005\"").replacing("\"revision\":3", with: "\"revision\":5"))
    }
    let events = try CorpusLog.events(lines: lines.joined(separator: "\n") + "\n")
    let answer = try WhyQuestion(.again).answer(in: events)
    #expect(answer.words(.plain, .all).contains(sentence), "\(answer.words(.plain, .all))")
    #expect(answer.json.contains(#","unjustified":true,"showings":["#))
  }

  @Test("A showing behind missing revisions accuses nobody, neither in why again nor in why not")
  func unknown() throws {
    var lines = try CorpusLog.text("update/forced-until-updated").split(separator: "\n").prefix(3).map(String.init)
    lines[2] = lines[2].replacing("update:31", with: "message:9").replacing("\"revision\":3", with: "\"revision\":5")
    func answer(_ kind: WhyQuestion.Kind) throws -> WhyAnswer {
      let text = lines.joined(separator: "\n") + "\n"
      return try WhyQuestion(kind, at: 5).answer(
        in: CorpusLog.events(lines: text, reading: ReadingOptions(isPartial: true)))
    }
    let (again, not) = (try answer(.again), try answer(.not("message:9")))
    let headline = "message:9, shown at revision 5, cannot be judged: revisions are missing"
    #expect(again.words(.plain, .all).contains(headline), "\(again.words(.plain, .all))")
    #expect(again.json.contains(#""headline":"\#(headline)""#))
    #expect(!again.words(.plain, .all).contains("no decision asks for it"))
    #expect(
      not.words(.plain, .sentence).contains(
        "message:9 was shown at revision 5, and whether that was decided cannot be judged. The decision of revision 2 does "
          + "not show it: the policy in force has no rule message:9."), "\(not.words(.plain, .sentence))")
  }

  private static func notDue() throws -> WhyAnswer {
    try WhyQuestion(.not("message:101"), at: 9).answer(in: CorpusLog.events(CorpusLog.message))
  }

  @Test("Why not says when the rule itself is due, and how long that is")
  func due() throws {
    let answer = try Self.notDue()
    let words = answer.words(.plain, .all)
    #expect(words.contains("message:101 itself is due from 2026-07-08 08:00:02.000 +02:00"))
    #expect(words.contains("0.001 s later, and is then shown."))
    #expect(answer.json.contains(#""due":{"from":"2026-07-08T06:00:02.000Z","waitMilliseconds":1,"#))
  }

  @Test("Why not names the edits of the policy that would show the rule")
  func edits() throws {
    let answer = try Self.notDue()
    let words = "or the policy's message:101 had `displayPeriodInHours` 167 or less, not 7 d"
    #expect(answer.words(.plain, .all).contains(words))
    #expect(
      answer.json.contains(
        #"{"scope":"policy","change":"edited","of":"message:101","key":"/displayPeriodInHours","to":"167"}"#))
    #expect(answer.json.contains(#""foundMilliseconds":604799999,"wantedMilliseconds":604800000"#))
  }

  @Test("The others are the installations that meet the same test on the same value, and that an edit reaches")
  func others() throws {
    let text = try CorpusLog.text("message/no-text-in-the-devices-language")
    let source = try #require(text.firstMatch(of: /"source":"([^"]+)"/)?.1)
    let own = text.split(separator: "\n").filter { $0.contains(source) }.map { $0 + "\n" }.joined()
    let log = own + (1...3).map { own.replacing(source, with: "/i/\($0)") }.joined()
    let decisions = try CorpusLog.replayed(.decisions, CorpusLog.events(lines: log)).joined(separator: "\n")
    let rule = try #require(decisions.firstMatch(of: /"rule":"([^"]+)","failed":"text"/)?.1)
    var question = WhyQuestion(.not(ExactString(String(rule))), of: ExactString(String(source)))
    let alone = try question.answer(in: CorpusLog.events(lines: log))
    #expect(alone.json.split(separator: "\n").count == 1)
    question.findsOthers = true
    let answer = try question.answer(in: CorpusLog.events(lines: log))
    let others = try #require(answer.others)
    #expect(answer.json == alone.json + others.json)
    #expect(others.json.split(separator: "\n").count == 1)
    #expect(others.json.contains(#""test":"text","property":"deviceLanguage""#))
    #expect(others.json.contains(#""installations":4,"shown":0,"alike":3,"sources":["/i/1","/i/2","/i/3"]"#))
    #expect(others.json.contains(#""key":"/descriptions/*","to":null}],"reached":3}"#))
    let words = others.words(.plain)
    #expect(others.json.contains(#""meant":3,"notMeant":0,"alikeMeant":3,"#))
    #expect(words.contains("is meant for 3 of 3 other installations, by policy, filters and segments"))
    #expect(words.contains("shown to 3 other installations too"))
  }

  @Test("Installations for which the rule is not meant are counted apart from those for which it is")
  func othersForWhomItIsNotMeant() throws {
    let document =
      #"{"packageName":"a","updates":[{"id":1,"targetVersion":"4.0","targetWebsiteUrl":"https://w","#
      + #""filters":{"appVersionName":"3.9"},"triggers":["operation"],"descriptions":{"*":"x"}}]}"#
    let log = WhyLog([("08:00", WhyLog.launched), ("08:00", WhyLog.fetched(document))])
    let own = log.lines.joined(separator: "\n") + "\n"
    let other = own.replacing("/i/1", with: "/i/3").replacing(
      #""appVersionName":"3.9""#, with: #""appVersionName":"3.8""#)
    var question = WhyQuestion(.not("update:1"), of: "/i/1", at: 2)
    question.findsOthers = true
    let answer = try question.answer(in: CorpusLog.events(lines: own + own.replacing("/i/1", with: "/i/2") + other))
    let others = try #require(answer.others)
    #expect(others.json.contains(#""test":"trigger""#))
    #expect(others.json.contains(#""alike":2,"sources":["/i/2","/i/3"],"meant":1,"notMeant":1,"alikeMeant":1,"#))
    #expect(others.words(.plain).contains("2 of all (1 of them meant), asked the same"))
  }
}
