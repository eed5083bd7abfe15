import Herald

/// Reads the keys that limit how often, and on how many installations, a rule is shown.
enum RuleLimits {
  /// Hundredths of a percent, 0 to 10,000.
  static func rollout(_ node: JSONNode) -> Int? {
    guard let number = Coercion.number(node), let hundred = DecimalNumber(json: "100"), number <= hundred else {
      return nil
    }
    return number.scaled(by: 100, atMost: 10_000)
  }

  static func displayCount(_ node: JSONNode) -> Int? { Coercion.integer(node).flatMap { $0 >= 0 ? $0 : nil } }

  /// Milliseconds.
  static func displayPeriod(_ node: JSONNode) -> Int64? {
    let largest = DecimalNumber(json: String(DecimalNumber.largestInteger))
    guard let number = Coercion.number(node), !number.isNegative, let largest, number <= largest else { return nil }
    // A period that no 64-bit number holds never ends.
    return Int64(number.scaled(by: 3_600_000, atMost: Int.max) ?? Int.max)
  }
}
