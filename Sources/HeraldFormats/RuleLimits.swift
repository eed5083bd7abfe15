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

  /// A number of hours, in milliseconds.
  static func displayPeriod(_ node: JSONNode) -> Int64? { length(node, unit: LengthOfTime.hour) }

  /// A number of hours above 0, in milliseconds; at least 1.
  static func positiveHours(_ node: JSONNode) -> Int64? {
    guard let number = Coercion.number(node), number != .zero else { return nil }
    return displayPeriod(node).map { max(1, $0) }
  }

  /// A number of days of 24 hours, in milliseconds.
  static func days(_ node: JSONNode) -> Int64? { length(node, unit: LengthOfTime.day) }

  private static func length(_ node: JSONNode, unit: Int64) -> Int64? {
    let largest = DecimalNumber(json: String(DecimalNumber.largestInteger))
    guard let number = Coercion.number(node), !number.isNegative, let largest, number <= largest else { return nil }
    // A length that no 64-bit number holds never ends.
    return Int64(number.scaled(by: Int(unit), atMost: Int.max) ?? Int.max)
  }

  /// A time of day as the minute of the day.
  static func minute(_ node: JSONNode) -> Int? {
    let text = Array((node.string ?? "").utf8)
    guard text.count == 5, text[2] == UInt8(ascii: ":") else { return nil }
    func number(_ place: Int) -> Int? {
      let digits = text[place...(place + 1)].map { Int($0) - 48 }
      return digits.allSatisfy((0...9).contains) ? digits[0] * 10 + digits[1] : nil
    }
    guard let hour = number(0), let minute = number(3), hour < 24, minute < 60 else { return nil }
    return hour * 60 + minute
  }

  static func date(_ node: JSONNode) -> WindowDate? { node.string.flatMap { WindowDate($0) } }
}
