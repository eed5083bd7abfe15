import Herald

/// A date as mail and RSS write it (RFC 822 and RFC 2822), with all that feeds make of it: `Mon, 02 Mar 2026 08:00:00 +0000`.
///
/// A date that cannot be read would open all phases of a release at once, so every form that is clear is read.
enum InternetDate {
  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  /// Minutes east of Greenwich. Israel and Ireland say `IST` too, but feeds from India are the many.
  private static let zones = [
    "ut": 0, "gmt": 0, "utc": 0, "z": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420, "cet": 60, "cest": 120, "eet": 120, "eest": 180, "bst": 60, "ist": 330, "jst": 540,
  ]

  /// Reads a date; nil for a text of another form, and for a day or an hour that does not exist.
  static func read(_ text: String) -> WindowDate? {
    var words = withoutComments(text.lowercased())
      .split { $0.isWhitespace || $0 == "," }[...]
    if let first = words.first, first.first.map({ !$0.isNumber }) ?? false {
      // A word with a comma behind it is a day's name in whatever language.
      guard isName(first, of: days, shortest: 3) || text.lowercased().trimmed.hasPrefix("\(first),") else { return nil }
      words.removeFirst()
    }
    if let first = words.first, case let parts = first.split(separator: "-"), parts.count == 3 {
      words.replaceSubrange(words.startIndex...words.startIndex, with: parts)
    }
    guard words.count >= 4 else { return nil }
    let parts = Array(words)
    guard let day = number(parts[0], digits: 1...2), let month = month(parts[1]), let year = year(parts[2]),
      (1...max(1, CivilCalendar.days(inMonth: month, of: year))).contains(day), let time = time(parts[3]),
      let offset = offset(parts[4...].joined())
    else { return nil }
    let start = Int64(CivilCalendar.day(year: year, month: month, day: day))
    let seconds = start * 86_400 + Int64(time) - Int64(offset) * 60
    return WindowDate(Timestamp(milliseconds: seconds * 1000), text: text)
  }

  /// The text without what stands in parentheses, such as the zone's name behind its offset.
  private static func withoutComments(_ text: String) -> String {
    var (result, depth) = ("", 0)
    for character in text {
      if character == "(" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == ")", depth > 0 { depth -= 1 }
    }
    return result
  }

  /// True for a name, or its beginning of at least some letters; a dot may end it.
  private static func isName(_ word: Substring, of names: [String], shortest: Int) -> Bool {
    let word = word.hasSuffix(".") ? word.dropLast() : word
    return word.count >= shortest && names.contains { $0.hasPrefix(word) }
  }

  private static func month(_ word: Substring) -> Int? {
    months.firstIndex { isName(word, of: [$0], shortest: 3) }.map { $0 + 1 }
  }

  /// A year of four digits, or of two as RFC 2822 reads them: 49 is 2049, 50 is 1950.
  private static func year(_ word: Substring) -> Int? {
    guard let year = number(word, digits: 2...4), word.utf8.count != 3 else { return nil }
    if word.utf8.count == 2 { return year < 50 ? 2000 + year : 1900 + year }
    return year > 0 ? year : nil
  }

  /// Seconds since midnight.
  private static func time(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 1...2),
      let minute = number(parts[1], digits: 2...2), hour <= 23, minute <= 59
    else { return nil }
    guard let second = parts.count == 3 ? number(parts[2], digits: 2...2) : 0, second <= 59 else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// Minutes east of Greenwich: an offset, a zone's name, `GMT` or `UTC` with an offset behind; 0 for none.
  private static func offset(_ text: String) -> Int? {
    if text.isEmpty { return 0 }
    if let minutes = zones[text] { return minutes }
    let number = ["gmt", "utc"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) } ?? text[...]
    guard let sign = number.first, sign == "+" || sign == "-" else { return nil }
    return Self.minutes(number.dropFirst()).map { sign == "-" ? -$0 : $0 }
  }

  /// The minutes of `0200`, `02:00`, `2:00`, `02` and `2`.
  private static func minutes(_ text: Substring) -> Int? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1, text.utf8.count == 4 { parts = [text.prefix(2), text.dropFirst(2)] }
    guard parts.count <= 2, let hours = number(parts[0], digits: 1...2), hours <= 23,
      let minutes = parts.count == 2 ? number(parts[1], digits: 2...2) : 0, minutes <= 59
    else { return nil }
    return hours * 60 + minutes
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}
