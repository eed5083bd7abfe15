import Foundation
import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The answer to why")
struct WhyAnswerTests {
  private static let forced = "update/forced-until-updated"
  private static let bundle = "formats/ssvc/bundle-version-with-no-number"

  private static func answer(
    _ log: String, of source: ExactString? = nil, at revision: Int? = nil
  ) throws -> WhyAnswer {
    try WhyQuestion(of: source, at: revision).answer(in: CorpusLog.events(log))
  }

  private static func words(_ log: String, of source: ExactString? = nil, at revision: Int? = nil) throws -> String {
    try answer(log, of: source, at: revision).words(.plain, .all)
  }

  @Test(
    "Why says that the last document was refused, and the reason",
    arguments: [
      ("formats/itunes/of-another-app", 2, "no policy was in force", "otherPackage, it is another app's"),
      (
        "formats/itunes/store-cache-lags", 5, "update:itunes (optional) is shown",
        "rollback, its newest version is 1.9, and one with 1.10 was accepted before; a fetch from 20"
      ),
    ])
  func refusedDocument(_ log: String, _ revision: Int, _ sentence: String, _ reason: String) throws {
    let words = try Self.words(log, at: revision)
    #expect(words.contains(sentence))
    #expect(words.contains("that came last was refused: \(reason)"))
  }

  @Test("Why of an accepted document has no refusal")
  func acceptedDocument() throws {
    #expect(try Self.answer("formats/itunes/store-cache-lags", at: 2).json.contains(#""refused":null"#))
  }

  @Test(
    "Why says what decides besides the rules",
    arguments: [
      (
        "documents/rolled-back", "2011bac0", 8,
        "rollback, its `revision` is 11, and one with 12 was accepted before. The policy accepted before it stays in force."
      ),
      ("documents/rolled-back", "2011bac0", 9, "it has no `revision`, which counts as 0, and one with 12 was accepted"),
      ("push/for-another-user", "7ab1e700", 8, "The operation `topUp` is not held back."),
      ("push/for-another-user", "7ab1e700", 10, "The operation `topUp` is held back by the prompt."),
      (
        "clock/set-back-two-days", "c10c0001", 7,
        "The device's clock was set back (revision 6): the period of message:1"
      ),
      (
        "review/build-under-review-sees-nothing", "2e11e200", 7, "this version is under review, it is not shown either."
      ),
      ("rollout/phase-by-phase", "ro4617a374", 6, "✓ rollout   rolled out to all by now"),
      (
        "rollout/phase-by-phase", "ro4617a374", 5,
        "Decided at revision 5: update:v42 (optional) should be shown: the first"
      ),
      ("rollout/phase-by-phase", "ro4617a374", 5, "before the next decision (revision 6, 30 d later)"),
      ("session/busy-at-return-then-not", "b05cb05c", 6, "at the next return, if the user is not busy then."),
    ])
  func besidesTheRules(_ log: String, _ source: String, _ revision: Int, _ words: String) throws {
    #expect(try Self.words(log, of: ExactString(source), at: revision).contains(words))
  }

  @Test("Why names the variants where only they differ")
  func variants() throws {
    let words = "was shown in variant urgent, though update:v42 (optional) in variant plain was decided"
    #expect(try Self.words("variants/the-app-showed-the-other-text").contains(words))
  }

  @Test(
    "Why of a revision that decided nothing explains the decision behind it",
    arguments: [(7, 6), (5, 2), (3, 2), (2, 2)])
  func decisionBefore(_ revision: Int, _ before: Int) throws {
    let answer = try Self.answer(Self.forced, at: revision)
    let first = try #require(answer.words(.plain, .all).split(separator: "\n").first)
    #expect(first.contains(", revision \(before), "))
    #expect(answer.json.contains("\"revision\":\(before),"))
    #expect(answer.json.contains("\"asked\":{\"revision\":\(revision),"))
  }

  @Test("Why is refused for an event before every decision, because nothing was decided yet")
  func beforeEveryDecision() throws {
    let error = try #require(throws: LogRefused.self) { try Self.answer(Self.forced, at: 1) }
    #expect(error.exitStatus == .invalid)
    #expect(error.diagnostics.contains { $0.what.contains("Nothing was decided up to revision 1.") })
  }

  @Test("Why without a revision explains the last prompt that was shown, and not the heartbeat after it")
  func lastPrompt() throws {
    let log = try CorpusLog.text(Self.forced).split(separator: "\n").prefix(3)
    let source = try #require(log[0].firstMatch(of: /"source":"([^"]+)"/)?.1)
    let heartbeat =
      #"{"specversion":"1.0","id":"beat","source":"\#(source)","type":"fetch.failed","time":"2030-01-01T00:00:00Z","#
      + #""revision":4,"data":{"trigger":"heartbeat","url":"u","reason":"offline"}}"#
    let lines = (log.map(String.init) + [heartbeat, ""]).joined(separator: "\n")
    let json = try WhyQuestion().answer(in: CorpusLog.events(lines: lines)).json
    #expect(json.contains(#""asked":{"revision":3,"#))
    #expect(json.contains(#""app":{"verdict":"justified","revision":3,"#))
  }

  /// A log in which the app showed another rule than was decided.
  private static func deviating() throws -> String {
    let log = try CorpusLog.text(forced).split(separator: "\n").prefix(3)
    let other = log[2].replacing(/"rule":"[^"]+"/, with: #""rule":"update:other""#)
    return "\(log[0])\n\(log[1])\n\(other)\n"
  }

  @Test("Why says first where the app showed something else than was decided", arguments: [nil, 2, 3])
  func deviation(_ revision: Int?) throws {
    let answer = try WhyQuestion(at: revision).answer(in: CorpusLog.events(lines: Self.deviating()))
    let words = "The app did not do what was decided. Revision 3: update:other (force) was shown"
    #expect(answer.words(.plain, .sentence).hasPrefix(words))
  }

  @Test("Why not says that the app, and no rule, kept a decided prompt from the screen")
  func deviationOfTheApp() throws {
    let answer = try WhyQuestion(.not("update:31")).answer(in: CorpusLog.events(lines: Self.deviating()))
    let words = answer.words(.plain, .sentence)
    #expect(words.hasPrefix("The app did not do what was decided."))
    #expect(words.contains("update:31 was decided: nothing stopped it but the app."))
    #expect(answer.json.contains(#""app":{"verdict":"unjustified""#))
  }

  @Test(
    "Why takes any part of an installation's name, and lists the candidates of an ambiguous one",
    arguments: [false, true])
  func partOfAName(isLedger: Bool) throws {
    let log = try CorpusLog.text(Self.forced)
    let source = String(try #require(log.firstMatch(of: /"source":"([^"]+)"/)?.1))
    let both = log + log.replacing(source, with: "/devices/bob-pixel")
    func answer(of name: ExactString?) throws -> WhyAnswer {
      guard isLedger else { return try WhyQuestion(of: name).answer(in: CorpusLog.events(lines: both)) }
      let scratch = try Scratch()
      return try WhyQuestion(of: name).answer(in: CorpusLog.events(ledgerOf: both, in: scratch))
    }
    func refusal(of name: ExactString?) throws -> Diagnostic {
      let error = try #require(throws: LogRefused.self) { try answer(of: name) }
      #expect(error.exitStatus == .invalid)
      return try #require(error.diagnostics.first)
    }
    #expect(try answer(of: "bob").json.contains(#""source":"/devices/bob-pixel""#))
    let several = try refusal(of: "/")
    #expect(several.what.contains("`/` is a part of 2 installations' names."))
    #expect(several.fix.contains("`\(source)`, `/devices/bob-pixel`"))
    #expect(try refusal(of: nil).what.contains("has 2 installations."))
    #expect(try refusal(of: "nobody").what.contains("has no installation `nobody`."))
  }

  @Test("Why names a rule's place without a pointer where the rule is the whole document")
  func wholeDocument() throws {
    let words = try Self.words("formats/umeng/offered-and-taken-back", at: 2)
    #expect(words.contains("update:umeng (optional) shown  line 1, column 1\n"))
  }

  @Test("Why names what could not be compared, for people and for machines")
  func notCompared() throws {
    let answer = try Self.answer(Self.bundle, of: "/installations/55c0a201")
    let words = answer.words(.plain, .all)
    #expect(
      words.contains(
        "does not apply: appVersionCode `1.10.0` is not a bundle version such as 10.2.3, so it is compared with nothing"
      ))
    #expect(words.contains("(bundleNumberUnavailable, "))
    #expect(
      answer.json.contains(
        #""passed":false,"comparable":false,"remark":"`1.10.0` is not a bundle version such as 10.2.3, so it is "#
          + #"compared with nothing","part":null,"diagnostic":"bundleNumberUnavailable","place":{"line":2,"#))
  }

  @Test("Why names the rules that are left out as invalid, also where no rule remains", arguments: [false, true])
  func invalidRules(isLedger: Bool) throws {
    let document = #"{"packageName":"a","updates":[{"id":1,"forceUpdate":"maybe","descriptions":{"*":"x"}}]}"#
    var text = JSONWriter()
    text.string(document)
    let lines = [
      #""type":"app.launched","data":{"properties":{"appPackageName":"a"}}"#,
      #""type":"fetch.succeeded","data":{"trigger":"launch","url":"u","format":"herald","status":200,"#
        + #""digest":"\#(Digest.of(document))","document":\#(text.string)}"#,
    ].enumerated().map { index, event in
      #"{"specversion":"1.0","id":"\#(index)","source":"/i","time":"2026-03-02T08:00:00Z","revision":\#(index + 1),"#
        + event + "}\n"
    }.joined()
    let scratch = try Scratch()
    let events =
      try
      (isLedger
      ? CorpusLog.events(ledgerOf: lines, in: scratch, named: "my ledger.sqlite")
      : CorpusLog.events(lines: lines, named: "my log.jsonl"))
    let words = try WhyQuestion().answer(in: events).words(.plain, .path)
    #expect(words.contains("Nothing is shown: the policy has no rule: one was left out as invalid."))
    #expect(words.contains("/updates/0  The update leads nowhere."))
    #expect(words.contains("Left out of the policy, because they are invalid\n  1:"))
    #expect(words.contains("/updates/0/forceUpdate  `forceUpdate` is `\"maybe\"`, not true or false."))
    let missing = try #require(throws: LogRefused.self) { try WhyQuestion(at: 9).answer(in: events.again()) }
    let path = isLedger ? scratch.path("my ledger.sqlite") : "my log.jsonl"
    #expect(missing.diagnostics.contains { $0.fix.contains("`herald replay '\(path)'`") })
  }

  @Test("Why says first which revisions the log lacks before the event that it explains")
  func missingRevisions() throws {
    let events = try CorpusLog.events(
      lines: CorpusLog.text("log/with-gaps"), reading: ReadingOptions(isPartial: true))
    let answer = try WhyQuestion().answer(in: events)
    let sentence = answer.words(.plain, .sentence)
    #expect(sentence.hasPrefix("The log lacks revision"))
    #expect(sentence.contains("6 to 8"))
    #expect(answer.json.contains(#"{"from":6,"to":8}"#))
  }

  @Test("Why says by how much a clock that was set back delays a repeat")
  func delayOfAClock() throws {
    let answer = try Self.answer("clock/set-back-two-days")
    let words = answer.words(.plain, .all)
    #expect(words.contains("set the clock back"))
    #expect(words.contains("counts from then, so it ends"))
    let delay = try #require(answer.json.firstMatch(of: /"delayMilliseconds":([0-9]+)/)?.1)
    #expect(try #require(Int(delay)) > 0)
  }

  @Test("Why says how often the user chose to update while the version stayed the same")
  func updatesInVain() throws {
    let answer = try Self.answer(Self.forced)
    let words = "The user chose update 1 time before, and the app's version was still the old one"
    #expect(answer.words(.plain, .all).contains(words))
    #expect(answer.json.contains(#""updatesChosen":{"rule":"update:31","times":1,"#))
  }

  @Test("Why names a push that waits while nothing of it is shown")
  func waitingPush() throws {
    let answer = try Self.answer("review/build-under-review-sees-nothing", of: "/installations/2e11e200")
    #expect(answer.words(.plain, .all).contains(" asks for an update and waits"))
    #expect(answer.json.contains(#""waitingPush":{"revision":"#))
  }
}
