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

/// Parses the form in which nearly all devices write a time, `2026-03-02T08:00:00.000+05:45` or with `Z`, eight bytes
/// at once. Any other form is parsed byte by byte, with the same result. Times are written in this form, too.
///
/// Bench row 3: 140 fewer instructions a line, counted by callgrind.
extension DeviceTime {
  /// Parses a time; nil where the text has another form, or is not a time.
  @inline(__always)
  init?(canonicalRFC3339 bytes: BorrowedBytes) {
    guard bytes.count == 24 || bytes.count == 29, let date = Digits(bytes, at: 0, .date),
      let clock = Digits(bytes, at: 8, .clock), let seconds = Digits(bytes, at: 16, .seconds),
      let offset = Self.canonicalOffset(bytes)
    else { return nil }
    let (year, month, day) = (date.pair(0) * 100 + date.pair(2), date.pair(5), clock.pair(0))
    let (hour, minute, second) = (clock.pair(3), clock.pair(6), seconds.pair(1))
    guard year >= 1, month >= 1, month <= 12, day >= 1,
      day <= 28 || day <= CivilCalendar.days(inMonth: month, of: year), hour <= 23, minute <= 59, second <= 60
    else { return nil }
    let days = CivilCalendar.day(year: year, month: month, day: day)
    let minutes = (days * 24 + hour) * 60 + minute - offset
    let milliseconds = second * 1000 + seconds.digit(4) * 100 + seconds.pair(5)
    let moment = Timestamp(milliseconds: Int64(minutes * 60_000 + milliseconds))
    guard Timestamp.range.contains(moment) else { return nil }
    self.init(moment: moment, offsetMinutes: offset)
  }

  /// `Z`, or `±HH:mm`, from byte 23 to the end, in minutes.
  @inline(__always)
  private static func canonicalOffset(_ bytes: BorrowedBytes) -> Int? {
    let sign = bytes[23]
    if bytes.count == 24 { return sign == UInt8(ascii: "Z") ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let zone = Digits(bytes, at: 21, .zone),
      zone.pair(3) <= 23, zone.pair(6) <= 59
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (zone.pair(3) * 60 + zone.pair(6))
  }
}

extension Timestamp: CustomStringConvertible {
  /// The moment in UTC to the millisecond, such as `2026-03-02T08:00:00.000Z`.
  public var description: String {
    if self == .missing { return "no time" }
    var output = ByteOutput()
    write(into: &output)
    return output.string
  }

  package func write(into output: inout ByteOutput) {
    let day = Int((milliseconds - (milliseconds < 0 ? 86_399_999 : 0)) / 86_400_000)
    let rest = UInt64(truncatingIfNeeded: milliseconds - Int64(day) * 86_400_000)
    let date = CivilCalendar.date(ofDay: day)
    let year = UInt64(truncatingIfNeeded: date.year)
    let (minutes, millisecond) = (rest / 60_000, rest % 1000)
    output.append(atMost: 24) {
      $0.append(
        word: Digits.Form.date.bytes | Digits.pair(year / 100 % 100, at: 0) | Digits.pair(year % 100, at: 2)
          | Digits.pair(UInt64(truncatingIfNeeded: date.month), at: 5))
      $0.append(
        word: Digits.Form.clock.bytes | Digits.pair(UInt64(truncatingIfNeeded: date.day), at: 0)
          | Digits.pair(minutes / 60, at: 3) | Digits.pair(minutes % 60, at: 6))
      $0.append(
        word: Digits.Form.seconds.bytes | Digits.pair(rest / 1000 % 60, at: 1) | Digits.byte(millisecond / 100, at: 4)
          | Digits.pair(millisecond % 100, at: 5) | Digits.byte(UInt64(UInt8(ascii: "Z")), at: 7))
    }
  }
}

/// Eight bytes of digits and marks, as the digits' values.
private struct Digits {
  /// The expected digits and marks, the first in the lowest byte.
  struct Form {
    /// `0` for a digit, and the mark itself for a mark.
    let bytes: UInt64
    /// 0x76 for a digit: adding more than 9 reaches 0x80; 0x7F for a mark.
    let slack: UInt64
    /// Zero at bytes that may be anything.
    var mask: UInt64 = .max

    /// `0000-00-`
    static var date: Form { Form(bytes: 0x2D30_302D_3030_3030, slack: 0x7F76_767F_7676_7676) }
    /// `00T00:00`
    static var clock: Form { Form(bytes: 0x3030_3A30_3054_3030, slack: 0x7676_7F76_767F_7676) }
    /// `:00.000`, and one byte more
    static var seconds: Form {
      Form(bytes: 0x0030_3030_2E30_303A, slack: 0x7F76_7676_7F76_767F, mask: 0x00FF_FFFF_FFFF_FFFF)
    }
    /// Three bytes, then `00:00`
    static var zone: Form {
      Form(bytes: 0x3030_3A30_3000_0000, slack: 0x7676_7F76_767F_7F7F, mask: 0xFFFF_FFFF_FF00_0000)
    }
  }

  private let values: UInt64
  /// Each byte's value times ten, plus the next byte's value.
  private let pairs: UInt64

  /// Nil where a digit or a mark is missing.
  @inline(__always)
  init?(_ bytes: BorrowedBytes, at offset: Int, _ form: Form) {
    let word = bytes.word(at: offset).littleEndian
    // A digit becomes its value, a mark zero, and everything else more than it has slack for.
    values = (word ^ form.bytes) & form.mask
    guard (values | (values &+ form.slack)) & 0x8080_8080_8080_8080 == 0 else { return nil }
    pairs = values &* 10 &+ values >> 8
  }

  /// A digit or a mark as a byte of a form.
  @inline(__always)
  static func byte(_ value: UInt64, at index: Int) -> UInt64 { value << UInt64(truncatingIfNeeded: index &* 8) }

  /// A number below 100 as two bytes of a form.
  @inline(__always)
  static func pair(_ value: UInt64, at index: Int) -> UInt64 {
    // The tens, without a division. The first byte is theirs, and the second one has ten times them less.
    let tens = (value &* 103) >> 10
    return byte(value << 8 &- tens &* 2559, at: index)
  }

  @inline(__always)
  func digit(_ index: Int) -> Int { Int(truncatingIfNeeded: values >> UInt64(index * 8) & 0xFF) }
  @inline(__always)
  func pair(_ index: Int) -> Int { Int(truncatingIfNeeded: pairs >> UInt64(index * 8) & 0xFF) }
}
