import HeraldTestSupport
import Testing

@testable import Herald

@Suite("The number of a bundle version")
struct BundleNumberTests {
  @Test(
    "A bundle version's number is two digits, a digit, a digit, a stage and a build",
    arguments: [
      ("1.0", 0x0100_8000), ("10.2.3", 0x1023_8000), ("1.0b3", 0x0100_6003), ("1.0d1", 0x0100_2001),
      ("1.0a", 0x0100_4000), ("1.0f255", 0x0100_80FF), ("1.2.3b007", 0x0123_6007), ("99.9.9f255", 0x9999_80FF),
      (".", 0x8000), (".5", 0x0050_8000), ("1.", 0x0100_8000), ("1.2.", 0x0120_8000), ("d", 0x2000),
      ("7b1", 0x0700_6001),
      ("1.b2", 0x0100_6002), ("00.0.0", 0x8000), ("09", 0x0900_8000), ("1.2.3f0000", nil), ("1.0f256", nil),
      ("1.0f999", nil), ("100", nil), ("1.10", nil), ("1.0.10", nil), ("1..2", nil), ("1.2.3.", nil), ("", nil),
      ("1.0B3", nil), ("1.0c3", nil), (" 1.0", nil), ("1.0 ", nil), ("v1", nil), ("-1", nil), ("1.0b3x", nil),
      ("99.9.9f2550", nil), ("１.0", nil), ("1.0b٣", nil), ("1.0\u{301}", nil),
    ] as [(String, UInt32?)])
  func bundleNumberCountsItsParts(text: String, value: UInt32?) { #expect(BundleNumber(text)?.value == value) }

  @Test(
    "A bundle version's number compares with a bound of any size",
    arguments: [
      ("16809985", true), ("16809984", false), ("0", false), ("1e30", true), ("16809984.0", false),
      ("4294967296", true), ("18446744073709551617", true), ("1680998.5e1", true), ("1e-400", nil), ("-1", nil),
      ("1.5", nil), ("", nil), ("+1", nil), ("007", nil), ("0x10", nil),
    ] as [(String, Bool?)])
  func boundOfAnySizeIsCompared(text: String, isAbove: Bool?) throws {
    let number = try #require(BundleNumber("1.0"))
    #expect(BundleNumberBound(text).map { $0.isAbove(number) } == isAbove)
    #expect(!BundleNumberBound.zero.isAbove(number))
    #expect(BundleNumberBound.zero.isZero)
  }

  @Test("A bundle version's number that cannot be computed is missing, with a diagnostic")
  func missingBundleNumberIsReported() throws {
    let bound = try #require(BundleNumberBound("99"))
    let rule = Rule.make(condition: .bundleNumber(below: bound))
    let compared = try Trial(properties: ["appVersionCode": "1.10"]).comparisons(.version, rule)
    #expect(compared.map(\.diagnostic) == [ComparisonCode.bundleNumberUnavailable])
    #expect(compared.map(\.passed) == [false])
    #expect(try Trial(properties: ["appVersionCode": "1.1"]).comparisons(.version, rule).map(\.diagnostic) == [nil])
    #expect(!Trial(properties: ["appVersionCode": "1.1"]).passes(.version, rule))
  }
}
