/// The first or last date of a rule's window: an instant if it has an offset, otherwise wall-clock time on the device.
public struct WindowDate: Hashable, Sendable {
  /// Milliseconds since 1970-01-01 00:00, in UTC or on the device's clock.
  package let milliseconds: Int64
  /// True if the document gave an offset.
  public let isInstant: Bool
  /// The date as the document has it.
  public let text: String

  /// Reads `yyyy-MM-dd`, or with `HH:mm` or `HH:mm:ss` after a space or `T`; after seconds an optional fraction of 1 to
  /// 9 digits, cut to the millisecond; after a time an optional `Z`, `±HH:mm`, `±HHmm` or `±HH`, with a blank before it
  /// or not. White space around it is ignored. Nil if a day or hour does not exist.
  public init?(_ text: String) {
    var rest = Array(text.trimmed.utf8)[...]
    guard let year = Self.number(&rest, 4), Self.take("-", &rest), let month = Self.number(&rest, 2),
      Self.take("-", &rest), let day = Self.number(&rest, 2),
      year >= 1, day >= 1, day <= CivilCalendar.days(inMonth: month, of: year)
    else { return nil }
    var milliseconds = Int64(CivilCalendar.day(year: year, month: month, day: day)) * 86_400_000
    var offset: Int?
    if Self.take(" ", &rest) || Self.take("T", &rest) {
      guard let time = Self.time(&rest) else { return nil }
      milliseconds += Int64(time)
      if !rest.isEmpty {
        _ = Self.take(" ", &rest)
        guard let minutes = Self.offset(&rest) else { return nil }
        offset = minutes
      }
    }
    guard rest.isEmpty else { return nil }
    self.milliseconds = milliseconds - Int64(offset ?? 0) * 60_000
    isInstant = offset != nil
    self.text = text
  }

  /// Makes the date of a moment that a document writes in a form of its own.
  package init(_ moment: Timestamp, text: String) {
    milliseconds = moment.milliseconds
    isInstant = true
    self.text = text
  }

  /// Milliseconds from this date to a device's time: negative before it, 0 at it.
  package func distance(to time: DeviceTime) -> Int64 {
    (isInstant ? time.moment.milliseconds : time.wallClock) - milliseconds
  }

  /// The moment of this date on a device in a zone.
  package func moment(offsetMinutes: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds - (isInstant ? 0 : Int64(offsetMinutes) * 60_000))
  }

  /// The date some milliseconds later, on the same clock, written as a document would write it; within the years 1 to
  /// 9999.
  func moved(by length: Int64) -> WindowDate {
    let (sum, isOver) = milliseconds.addingReportingOverflow(length)
    let (first, last) = (Timestamp.range.lowerBound.milliseconds, Timestamp.range.upperBound.milliseconds)
    let new = isOver ? (length < 0 ? first : last) : min(max(sum, first), last)
    let written = Timestamp(milliseconds: new).description
    let isDateAlone = text.trimmed.utf8.count == "yyyy-MM-dd".utf8.count && new % LengthOfTime.day == 0
    return WindowDate(isInstant ? written : String(isDateAlone ? written.prefix(10) : written.dropLast())) ?? self
  }

  private static func time(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let hour = number(&rest, 2), take(":", &rest), let minute = number(&rest, 2), hour <= 23, minute <= 59
    else { return nil }
    var (second, millisecond) = (0, 0)
    if take(":", &rest) {
      guard let value = number(&rest, 2), value <= 59 else { return nil }
      second = value
      if take(".", &rest) {
        guard let value = fraction(&rest) else { return nil }
        millisecond = value
      }
    }
    return ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
  }

  /// The milliseconds of 1 to 9 digits of a second.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix { $0 >= 48 && $0 <= 57 }
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest[digits.endIndex...]
    return (0..<3).reduce(0) { $0 * 10 + ($1 < digits.count ? Int(digits[digits.startIndex + $1] - 48) : 0) }
  }

  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    if take("Z", &rest) { return 0 }
    let isBehind = rest.first == UInt8(ascii: "-")
    guard take("+", &rest) || take("-", &rest), let hours = number(&rest, 2) else { return nil }
    let isSplit = take(":", &rest)
    let minutes = rest.isEmpty && !isSplit ? 0 : number(&rest, 2)
    guard let minutes, hours <= 23, minutes <= 59 else { return nil }
    return (isBehind ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
    let part = rest.prefix(digits)
    guard part.count == digits, part.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    rest = rest.dropFirst(digits)
    return part.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static func take(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}

/// Compares the windows of two rules.
package enum WindowOrder {
  /// A date without an offset differs from the same date in UTC by at most this many milliseconds.
  private static let widestOffset: Int64 = 86_400_000

  /// True if the first date is before the second one on every device.
  private static func isBefore(_ first: WindowDate, _ second: WindowDate) -> Bool {
    let doubt = first.isInstant == second.isInstant ? 0 : widestOffset
    return first.milliseconds < second.milliseconds - doubt
  }

  /// True if a rule's window ends before it begins.
  package static func isEmpty(_ rule: Rule) -> Bool { ends(rule, beforeStartOf: rule) }

  /// True if both can be open at the same time.
  package static func canMeet(_ left: Rule, _ right: Rule) -> Bool {
    !ends(left, beforeStartOf: right) && !ends(right, beforeStartOf: left)
  }

  private static func ends(_ left: Rule, beforeStartOf right: Rule) -> Bool {
    guard let end = left.displayBefore, let start = right.displayAfter else { return false }
    return isBefore(end, start)
  }

  /// True if the earlier rule's window is open whenever the later one's is.
  package static func covers(_ earlier: Rule, _ later: Rule) -> Bool {
    let beginsInTime = earlier.displayAfter.map { start in later.displayAfter.map { !mayPrecede($0, start) } ?? false }
    let lastsLongEnough = earlier.displayBefore.map { end in later.displayBefore.map { !mayPrecede(end, $0) } ?? false }
    return beginsInTime ?? true && lastsLongEnough ?? true
  }

  /// True if the first date may be before the second one on some device.
  private static func mayPrecede(_ first: WindowDate, _ second: WindowDate) -> Bool {
    let doubt = first.isInstant == second.isInstant ? 0 : widestOffset
    return first.milliseconds < second.milliseconds + doubt
  }
}
