import Herald
import Testing

@testable import HeraldReport

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
        "With the prompt, 60.0 % of 80 installations were on 2.4.0 or later after 7 days; without it, 25.0 % of 80: "
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
    #expect(says.hasPrefix("No clear difference. With the prompt, 50.0 % of 80 installations"))
    #expect(says.hasSuffix(": 5.0 points more (95 %: −10.3 to 19.9)."))
  }

  @Test("Fewer than 30 installations in a group are too few to tell, and it is said how many are needed")
  func tooFew() throws {
    let log = EffectLog.groups(first: group(40, of: 40), second: group(0, of: 29))
    let effect = try #require(try log.fold().effects(days: 7).first)
    #expect(
      effect.sentences == [
        "Too few to tell. With the prompt, 40 of 40 installations were on 2.4.0 or later after 7 days; without it, 0 of 29."
      ])
    #expect(effect.cautionWords.first?.contains("at most 1,354 installations that are held out;") == true)
    #expect(effect.cautionWords.first?.contains("here are 29.") == true)
    let enough = EffectLog.groups(first: group(40, of: 40), second: group(0, of: 30))
    #expect(try enough.fold().effects(days: 7).first?.comparisons.first?.verdict == .more)
  }

  @Test("A group of nobody is too few to tell")
  func nobody() throws {
    let log = EffectLog.groups(first: group(40, of: 80), second: [])
    #expect(
      try sentences(log) == ["Too few to tell: no installation that is held out could be followed for 7 days."])
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
        "With variant `b`, 60.0 % of 80 installations were on 2.4.0 or later after 7 days; with `a`, 25.0 % of 80: 35.0 points "
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

  @Test("Groups of sizes that chance would not make are a caution")
  func unevenGroups() throws {
    let likely = EffectLog.groups(first: group(20, of: 66), second: group(20, of: 34))
    #expect(try likely.fold().effects().first?.cautions == [])
    let unlikely = EffectLog.groups(first: group(20, of: 67), second: group(20, of: 33))
    let effect = try #require(try unlikely.fold().effects().first)
    #expect(effect.cautions == [.unevenGroups])
    #expect(effect.cautionWords.first?.contains("(shown 67, expected 50; held out 33, expected 50)") == true)
  }

  @Test("Showings to installations that are held out are counted, and a caution")
  func shownToHeldOut() throws {
    var log = EffectLog.groups(first: group(20, of: 40), second: group(20, of: 40))
    log.show("0-30", day: 2, rule: "update:7")
    log.show("1-30", day: 3, rule: "message:1")
    #expect(try log.fold().effects().first?.arms.map(\.saw) == [1, 0])
    #expect(try log.fold().effects().first?.cautions == [])
    log.show("1-31", day: 4, rule: "update:7")
    log.show("1-32", day: 9, rule: "update:7")
    let effect = try #require(try log.fold().effects(days: 7).first)
    #expect(effect.arms.map(\.saw) == [1, 1])
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
