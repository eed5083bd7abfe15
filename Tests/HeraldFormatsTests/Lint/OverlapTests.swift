import Herald
import HeraldTestSupport
import Testing

@testable import HeraldFormats

/// Findings about devices must hold for all values. These tests try many.
@Suite("Rules for the same devices")
struct OverlapTests {
  private static let parts = [
    "<1", "<=1", ">1", ">=1", "<>1", "<1.1", ">=1.1", ">1.0.1", "<1.1-rc", ">=1-beta", "1", "1.0", "1.1", "01",
    "1.*", "1*", "*", "*.1", "1.?*", "a*", "*b", "a?*b", "ab", "abc", "''", "<x", "1-rc", "?", "a*b*", "*a*",
  ]

  private static let values: [PropertyValue] = {
    let numbers = ["0", "1", "2", "10", "01", "99"]
    let releases = numbers + numbers.flatMap { a in numbers.map { "\(a).\($0)" } }
    let longer = releases.flatMap { release in ["0", "1", "2"].map { "\(release).\($0)" } }
    let preReleases = releases.flatMap { release in ["-0", "-beta", "-rc", "-rc.1", "-z", "+7"].map { release + $0 } }
    let letters = ["a", "b", "c", "1", "."]
    let words = letters + letters.flatMap { a in letters.map { a + $0 } }
    let longWords = words.flatMap { word in letters.map { word + $0 } }
    return (releases + longer + preReleases + words + longWords + ["-1", "+1", "", "axxb", "a1b1", "other"])
      .map { PropertyValue($0.isEmpty ? nil : ExactString($0)) }
  }()

  private static func randomFilter(_ random: inout SplitMix64) -> Filter {
    let count = Int.random(in: 1...3, using: &random)
    let chosen = (0..<count).map { _ in
      (Bool.random(using: &random) ? "!" : "") + (parts.randomElement(using: &random) ?? "")
    }
    return Filter(property: "x-value", text: chosen.joined(separator: ","))
  }

  private static func rule(_ filter: Filter, _ number: Int = 1, _ kind: PromptKind = .force) -> Rule {
    Rule(
      id: ExactString("update:\(number)"), kind: kind, filters: [filter],
      descriptions: Descriptions([Descriptions.Entry(key: "*", texts: PromptTexts(message: "An update."))]),
      destinations: Rule.Destinations(onAndroid: nil, elsewhere: nil),
      source: RuleSource(place: DocumentPlace(line: 1, column: 1, pointer: "/updates/\(number)")))
  }

  private static func policy(_ filters: [Filter], _ kind: PromptKind = .force) -> LintedPolicy {
    let rules = filters.enumerated().map { rule($1, $0, kind) }
    return LintedPolicy(
      Policy(of: Document(text: "", format: "herald"), rules: rules), root: JSONNode(.null, place: 0..<0), at: nil)
  }

  private static func overlap(of earlier: Filter, over later: Filter) -> Overlap {
    policy([earlier, later]).comparedRules.overlap(of: 0, over: 1)
  }

  @Test(
    "No value contradicts what lint says of how two random filters overlap", arguments: [1, 2, 3, 4] as [UInt64])
  func overlapAgreesWithEveryValue(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let (earlier, later) = (Self.randomFilter(&random), Self.randomFilter(&random))
      let wanted = Self.values.filter { later.verdict(on: $0).matches }
      let shared = wanted.filter { earlier.verdict(on: $0).matches }
      let names = "`\(earlier.text)` before `\(later.text)`"
      switch Self.overlap(of: earlier, over: later) {
      case .none: #expect(shared.isEmpty, "\(names) share \(shared.first?.raw?.string ?? "nothing")")
      case .whole: #expect(shared.count == wanted.count, "\(names)")
      case .some: break
      }
      if LintCheck.contradictoryFilter.inspect(Self.policy([later])).count > 0 {
        #expect(wanted.isEmpty, "`\(later.text)` matches \(wanted.first?.raw?.string ?? "nothing")")
      }
    }
  }

  @Test("Lint recognizes that one filter matches everything that another matches")
  func fullOverlapIsRecognized() {
    for (earlier, later) in [
      ("<2", "<1"), ("!<1", ">=1,!>3"), ("<=2.0", "2"), ("<>1", ">1,<1"), ("ab,abc", "abc"), ("a*", "a*b"),
      ("!iphone*", "sm-*"), ("*a*", "?a*"),
    ] {
      guard
        case .whole = Self.overlap(
          of: Filter(property: "x-value", text: earlier), over: Filter(property: "x-value", text: later))
      else {
        Issue.record("`\(earlier)` is for all that `\(later)` is for")
        continue
      }
    }
  }

  @Test(
    "A rule that earlier ones cover together is found, and all of them are needed",
    arguments: [
      ["<2", ">=2", "1,3"], ["!iphone*", "iphone*", "*"], ["<1", ">2", ">=1,!>2", ">=0"],
    ])
  func severalRulesCover(_ texts: [String]) {
    let filters = texts.map { Filter(property: "x-value", text: $0) }
    func isFound(_ filters: [Filter]) -> Bool {
      LintCheck.unreachableRule.inspect(Self.policy(filters)).contains {
        $0.pointer == "/updates/\(filters.count - 1)"
      }
    }
    #expect(isFound(filters))
    for index in filters.indices.dropLast() {
      var fewer = filters
      fewer.remove(at: index)
      #expect(!isFound(fewer), "`\(texts[index])` is needed")
    }
  }

  @Test("Each rule that lint calls unreachable is for values of earlier ones alone", arguments: [1, 2, 3] as [UInt64])
  func unreachableAgreesWithEveryValue(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var found = 0
    for _ in 0..<150 {
      let filters = (0..<4).map { _ in Self.randomFilter(&random) }
      let unreachable = Set(LintCheck.unreachableRule.inspect(Self.policy(filters)).map(\.pointer))
      for (index, later) in filters.enumerated() where unreachable.contains("/updates/\(index)") {
        found += 1
        let free = Self.values.first { value in
          later.verdict(on: value).matches && !filters[..<index].contains { $0.verdict(on: value).matches }
        }
        #expect(free == nil, "`\(later.text)` behind \(filters[..<index].map(\.text)): \(free?.raw?.string ?? "none")")
      }
    }
    #expect(found > 10)
  }
}
