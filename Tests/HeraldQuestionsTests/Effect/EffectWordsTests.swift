import HeraldQuestionsTestSupport
import Herald
import Testing

@testable import HeraldPages
@testable import HeraldQuestions

@Suite("What effects say")
struct EffectWordsTests {
  private func sentences(_ log: EffectLog, days: Int? = 7) throws -> [String] {
    try log.fold().effects(days: days).flatMap(\.sentences)
  }

  /// A group of `total` installations, `updated` of them updated on day 1.
  private func group(_ updated: Int, of total: Int) -> [Double?] {
    (0..<total).map { $0 < updated ? 1 : nil }
  }

  @Test("A difference is told in points with its interval")
  func more() throws {
    let log = EffectLog.groups(first: group(48, of: 80), second: group(20, of: 80))
    #expect(
      try sentences(log) == [
        "Of 80 installations due to see the prompt, 60.0 % were on 2.4.0 or later after 7 days; of 80 held out, 25.0 %: "
          + "35.0 points more (95 %: 19.8 to 48.0)."
      ])
  }

  @Test("A prompt that does harm is told as one that makes fewer update")
  func fewer() throws {
    let log = EffectLog.groups(first: group(20, of: 80), second: group(48, of: 80))
    let comparison = try #require(try log.fold().effects(days: 7).first?.comparisons.first)
    #expect(comparison.verdict == .fewer)
    #expect(try sentences(log).first?.hasSuffix(": 35.0 points fewer (95 %: 19.8 to 48.0).") == true)
  }

  @Test("An interval that contains 0 does not show a difference")
  func noDifference() throws {
    let log = EffectLog.groups(first: group(40, of: 80), second: group(36, of: 80))
    let says = try #require(try sentences(log).first)
    #expect(says.hasPrefix("No clear difference. Of 80 installations due to see the prompt, 50.0 % were"))
    #expect(says.hasSuffix(": 5.0 points more (95 %: −10.3 to 19.9)."))
  }

  @Test("Fewer than 30 installations in a group are too few to tell, and it is said how many are needed")
  func tooFew() throws {
    let log = EffectLog.groups(first: group(40, of: 40), second: group(0, of: 29))
    let effect = try #require(try log.fold().effects(days: 7).first)
    #expect(
      effect.sentences == [
        "Too few to tell. Of 40 installations due to see the prompt, 40 were on 2.4.0 or later after 7 days; of 29 held out, 0."
      ])
    #expect(effect.cautionWords.first?.contains("at most 1,354 installations held out;") == true)
    #expect(effect.cautionWords.first?.contains("here are 29.") == true)
    let enough = EffectLog.groups(first: group(40, of: 40), second: group(0, of: 30))
    #expect(try enough.fold().effects(days: 7).first?.comparisons.first?.verdict == .more)
  }

  @Test("A group of nobody is too few to tell")
  func nobody() throws {
    let log = EffectLog.groups(first: group(4, of: 8), second: [])
    #expect(
      try sentences(log) == ["Too few to tell: no installation held out could be followed for 7 days."])
  }

  @Test("A log that ends within a day of the entrances is too early to tell")
  func tooEarly() throws {
    let log = EffectLog.groups(first: group(0, of: 3), second: group(0, of: 2), until: 0.5)
    #expect(
      try sentences(log, days: nil) == [
        "Too early to tell: fewer than half of the 5 installations that entered did so a day or more before the log ends."
      ])
  }

  @Test("More days than anybody could be followed for are too early to tell")
  func tooManyDays() throws {
    let log = EffectLog.groups(first: group(0, of: 40), second: group(0, of: 40), until: 9)
    let effect = try #require(try log.fold().effects(days: 30).first)
    #expect(
      effect.sentences == [
        "Too early to tell: no installation entered 30 days or more before the log ends. Ask for fewer --days."
      ])
    #expect(effect.cautionWords.isEmpty)
    #expect(effect.comparisons.map(\.verdict) == [.tooEarly])
  }

  @Test("An experiment that nobody entered says so")
  func empty() throws {
    var log = EffectLog(EffectLog.document())
    log.launch("a", day: 0, version: "3")
    #expect(try sentences(log).first?.hasPrefix("Nobody entered: ") == true)
  }

  @Test("Each variant is compared with the first, and several comparisons are a caution")
  func variants() throws {
    let two = EffectLog.groups(
      EffectLog.document(root: "", rule: EffectLog.variants), first: group(20, of: 80), second: group(48, of: 80),
      isSecond: "b")
    let effect = try #require(try two.fold().effects(days: 7).first)
    #expect(effect.title == "update:7 → 2.4.0: its variants a and b")
    #expect(
      effect.sentences == [
        "Of 80 installations with variant `b`, 60.0 % were on 2.4.0 or later after 7 days; of 80 with `a`, 25.0 %: 35.0 points "
          + "more (95 %: 19.8 to 48.0)."
      ])
    #expect(effect.cautions.isEmpty)
    var three = EffectLog(
      EffectLog.document(
        root: "",
        rule: #""variants":[{"id":"a","weight":1},{"id":"b","weight":1},{"id":"c","weight":1}],"#))
    three.launch("1", day: 0)
    #expect(try three.fold().effects().first?.comparisons.count == 2)
    #expect(try three.fold().effects().first?.cautions == [.severalComparisons])
  }

  @Test("Groups of sizes that chance would not make are a caution, and are not compared")
  func unevenGroups() throws {
    let likely = EffectLog.groups(first: group(20, of: 67), second: group(20, of: 33))
    #expect(try likely.fold().effects().first?.cautions == [])
    let unlikely = EffectLog.groups(first: group(68, of: 68), second: group(0, of: 32))
    let effect = try #require(try unlikely.fold().effects(days: 7).first)
    #expect(effect.cautions == [.unevenGroups])
    #expect(effect.cautionWords.first?.contains("(shown 68, expected 50; held out 32, expected 50)") == true)
    #expect(effect.comparisons.map(\.verdict) == [.notComparable])
    #expect(
      effect.sentences == [
        "Not comparable: chance makes groups of these sizes less than once in a thousand times. Of 68 installations due to "
          + "see the prompt, 100.0 % were on 2.4.0 or later after 7 days; of 32 held out, 0.0 %."
      ])
  }

  @Test("A group that a small share seldom gives brings no caution", arguments: [(0, 1, 8), (10, 2, 1)])
  func fewAreNotUneven(_ shown: Int, _ heldOut: Int, _ percent: Int) throws {
    let root = #""holdout":{"id":"h","percent":\#(percent)},"#
    let log = EffectLog.groups(
      EffectLog.document(root: root), first: group(0, of: shown), second: group(0, of: heldOut))
    #expect(try log.fold().effects().first?.cautions == [])
  }

  @Test("A prompt that fewer than half saw is a caution, and one that half saw is none", arguments: [19, 20])
  func notShown(_ seen: Int) throws {
    var log = EffectLog.groups(first: group(20, of: 40), second: group(20, of: 40), isShown: false)
    for number in 0..<seen { log.show("0-\(39 - number)", day: 2, rule: "update:7") }
    let effect = try #require(try log.fold().effects(days: 7).first)
    #expect(effect.arms.map(\.saw) == [seen, 0])
    #expect(effect.cautions == (seen < 20 ? [.notShown] : []))
    if seen < 20 {
      #expect(
        effect.cautionWords.first
          == "Few saw the prompt: 19 of 40 installations due to see the prompt. The figures say little about the prompt "
          + "itself.")
    }
  }

  @Test("A difference of several rules under one holdout is not told as the effect of one", arguments: [true, false])
  func heldBackTogether(_ isSeveral: Bool) throws {
    let message = #"{"id":1,"descriptions":{"*":{"message":"m"}}}"#
    let document = EffectLog.document(messages: isSeveral ? message : "")
    let log = EffectLog.groups(document, first: group(20, of: 40), second: group(20, of: 40))
    let effect = try #require(try log.fold().effects(days: 7).first)
    #expect(effect.heldBack == (isSeveral ? 2 : 1))
    #expect(effect.meaning.contains(Effect.heldBackTogether) == isSeveral)
  }

  @Test("An interval that leaves out 0 by little has as many decimals as that takes")
  func nearlyZero() throws {
    let log = EffectLog.groups(first: group(7, of: 400), second: group(1, of: 400))
    #expect(try sentences(log).first?.hasSuffix(": 1.5 points more (95 %: 0.04 to 3.3).") == true)
  }

  @Test("Groups that are large enough are not told how many they would have to be")
  func largeEnough() throws {
    let log = EffectLog.groups(first: group(800, of: 1600), second: group(790, of: 1600))
    let effect = try #require(try log.fold().effects(days: 7).first)
    #expect(effect.comparisons.map(\.verdict) == [.unclear])
    #expect(
      effect.cautionWords == [
        "The groups are large enough to see a difference of 5 points in four of five such fleets, so one as large is unlikely."
      ])
  }

  @Test("The days on which installations entered, and on which the log ends, are told")
  func period() throws {
    let log = EffectLog.groups(first: group(1, of: 2), second: group(1, of: 2))
    let effect = try #require(try log.fold().effects().first)
    #expect(
      effect.period
        == "Installations entered on 2026-03-02; the log ends on 2026-04-01 (days in UTC).")
  }

  @Test("Showings to installations that are held out are counted, and a caution")
  func shownToHeldOut() throws {
    var log = EffectLog.groups(first: group(20, of: 40), second: group(20, of: 40))
    log.show("0-30", day: 2, rule: "update:7")
    log.show("1-30", day: 3, rule: "message:1")
    #expect(try log.fold().effects().first?.arms.map(\.saw) == [40, 0])
    #expect(try log.fold().effects().first?.cautions == [])
    log.show("1-31", day: 4, rule: "update:7")
    log.show("1-32", day: 9, rule: "update:7")
    let effect = try #require(try log.fold().effects(days: 7).first)
    #expect(effect.arms.map(\.saw) == [40, 1])
    #expect(effect.cautionWords.first?.hasPrefix("1 of 40 installations that are held out saw the prompt") == true)
  }

  @Test("A name that a terminal would obey is escaped")
  func hostile() throws {
    let variants = #""variants":[{"id":"a\u001b[31m","weight":1},{"id":"b","weight":1}],"#
    var log = EffectLog(EffectLog.document(root: "", rule: variants))
    log.launch("1", day: 0)
    let effect = try #require(try log.fold().effects(days: 7).first)
    #expect(!effect.title.contains("\u{1B}"))
    #expect(!EffectPicture([effect]).svg.contains("\u{1B}"))
  }
}
