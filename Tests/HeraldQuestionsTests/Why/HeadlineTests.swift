import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The first line of an answer")
struct HeadlineTests {
  private static let logs = [
    CorpusLog.message, "update/forced-until-updated", "push/waits-for-the-next-order",
    "documents/bad-rules-left-out-and-the-rest-used",
  ]

  @Test("A headline of any answer has at most twelve words, and stands in words and JSON", arguments: logs)
  func atMostTwelveWords(log: String) throws {
    var answers = 0
    for revision in 1...20 {
      for kind in [WhyQuestion.Kind.decision, .again, .not("update:1"), .not("message:101"), .not("push"), .not("x")] {
        guard let answer = try? WhyQuestion(kind, at: revision).answer(in: CorpusLog.events(log)) else { continue }
        answers += 1
        let headline = answer.decision.headline
        #expect(Headline.count(headline) <= Headline.mostWords, "\(headline)")
        #expect(!headline.isEmpty)
        #expect(answer.words(.plain, .all).contains("\n\(headline)\n"))
        #expect(answer.json.contains(#""headline":"#))
      }
    }
    #expect(answers > 0)
  }

  @Test(
    "The fullest text that has room is taken, and the last one is cut",
    arguments: [
      (["a b c d e f g h i j k l m", "a b"], "a b"), (["a b c d e f g h i j k l", "a"], "a b c d e f g h i j k l"),
      (["a b c d e f g h i j k l m"], "a b c d e f g h i j k …"), ([], " …"),
    ])
  func fitting(texts: [String], expected: String) {
    #expect(Headline.fitting(texts) == expected)
  }

  @Test(
    "A headline names the limit with its figures",
    arguments: [
      (#","maxDisplayCount":1"#, "", "update:1: shown often enough (1 of 1)"),
      (#","displayPeriodInHours":48"#, "", "update:1: too soon (1 h of 2 d)"),
      (
        #","frequencyCaps":[{"cap":1,"periodInHours":24}]"#, "",
        "update:1: shown often enough for now (1 of fewer than 1)"
      ),
      (
        "", #""frequencyCaps":[{"cap":1,"periodInHours":24}],"#,
        "update:1: budget used up (1 of fewer than 1 in 1 d)"
      ),
    ])
  func figures(keys: String, root: String, expected: String) throws {
    let log = WhyLog(keys: keys, root: root)
    #expect(try log.answer(.not("update:1")).decision.headline == expected)
  }

  @Test("What would last beyond the review of a version is named before the review")
  func reviewComesAfterWhatLasts() throws {
    let log = WhyLog(keys: #","filters":{"deviceModel":"none"}"#, root: #""reviewVersions":"*","#)
    let answer = try log.answer(.not("update:1"))
    #expect(!answer.decision.headline.contains("under review"), "\(answer.decision.headline)")
    #expect(answer.words(.plain, .all).contains("under review"))
  }

  @Test("A headline of a decision names the rule and the limit, and a sentence that says no more is left out")
  func silentDecision() throws {
    let tooSoon = try WhyLog(keys: #","displayPeriodInHours":48"#).answer(.decision)
    #expect(tooSoon.decision.headline == "update:1 is not shown: too soon (1 h of 2 d)")
    let reviewed = try WhyLog(keys: "", root: #""reviewVersions":"*","#).answer(.decision)
    #expect(reviewed.decision.headline == "Nothing is shown: this version is under review")
    #expect(reviewed.words(.plain, .all).components(separatedBy: "under review\n").count == 2)
    #expect(!reviewed.words(.plain, .all).contains("Nothing is shown: this version is under review.\n"))
  }

  @Test("Each reason is named, those first that no waiting ends, with the reason why waiting alone does not help")
  func reasons() throws {
    let log = WhyLog(keys: #","maxDisplayCount":1,"displayPeriodInHours":48"#)
    let answer = try log.answer(.not("update:1"))
    let words = answer.words(.plain, .all)
    #expect(
      words.contains(
        "update:1 was not shown: it was shown as often as it may be: 1 of 1; it is not due yet: not enough time since the "
          + "last showing (1 h of 2 d)."))
    #expect(
      words.contains(
        "Waiting alone does not make update:1 due: it was shown as often as it may be: 1 of 1, and its period is over at "
          + "2026-03-04 08:00:00.000 +00:00."))
    #expect(answer.json.contains(#""lasting":true"#))
    #expect(answer.json.contains(#""due":null"#))
    #expect(
      answer.json.contains(#""waiting":{"begins":[{"test":"period","from":"2026-03-04T08:00:00.000Z"}],"ends":[]}"#))
  }

  @Test("A rule whose dates end before its budget is free says both times")
  func budgetAndEnd() throws {
    let log = WhyLog(
      keys: #","displayBeforeDate":"2026-03-02T20:00:00Z""#, root: #""frequencyCaps":[{"cap":1,"periodInHours":24}],"#)
    let words = try log.answer(.not("update:1")).words(.plain, .all)
    #expect(
      words.contains(
        "Waiting alone does not make update:1 due: the budget is free from 2026-03-03 08:00:00.000 +00:00, and its dates "
          + "end at 2026-03-02 20:00:00.001 +00:00."))
  }

  @Test("An answer says where the button leads, that a prompt got no answer, and where a setting stands")
  func nextQuestions() throws {
    let log = WhyLog(keys: "", root: #""quietHours":{"from":"20:00","to":"07:00"},"#, button: nil)
    let words = try log.answer(.decision).words(.plain, .all)
    #expect(words.contains("Its button update leads to https://w."))
    #expect(words.contains("The one prompt before it got no answer."))
    #expect(words.contains("wanted outside 20:00 to 07:00  (1:33"))
    #expect(words.contains("asked at a return alone"))
  }

  @Test(
    "An answer says that the device cannot open the button's address, and whom that locks out",
    arguments: [
      ("market://details?id=a", true, ", which linux cannot open, so the user is locked out."),
      ("market://details?id=a", false, ", which linux cannot open."), ("https://w", true, "."),
    ])
  func buttonLeadsNowhere(address: String, isForced: Bool, end: String) throws {
    let document =
      #"{"packageName":"a","updates":[{"id":1,"forceUpdate":\#(isForced),"targetVersion":"4.0","#
      + #""targetWebsiteUrl":"\#(address)","descriptions":{"*":"x"}}]}"#
    let log = WhyLog([("08:00", WhyLog.launched), ("08:00", WhyLog.fetched(document))])
    #expect(try log.answer(.decision).words(.plain, .all).contains("Its button update leads to \(address)\(end)"))
  }

  @Test("Of a rule about another app it is said at every level that the installed version is not asked")
  func otherApp() throws {
    let answer = try WhyLog(keys: #","targetPackageName":"b""#).answer(.decision)
    for level in [WhyLevel.path, .all] {
      let words = answer.words(level)
      #expect(words.contains("wanted another app than b: the version is not asked"))
      #expect(words.contains("update:1 is about another app, b, so the installed version is not asked"))
    }
  }

  @Test("An ignored push is named where it is asked why none was shown")
  func ignoredPush() throws {
    let none = try WhyLog(keys: "").answer(.not("push"))
    #expect(none.words(.plain, .all).contains("push was not shown: no push asks for an update: none is in the log."))
    #expect(none.decision.headline == "push: none is in the log")
    let push = #""type":"push.received","data":{"kind":"forceUpdate","url":"https://w","user":"u-2"}"#
    let ignored = try WhyLog(keys: "", before: [push]).answer(.not("push"))
    #expect(ignored.decision.headline == "push: revision 3 was ignored (pushUser)")
    #expect(
      ignored.words(.plain, .all).contains(
        "the only one came at revision 3 and was ignored, it was for the user `u-2`, and nobody was signed in"))
    #expect(ignored.json.contains(#""pushes":[{"revision":3,"id":"e3","type":"push.received","ignored":"pushUser"}]"#))
  }

  @Test("A test that passes because it is asked at a return alone says how long before the user was busy")
  func busyBefore() throws {
    let words = try WhyLog(keys: "", before: [#""type":"app.foregrounded","data":{"busy":true}"#], launches: false)
      .answer(.decision).words(.plain, .all)
    #expect(words.contains("asked at a return alone; 1 h before, at revision 3, the user was busy"))
  }
}
