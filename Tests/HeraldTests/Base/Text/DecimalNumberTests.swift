import HeraldTestSupport
import Testing

@testable import Herald

/// A number of small parts, so that integers can compute the expected result.
struct SmallNumber: Sendable {
  let mantissa: Int
  let exponent: Int
  /// The number as JSON may write it.
  let text: String

  init(_ random: inout SplitMix64) {
    let digits = random.int(0...9999)
    let isNegative = random.chance(30)
    mantissa = isNegative ? -digits : digits
    exponent = random.int(-6...2)
    let sign = isNegative ? "-" : ""
    switch random.int(0...2) {
    case 0:
      text =
        sign + "\(digits)" + random.pick(["e", "E"]) + random.pick(exponent < 0 ? [""] : ["", "+"]) + "\(exponent)"
    case 1 where exponent < 0:
      let padded = String(repeating: "0", count: max(0, 1 - exponent - "\(digits)".count)) + "\(digits)"
      text = sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
    default: text = sign + "\(digits).00e\(exponent)"
    }
  }

  /// The value times 10^6, which is an integer.
  var millionths: Int { mantissa * Self.power(exponent + 6) }

  static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { value, _ in value * 10 } }
}

@Suite("Numbers are exact")
struct DecimalNumberTests {
  @Test("Decimal numbers compare, and are equal, by their values", arguments: Seeds.all)
  func numbersCompareByValue(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let (a, b) = (SmallNumber(&random), SmallNumber(&random))
      let (left, right) = (try #require(DecimalNumber(json: a.text)), try #require(DecimalNumber(json: b.text)))
      #expect((left < right) == (a.millionths < b.millionths), "\(a.text) \(b.text)")
      #expect((left == right) == (a.millionths == b.millionths), "\(a.text) \(b.text)")
      #expect(left.integer == (a.millionths % 1_000_000 == 0 ? a.millionths / 1_000_000 : nil), "\(a.text)")
    }
  }

  @Test("A decimal number times a factor is rounded half up", arguments: Seeds.all)
  func productIsRoundedHalfUp(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let small = SmallNumber(&random)
      let factor = random.pick([1, 7, 100, 3_600_000])
      let rounded = (small.millionths * factor + 500_000) / 1_000_000
      let limit = random.pick([Int.max, rounded, rounded - 1, 10_000])
      let number = try #require(DecimalNumber(json: small.text))
      let expected = small.mantissa < 0 || rounded > limit ? nil : rounded
      #expect(number.scaled(by: factor, atMost: limit) == expected, "\(small.text) × \(factor)")
    }
  }

  @Test(
    "A decimal number is rounded half up by its exact digits",
    arguments: [
      ("0.00000125", 3_600_000, 5), ("0.000001249999999999999999999999", 3_600_000, 4), ("99.995", 100, 10_000),
      ("99.99499999999999999999999999", 100, 9999), ("0.005", 100, 1), ("0.00499", 100, 0), ("1e-400", 100, 0),
      ("0e999", 100, 0), ("2.5000000000000000000000000000000000", 1, 3), ("49999999999999999e-17", 1, 0),
    ])
  func exactDigitsDecideTheRounding(text: String, factor: Int, rounded: Int) throws {
    #expect(try #require(DecimalNumber(json: text)).scaled(by: factor, atMost: .max) == rounded)
  }

  @Test(
    "A decimal number times a factor is nil beyond every bound",
    arguments: ["1e18", "1e999999999999", "123456789012345678901234567890"])
  func hugeProductIsNil(text: String) throws {
    #expect(try #require(DecimalNumber(json: text)).scaled(by: 1, atMost: .max) == nil)
  }

  @Test(
    "A decimal number is an integer where it is integral and within 53 bits",
    arguments: [
      ("9007199254740991", 9_007_199_254_740_991), ("-9007199254740991", -9_007_199_254_740_991),
      ("9007199254740992", nil),
      ("-9007199254740992", nil), ("1e15", 1_000_000_000_000_000), ("1e16", nil), ("12.50e1", 125), ("1.5", nil),
      ("-0", 0), ("0e-5", 0), ("10e-1", 1), ("1e-1", nil),
    ] as [(String, Int?)])
  func integerFits53Bits(text: String, value: Int?) throws {
    #expect(try #require(DecimalNumber(json: text)).integer == value)
  }

  @Test(
    "A text in another form than JSON's is not a decimal number",
    arguments: [
      "", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "1.e1", "0x1", "1_0", " 1", "1 ", "NaN", "Infinity", "٣",
      "1,5", "--1",
      "1e1.5",
    ])
  func otherTextsAreNotNumbers(text: String) {
    #expect(DecimalNumber(json: text) == nil)
  }
}
