import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Filters")
struct FilterTests {
  private static let parts = [
    "a", "b*", "*c", "a?c*", "''", "<2", "<=2.5", ">1", ">=2", "<>2", "*", "x", " A b ", "İ", "", "!", "2.*",
  ]
  private static let values: [String?] = [
    nil, "", "a", "abc", "ab", "c", "2", "2.0", "2.5", "1.9-rc", "!a", "İ", "i", "A B",
  ]

  private func matches(_ text: String, _ value: String?) -> Bool {
    Filter(property: "p", text: text).verdict(on: propertyValue(value)).matches
  }

  private func propertyValue(_ text: String?) -> PropertyValue { PropertyValue(text.map { ExactString($0) }) }

  @Test("A filter's verdict does not depend on the order of its parts", arguments: Seeds.all)
  func partsMayBePermuted(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let parts = (0..<random.int(1...5)).map { _ in random.pick(["", "!"]) + random.pick(Self.parts) }
      let orders = (0..<6).map { _ in parts.shuffled(using: &random) } + [parts]
      let filters = orders.map { Filter(property: "p", text: $0.joined(separator: ",")) }
      for value in Self.values.map(propertyValue) {
        let verdicts = Set(filters.map { $0.verdict(on: value).matches })
        #expect(verdicts.count == 1, "\(parts) on \(value.raw?.string ?? "nothing")")
      }
    }
  }

  @Test(
    "A filter's matching exclusion vetoes, else one other part must match where there is one", arguments: Seeds.all)
  func exclusionVetoes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let including = (0..<random.int(0...3)).map { _ in random.pick(Self.parts) }.filter { $0 != "!" }
      let excluding = (0..<random.int(0...2)).map { _ in random.pick(Self.parts) }.filter { $0 != "!" }
      let text = (including + excluding.map { "!" + $0 }).shuffled(using: &random).joined(separator: " , ")
      let counted = including.filter { !$0.isEmpty }
      for value in Self.values {
        let isExcluded = excluding.contains { !$0.isEmpty && matches($0, value) }
        let isIncluded = counted.isEmpty || counted.contains { matches($0, value) }
        #expect(matches(text, value) == (!isExcluded && isIncluded), "`\(text)` on \(value ?? "nothing")")
      }
    }
  }

  @Test("A filter names the part that decided: an exclusion first, then a match, else none")
  func decidingPartIsNamed() {
    let filter = Filter(property: "p", text: "a*, B , !ab")
    let decided = { (value: String) in filter.verdict(on: PropertyValue(ExactString(value))).decidedBy?.text }
    #expect(decided("ab") == "!ab")
    #expect(decided("abc") == "a*")
    #expect(decided("b") == "b")
    #expect(decided("c") == nil)
    #expect(filter.text == "a*, B , !ab")
    #expect(filter.parts.map(\.text) == ["a*", "b", "!ab"])
  }

  @Test("A filter's wildcard matches as trying every way does", arguments: Seeds.all)
  func wildcardMatchesAsBruteForce(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let pattern = random.text(of: ["a", "b", "*", "*", "?", "é"], count: 0...6) + "*" + random.pick(["", "a", "?"])
      let value = random.text(of: ["a", "b", "é"], count: 0...7)
      let expected = Self.tries(Array(pattern.unicodeScalars)[...], Array(value.unicodeScalars)[...])
      #expect(matches(pattern, value) == expected, "`\(pattern)` on `\(value)`")
    }
  }

  private static func tries(_ pattern: ArraySlice<Unicode.Scalar>, _ value: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return value.isEmpty }
    if first == "*" { return (0...value.count).contains { tries(pattern.dropFirst(), value.dropFirst($0)) } }
    guard let head = value.first, first == "?" || first == head else { return false }
    return tries(pattern.dropFirst(), value.dropFirst())
  }

  @Test("A filter's wildcard of many stars is tried without exponential time")
  func manyStarsAreQuick() {
    let pattern = String(repeating: "a*", count: 200) + "b"
    #expect(!matches(pattern, String(repeating: "a", count: 2000)))
    #expect(matches(pattern, String(repeating: "a", count: 2000) + "b"))
  }

  @Test(
    "A filter's comparison needs versions on both sides, and has no wildcards",
    arguments: [
      ("<2.*", "1", false), ("<>2", "two", false), ("!<>2", "two", true), ("<=2", "2.0.0", true), ("<2", "2-rc", true),
      ("<>2", "2.0", false), (">v1", "2", false), ("< 2", " 1 ", true), ("<=>2", "1", false), ("<", "1", false),
      ("<2.10", "2.9", true), (">=1+x", "1+y", true), ("<2", nil, false), (">=-1", "0", true), ("=2", "=2", true),
    ] as [(String, String?, Bool)])
  func comparisonNeedsVersions(text: String, value: String?, expected: Bool) {
    #expect(matches(text, value) == expected)
  }

  @Test("A filter reads its value once for all parts, and a missing value as the empty one")
  func missingValueIsEmpty() {
    let missing = PropertyValue(nil)
    #expect(missing.raw == nil)
    #expect(missing.normalized.isEmpty)
    #expect(missing.version == nil)
    let value = PropertyValue(" 2.10 ")
    #expect(value.raw == " 2.10 ")
    #expect(value.normalized == "2.10")
    #expect(value.version == AppVersion("2.10"))
  }
}
