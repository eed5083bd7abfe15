import Herald

/// Values next to those that a document has: a version above, a day later.
enum EditedValue {
  /// The version whose last number is one higher, without a suffix: 3.2 for `3.1-rc`. Nil for a text that is not
  /// a version.
  static func higher(version text: String) -> String? {
    guard var numbers = numbers(of: text), let last = numbers.last, last < Int.max else { return nil }
    numbers[numbers.count - 1] = last + 1
    return written(numbers)
  }

  /// The version with its last number that is not 0 one lower, and nothing behind it: 3 for 4.0. Nil for a text that is
  /// no version, and for 0.
  static func lower(version text: String) -> String? {
    guard let numbers = numbers(of: text), let index = numbers.lastIndex(where: { $0 > 0 }) else { return nil }
    return written(numbers[..<index] + [numbers[index] - 1])
  }

  private static func written(_ numbers: some Sequence<Int>) -> String {
    numbers.map { String($0) }.joined(separator: ".")
  }

  /// The numbers of a version without a sign; nil for a text that is none, and for numbers that are too large to count.
  private static func numbers(of text: String) -> [Int]? {
    let text = text.normalized
    guard AppVersion(text) != nil else { return nil }
    let digits = text.utf8.prefix { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    let parts = String(Substring(digits)).split(separator: ".")
    let numbers = parts.compactMap { Int($0) }
    return numbers.isEmpty || numbers.count < parts.count ? nil : numbers
  }

  /// The date a day later or earlier, whatever stands behind the day; nil outside of the years 1 to 9999.
  static func date(_ text: String, movedBy days: Int) -> String? {
    let trimmed = text.trimmed
    let head = Array(trimmed.utf8.prefix(10))
    let parts = String(decoding: head, as: UTF8.self).split(separator: "-").compactMap { Int($0) }
    guard head.count == 10, parts.count == 3 else { return nil }
    var (year, month, day) = (parts[0], parts[1], parts[2] + days)
    if day < 1 {
      month -= 1
      if month < 1 { (year, month) = (year - 1, 12) }
      day = length(ofMonth: month, year)
    } else if day > length(ofMonth: month, year) {
      (month, day) = (month + 1, 1)
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    guard (1...9999).contains(year) else { return nil }
    let rest = String(decoding: trimmed.utf8.dropFirst(10), as: UTF8.self)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" + rest
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The time of day some hours later, on a clock that begins again at midnight; nil for another text.
  static func time(_ text: String, movedBy hours: Int) -> String? {
    let parts = text.trimmed.split(separator: ":")
    guard parts.count == 2, let hour = Int(parts[0]) else { return nil }
    return "\(padded((hour + hours + 24) % 24, 2)):\(parts[1])"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// A number times a factor, at most a limit, in JSON's form; nil where that is the number itself or too large.
  static func number(_ text: String, times factor: Double, atMost limit: Double, capped: Bool) -> String? {
    guard let value = Double(text.trimmed), value.isFinite, value > 0 else { return nil }
    let product = value * factor
    if product > limit, !capped || value >= limit { return nil }
    return CanonicalJSON.number("\(min(product, limit))")
  }
}
