import Herald

/// A date as mail and RSS write it (RFC 822, section 5, with years of four digits): `Mon, 02 Mar 2026 08:00:00 +0000`.
enum InternetDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let zones = [
    "ut": 0, "gmt": 0, "utc": 0, "z": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420,
  ]

  /// Reads a date; nil for a text of another form, and for a day or an hour that does not exist.
  static func read(_ text: String) -> WindowDate? {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace)[...]
    if words.first?.last == "," { words.removeFirst() }
    guard words.count == 5, let day = number(words[words.startIndex], digits: 1...2),
      let month = months.firstIndex(of: String(words[words.startIndex + 1])).map({ $0 + 1 }),
      let year = number(words[words.startIndex + 2], digits: 4...4), year > 0,
      (1...max(1, CivilCalendar.days(inMonth: month, of: year))).contains(day),
      let time = time(words[words.startIndex + 3]), let offset = offset(words[words.startIndex + 4])
    else { return nil }
    let days = Int64(CivilCalendar.day(year: year, month: month, day: day))
    let seconds = days * 86_400 + Int64(time) - Int64(offset) * 60
    return WindowDate(Timestamp(milliseconds: seconds * 1000), text: text)
  }

  /// Seconds since midnight.
  private static func time(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2...2) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1], hour <= 23, minute <= 59 else {
      return nil
    }
    guard let second = parts.count == 3 ? parts[2] : 0, second <= 59 else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// Minutes east of Greenwich.
  private static func offset(_ text: Substring) -> Int? {
    if let minutes = zones[String(text)] { return minutes }
    guard let sign = text.first, sign == "+" || sign == "-", text.count == 5,
      let hours = number(text.dropFirst().prefix(2), digits: 2...2),
      let minutes = number(text.dropFirst(3), digits: 2...2), hours <= 23, minutes <= 59
    else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}
