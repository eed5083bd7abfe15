import Herald
import HeraldTestSupport
import Testing

@Suite("Versions are in one order")
struct AppVersionTests {
  /// Versions of every form, with many equal ones.
  static func pool(_ random: inout SplitMix64, count: Int) throws -> [(text: String, version: AppVersion)] {
    let numbers = ["0", "00", "1", "01", "2", "10", "99999999999999999999", "100000000000000000000"]
    let endings = [
      "", "", "", "-0", "-1", "-1.0", "-alpha", "-alpha.1", "-alpha.10", "-alpha.b", "-RC", "--", "+b", "-1+b.2",
      " (120)",
    ]
    return try (0..<count).map { _ in
      let sign = random.pick(["", "", "", "+", "-"])
      let parts = (0..<random.int(1...4)).map { _ in random.pick(numbers) }
      let text = sign + parts.joined(separator: ".") + random.pick(endings)
      return (text, try #require(AppVersion(text), "`\(text)` is not a version"))
    }
  }

  @Test("The order of versions is total, transitive, and agrees with equality", arguments: Seeds.all.prefix(8))
  func orderIsTotal(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pool = try Self.pool(&random, count: 24)
    for a in pool {
      #expect(a.version == a.version)
      #expect(!(a.version < a.version))
      for b in pool {
        let holding = [a.version < b.version, a.version == b.version, a.version > b.version].count { $0 }
        if holding != 1 { Issue.record("\(a.text) and \(b.text) compare in \(holding) ways") }
        for c in pool where a.version <= b.version && b.version <= c.version && !(a.version <= c.version) {
          Issue.record("\(a.text) ≤ \(b.text) ≤ \(c.text)")
        }
      }
    }
  }

  @Test("Versions are compared component by component, as integers", arguments: Seeds.all)
  func numbersAreComparedAsIntegers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let (a, b) = (Self.components(&random), Self.components(&random))
      let left = try #require(AppVersion(a.map(String.init).joined(separator: ".")))
      let right = try #require(AppVersion(b.map { "0\($0)" }.joined(separator: ".")))
      let padded = { (numbers: [Int]) in numbers + Array(repeating: 0, count: 5 - numbers.count) }
      #expect((left < right) == padded(a).lexicographicallyPrecedes(padded(b)), "\(a) \(b)")
      #expect((left == right) == (padded(a) == padded(b)), "\(a) \(b)")
    }
  }

  private static func components(_ random: inout SplitMix64) -> [Int] {
    (0..<random.int(1...4)).map { _ in random.pick([0, 1, 2, 9, 10, 11, 100]) }
  }

  @Test(
    "Each version of the ascending list is lower than the next",
    arguments: zip(ladder.dropLast(), ladder.dropFirst()).map { ($0, $1) })
  func versionsAscend(low: String, high: String) throws {
    let (a, b) = (try #require(AppVersion(low)), try #require(AppVersion(high)))
    #expect(a < b)
    #expect(!(b < a))
    #expect(a != b)
  }

  private static let ladder = [
    "-10", "-2", "-2.1", "-1.0", "-1.9", "-0.0-alpha", "0", "0.0.1", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
    "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.0.0.1", "1.2", "1.10", "2-0", "2-1",
    "2-9",
    "2-10", "2-99999999999999999999", "2--", "2--1", "2-a", "2-a.0", "2-a-", "2", "2.7", "2.10", "10",
    "18446744073709551616", "18446744073709551617",
  ]

  @Test(
    "Two spellings of one version are equal",
    arguments: [
      ("2.7", "2.7.0"), ("2.7", "02.007"), ("1.0", "+1"), ("-0", "0"), ("-0.5", "0.5"), ("1+a", "1+b"),
      ("1-a+x", "1.0-A"),
      (" 1 . 2 ", "1.2"), ("1\u{A0}.2", "1.2"), ("1-\u{212A}", "1-k"), ("0.0.0", "0"),
      ("1.0(2)", "1.0 (3)"), ("1.0-a (1.2.3)", "1.0-A"), ("1+b(7)", "1"), ("00.00", "0"), ("-00.0", "0"),
      ("-00.1", "-0.1"), ("007.010", "7.10"),
    ])
  func spellingsAreTheSameVersion(left: String, right: String) throws {
    #expect(try #require(AppVersion(left)) == #require(AppVersion(right)))
  }

  @Test(
    "A text in any other form is not a version",
    arguments: [
      "", " ", "v2", "1.0rc1", "2..7", ".1", "1.", "1.a", "1,2", "+", "-", "--1", "+-1", "1-", "1-a..b", "1-a.", "1-01",
      "1-a_b", "1+", "1+a+b", "1-a+", "1-é", "١.٢", "１", "1.0()", "1.0(2", "1.0 2)", "1.0(a)", "1.0(.2)", "1.0(2)(3)",
      "1.0(2)-a", "(2)", "=1", "1*", "0x1", "1e3", "1/2",
      "1\0", "1-a\0", "1-+b", "1+é", "1.\u{301}2", "1-a.\u{301}b",
    ])
  func otherTextsAreNotVersions(text: String) {
    #expect(AppVersion(text) == nil)
  }

  @Test(
    "A version says whether it is a pre-release",
    arguments: [("1-a", true), ("1", false), ("1+a-b", false), ("-1", false)])
  func preReleaseIsRecognized(text: String, isPreRelease: Bool) throws {
    #expect(try #require(AppVersion(text)).isPreRelease == isPreRelease)
  }

  @Test("A whole number is the version of its digits", arguments: [0, 7, -7, 9_007_199_254_740_991])
  func wholeNumberIsAVersion(value: Int) throws {
    #expect(AppVersion(number: value) == (try #require(AppVersion(String(value)))))
  }
}
