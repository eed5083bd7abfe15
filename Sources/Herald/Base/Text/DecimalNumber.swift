/// The exact value of a JSON number, of any size: `sign × digits × 10^exponent`.
///
/// Policies need exact numbers, because binary ones round: `0.00000125` hours are 4.5 ms, which is 5 ms rounded half
/// up, and a binary fraction may become 4.
package struct DecimalNumber: Hashable, Sendable {
  package let isNegative: Bool
  /// Significant digits, most significant first, without leading or trailing zeros; empty for zero.
  let digits: [UInt8]
  /// The power of ten of the last digit.
  let exponent: Int

  /// Reads a number in JSON's grammar (RFC 8259, section 6); nil for any other text.
  package init?(json text: String) {
    var rest = Substring(text).utf8
    let negative = rest.first == UInt8(ascii: "-")
    if negative { rest.removeFirst() }
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    guard let leading = whole.first, whole.count == 1 || leading != UInt8(ascii: "0") else { return nil }
    var digits = whole.map { $0 - 48 }
    var exponent = 0
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return nil }
      digits += fraction.map { $0 - 48 }
      exponent = -fraction.count
      rest = rest.dropFirst(1 + fraction.count)
    }
    if let e = rest.first, e == UInt8(ascii: "e") || e == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      let minus = rest.first == UInt8(ascii: "-")
      if minus || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
      // An exponent of more than 15 digits is as good as infinite.
      let power = rest.reduce(0) { min($0 * 10 + Int($1 - 48), 1_000_000_000_000_000) }
      exponent += minus ? -power : power
      rest = rest.dropFirst(rest.count)
    }
    guard rest.isEmpty else { return nil }
    self.init(negative: negative, digits: digits, exponent: exponent)
  }

  private init(negative: Bool, digits: [UInt8], exponent: Int) {
    var digits = digits[...].drop { $0 == 0 }
    var exponent = exponent
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    isNegative = negative && !digits.isEmpty
    self.digits = Array(digits)
    self.exponent = digits.isEmpty ? 0 : exponent
  }

  /// The largest integer that every JSON reader keeps exactly (RFC 8259, section 6).
  package static let largestInteger = 9_007_199_254_740_991

  package static let zero = DecimalNumber(negative: false, digits: [], exponent: 0)

  /// True if the number has no fraction, however it is written.
  package var isIntegral: Bool { exponent >= 0 }

  /// The value as an integer, where it is integral and within ±(2^53 − 1).
  package var integer: Int? {
    guard exponent >= 0, digits.count + exponent <= 16 else { return nil }
    let magnitude = (digits + Array(repeating: 0, count: exponent)).reduce(0) { $0 * 10 + Int($1) }
    guard magnitude <= Self.largestInteger else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// The value times `factor`, to the nearest integer, half up; nil below zero or above `limit` after rounding.
  package func scaled(by factor: Int, atMost limit: Int) -> Int? {
    guard !isNegative else { return nil }
    var product = digits.reduce(into: [UInt64]()) { $0.append(UInt64($1)) }
    var carry: UInt64 = 0
    for index in product.indices.reversed() {
      let value = product[index] * UInt64(factor) + carry
      product[index] = value % 10
      carry = value / 10
    }
    while carry > 0 {
      product.insert(carry % 10, at: 0)
      carry /= 10
    }
    if exponent >= 0 {
      guard product.count + exponent <= 18 else { return product.isEmpty ? 0 : nil }
      product += Array(repeating: 0, count: exponent)
    }
    let wholeDigits = exponent >= 0 ? product.count : product.count + exponent
    guard wholeDigits <= 18 else { return nil }
    let whole = product.prefix(max(0, wholeDigits)).reduce(0) { $0 * 10 + Int($1) }
    // Half up depends only on the first digit after the point.
    let half = exponent < 0 && wholeDigits >= 0 && product.count > wholeDigits && product[wholeDigits] >= 5
    let rounded = whole + (half ? 1 : 0)
    return rounded <= limit ? rounded : nil
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

extension DecimalNumber: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    let smaller = magnitudePrecedes(left, right)
    return left.isNegative ? magnitudePrecedes(right, left) : smaller
  }

  private static func magnitudePrecedes(_ left: Self, _ right: Self) -> Bool {
    if left.digits.isEmpty || right.digits.isEmpty { return left.digits.isEmpty && !right.digits.isEmpty }
    let leftSize = left.digits.count + left.exponent
    let rightSize = right.digits.count + right.exponent
    if leftSize != rightSize { return leftSize < rightSize }
    return left.digits.lexicographicallyPrecedes(right.digits)
  }
}
