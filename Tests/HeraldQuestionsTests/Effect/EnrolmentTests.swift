import HeraldQuestionsTestSupport
import Herald
import Testing

@testable import HeraldQuestions

@Suite("Enrolment into an experiment")
struct EnrolmentTests {
  /// The days of the first and of the last entrance, of whichever group; empty where nobody entered.
  private func days(_ log: EffectLog) throws -> [[Double]] {
    let effect = try #require(try log.fold().effects().first)
    return effect.entered == nil ? [] : [effect.entranceDays]
  }

  /// How many installations entered each group.
  private func sizes(_ log: EffectLog) throws -> [Int] {
    try #require(try log.fold().effects().first).arms.map(\.entered)
  }

  private static let message = #"{"id":1,"descriptions":{"*":{"message":"m"}}}"#

  @Test("A budget that another prompt filled delays no entrance, because it delays none of those held out")
  func budget() throws {
    var log = EffectLog(
      EffectLog.document(
        root: #""holdout":{"id":"h","percent":50},"frequencyCaps":[{"cap":1,"periodInHours":96}],"#,
        rule: #""displayAfterDate":"2026-03-03","#, messages: Self.message))
    for heldOut in [false, true] {
      let source = heldOut ? "b" : "a"
      log.launch(source, day: 0, heldOut: heldOut)
      if !heldOut { log.show(source, day: 0, rule: "message:1", kind: "message") }
      log.launch(source, day: 2, heldOut: heldOut)
    }
    #expect(try days(log) == [[2, 2]])
    #expect(try sizes(log) == [1, 1])
  }

  @Test("A prompt on the screen delays no entrance")
  func visible() throws {
    var log = EffectLog(EffectLog.document(rule: #""displayAfterDate":"2026-03-03","#, messages: Self.message))
    for heldOut in [false, true] {
      let source = heldOut ? "b" : "a"
      log.launch(source, day: 0, heldOut: heldOut)
      if !heldOut { log.show(source, day: 0, rule: "message:1", kind: "message") }
      log.fetch(source, day: 2)
    }
    #expect(try days(log) == [[2, 2]])
    #expect(try sizes(log) == [1, 1])
  }

  @Test("Showings, skips and counts from before the holdout delay no entrance")
  func earlierShowings() throws {
    var log = EffectLog(EffectLog.document(root: "", rule: #""maxDisplayCount":1,"skippable":true,"#))
    log.launch("a", day: 0)
    log.show("a", day: 0, rule: "update:7")
    log.add("a", 0, "button.chosen", #"{"prompt":"p","button":"skip"}"#)
    log.document = EffectLog.document(rule: #""maxDisplayCount":1,"skippable":true,"#)
    log.launch("a", day: 1)
    #expect(try days(log) == [[1, 1]])
  }

  @Test("A rule that another one outranks is entered all the same")
  func outranked() throws {
    let other = #"{"id":6,"targetVersion":"2.4.0","targetWebsiteUrl":"https://x","descriptions":{"*":{"message":"m"}}}"#
    var log = EffectLog(EffectLog.document().replacing(#""updates":["#, with: #""updates":[\#(other),"#))
    log.launch("a", day: 0)
    #expect(try log.fold().effects().map { $0.arms.map(\.entered) } == [[1, 0], [1, 0]])
  }

  @Test("A rule behind a force is not entered, because nobody can see it")
  func behindAForce() throws {
    let force =
      #"{"id":6,"forceUpdate":true,"targetVersion":"2.4.0","targetWebsiteUrl":"https://x","descriptions":{"*":{"message":"m"}}}"#
    var log = EffectLog(EffectLog.document().replacing(#""updates":["#, with: #""updates":[\#(force),"#))
    log.launch("a", day: 0)
    #expect(try days(log).isEmpty)
  }

  @Test("A check that the user asks for does not count as an entrance, because it shows the rule to those held out too")
  func manual() throws {
    var log = EffectLog(EffectLog.document())
    log.launch("a", day: 0, heldOut: true, trigger: "manual")
    #expect(try days(log).isEmpty)
    log.fetch("a", day: 1)
    #expect(try days(log) == [[1, 1]])
  }

  @Test("A check that the user asks for does not count as an entrance for variants either, because it suspends phases")
  func manualWithVariants() throws {
    let phases = #""phasedRollout":{"startAt":"2030-01-01T00:00:00Z"},"#
    var log = EffectLog(EffectLog.document(root: "", rule: EffectLog.variants + phases))
    log.launch("a", day: 0, trigger: "manual")
    #expect(try sizes(log) == [0, 0])
  }

  @Test("A version that is forced by its change does not count as an entrance")
  func forcedByChange() throws {
    var log = EffectLog(EffectLog.document(rule: #""forceUpdateTypes":["major"],"#))
    log.launch("a", day: 0, version: "1.9", heldOut: true)
    #expect(try days(log).isEmpty)
    log.launch("a", day: 1, heldOut: true)
    #expect(try days(log) == [[1, 1]])
  }

  @Test(
    "A device that the rule is not for does not enter",
    arguments: [
      #""filters":{"deviceModel":"X"},"#, #""rollout":0,"#, #""displayAfterDate":"2027-01-01","#,
      #""triggers":["login"],"#,
      #""updateTypes":["patch"],"#,
    ])
  func otherDevice(_ rule: String) throws {
    var log = EffectLog(EffectLog.document(rule: rule))
    log.launch("a", day: 0)
    log.launch("b", day: 0, heldOut: true)
    #expect(try days(log).isEmpty)
  }

  @Test("A device on the target does not enter")
  func onTarget() throws {
    var log = EffectLog(EffectLog.document())
    log.launch("a", day: 0, version: "2.4.0")
    #expect(try days(log).isEmpty)
  }

  @Test("A variant without a text in the device's language is entered if another variant has one")
  func variantText() throws {
    let variants =
      #""variants":[{"id":"a","weight":1},{"id":"b","weight":1,"descriptions":{"en":{"message":"b"}}}],"#
    var log = EffectLog(
      EffectLog.document(root: "", rule: variants).replacing(
        #""descriptions":{"*":{"message":"m"}}}],"messages""#,
        with: #""descriptions":{"de":{"message":"m"}}}],"messages""#))
    log.launch("1", day: 0)
    log.launch("2", day: 0, second: true)
    #expect(try log.fold().effects().map { $0.arms.map(\.entered) } == [[1, 1]])
  }
}
