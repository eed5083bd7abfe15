/// Parses times of RFC 3339 to the millisecond. Finer digits are dropped.
extension DeviceTime {
  /// Parses a time such as `2026-03-02T08:00:00.000+05:45`; nil for any other text.
  ///
  /// `t` and `z` may be lower case, `-00:00` is UTC, and second 60 is the following second (RFC 3339, section 5.6). The
  /// moment must lie in ``Timestamp/range``.
  public init?(rfc3339 text: String) {
    guard let time = text.withBorrowedBytes({ DeviceTime(rfc3339: $0) }) else { return nil }
    self = time
  }

  package init?(rfc3339 bytes: BorrowedBytes) {
    guard let time = DeviceTime(canonicalRFC3339: bytes) ?? DeviceTime(anyRFC3339: bytes) else { return nil }
    self = time
  }

  /// Parses a time of any form, byte by byte.
  init?(anyRFC3339 bytes: BorrowedBytes) {
    guard bytes.count >= 20, bytes[10] | 0x20 == UInt8(ascii: "t"),
      let day = Self.day(bytes), let second = Self.second(of: bytes, at: 11)
    else { return nil }
    var at = 19
    var fraction = 0
    if bytes[at] == UInt8(ascii: ".") {
      at += 1
      var scale = 100
      let start = at
      while at < bytes.count, bytes[at] >= 48, bytes[at] <= 57 {
        fraction += Int(bytes[at] - 48) * scale
        scale /= 10
        at += 1
      }
      if at == start { return nil }
    }
    guard let offset = Self.offset(bytes, at: at) else { return nil }
    let local = Int64(day) * 86_400_000 + Int64(second) * 1000 + Int64(fraction)
    let moment = Timestamp(milliseconds: local - Int64(offset) * 60_000)
    guard Timestamp.range.contains(moment) else { return nil }
    self.init(moment: moment, offsetMinutes: offset)
  }

  /// `yyyy-MM-dd` at the start, as days since 1970.
  private static func day(_ bytes: BorrowedBytes) -> Int? {
    guard let year = number(bytes, at: 0, digits: 4), bytes[4] == UInt8(ascii: "-"),
      let month = number(bytes, at: 5, digits: 2), bytes[7] == UInt8(ascii: "-"),
      let day = number(bytes, at: 8, digits: 2),
      year >= 1, day >= 1, day <= CivilCalendar.days(inMonth: month, of: year)
    else { return nil }
    return CivilCalendar.day(year: year, month: month, day: day)
  }

  /// `HH:mm:ss` as seconds of the day.
  private static func second(of bytes: BorrowedBytes, at start: Int) -> Int? {
    guard let hour = number(bytes, at: start, digits: 2), bytes[start + 2] == UInt8(ascii: ":"),
      let minute = number(bytes, at: start + 3, digits: 2), bytes[start + 5] == UInt8(ascii: ":"),
      let second = number(bytes, at: start + 6, digits: 2),
      hour <= 23, minute <= 59, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// `Z` or `±HH:mm` at the end, in minutes.
  private static func offset(_ bytes: BorrowedBytes, at start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      return bytes.count == start + 1 ? 0 : nil
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard bytes.count == start + 6, bytes[start + 3] == UInt8(ascii: ":"),
        let hours = number(bytes, at: start + 1, digits: 2), hours <= 23,
        let minutes = number(bytes, at: start + 4, digits: 2), minutes <= 59
      else { return nil }
      return (bytes[start] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    default: return nil
    }
  }

  private static func number(_ bytes: BorrowedBytes, at start: Int, digits: Int) -> Int? {
    var value = 0
    for index in start..<start + digits {
      let digit = bytes[index] &- 48
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}
