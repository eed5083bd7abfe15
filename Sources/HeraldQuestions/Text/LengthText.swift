import Herald

/// Lengths of time as people write them, such as `45d`, `1h30m` or `-2w`.
package enum LengthText {
  private static let units: [Character: Int64] = [
    "w": 604_800_000, "d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000,
  ]

  /// The length in milliseconds; nil if the text is not a length of time, or over a thousand years.
  package static func read(_ text: String) -> Int64? {
    let isNegative = text.first == "-"
    let length = unsigned(isNegative || text.first == "+" ? text.dropFirst() : text[...])
    return length.map { isNegative ? -$0 : $0 }
  }

  private static func unsigned(_ text: Substring) -> Int64? {
    var (sum, number): (Int64, Int64?) = (0, nil)
    for character in text {
      if let digit = character.wholeNumberValue, character.isASCII {
        number = (number ?? 0) * 10 + Int64(digit)
        if let number, number > 1_000_000_000 { return nil }
      } else {
        guard let unit = units[character], let count = number else { return nil }
        sum += count * unit
        number = nil
      }
      if sum > 31_557_600_000_000 { return nil }
    }
    return number == nil && !text.isEmpty ? sum : nil
  }

  /// The forms that are read, for an error.
  package static let wanted = "weeks, days, hours, minutes and seconds, such as 45d, 2w or 1h30m"
}

extension Duration {
  /// The length in milliseconds, cut to whole ones, at most a thousand years.
  var inMilliseconds: Int64 {
    let most: Int64 = 31_557_600_000
    if components.seconds > most { return most * 1000 }
    if components.seconds < -most { return -most * 1000 }
    return components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
