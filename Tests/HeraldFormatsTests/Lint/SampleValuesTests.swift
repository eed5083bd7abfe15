import Herald
import HeraldTestSupport
import Testing

@testable import HeraldFormats

/// Results on samples must hold for all values. These tests try many.
@Suite("Sample values")
struct SampleValuesTests {
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

  private static func rule(_ filter: Filter) -> LintedRule {
    let rule = Rule(
      id: "update:1", kind: .optional, filters: [filter],
      descriptions: Descriptions([Descriptions.Entry(key: "*", texts: PromptTexts(message: "An update."))]),
      destinations: Rule.Destinations(onAndroid: nil, elsewhere: nil))
    return LintedRule(rule, node: JSONNode(.null, place: 0..<0), pointer: "", packageName: nil, now: nil)
  }

  private static func policy(_ filter: Filter) -> LintedPolicy {
    let place = DocumentPlace(line: 1, column: 1, pointer: "")
    let rule = Rule(
      id: "update:1", kind: .optional, filters: [filter], descriptions: Descriptions([]),
      destinations: Rule.Destinations(onAndroid: nil, elsewhere: nil), source: RuleSource(place: place))
    return LintedPolicy(
      Policy(of: Document(text: "", format: "herald"), rules: [rule]), root: JSONNode(.null, place: 0..<0), at: nil)
  }

  private static func samples(_ filters: Filter...) -> SampleValues {
    SampleValues(of: "x-value", for: filters.map { .filter($0) }, packageName: nil)
  }

  @Test(
    "No sample value contradicts what lint says of how two random filters overlap", arguments: [1, 2, 3, 4] as [UInt64])
  func overlapAgreesWithEveryValue(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let (earlier, later) = (Self.randomFilter(&random), Self.randomFilter(&random))
      let wanted = Self.values.filter { later.verdict(on: $0).matches }
      let shared = wanted.filter { earlier.verdict(on: $0).matches }
      let names = "`\(earlier.text)` before `\(later.text)`"
      switch Overlap(of: Self.rule(earlier), over: Self.rule(later)) {
      case .none where Self.samples(earlier, later).isComplete:
        #expect(shared.isEmpty, "\(names) share \(shared.first?.raw?.string ?? "nothing")")
      case .whole: #expect(shared.count == wanted.count, "\(names)")
      case .none, .some: break
      }
      if LintCheck.contradictoryFilter.inspect(Self.policy(later)).count > 0 {
        #expect(wanted.isEmpty, "`\(later.text)` matches \(wanted.first?.raw?.string ?? "nothing")")
      }
    }
  }

  /// Without wildcards the overlap is always known completely.
  @Test("Lint recognizes that one filter matches everything that another matches") func fullOverlapIsRecognized() {
    for (earlier, later) in [("<2", "<1"), ("!<1", ">=1,!>3"), ("<=2.0", "2"), ("<>1", ">1,<1"), ("ab,abc", "abc")] {
      guard
        case .whole = Overlap(
          of: Self.rule(Filter(property: "x-value", text: earlier)),
          over: Self.rule(Filter(property: "x-value", text: later)))
      else {
        Issue.record("`\(earlier)` is for all that `\(later)` is for")
        continue
      }
    }
  }
}
