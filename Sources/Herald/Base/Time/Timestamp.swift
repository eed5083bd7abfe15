/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970-01-01T00:00:00Z; negative before.
  public let milliseconds: Int64

  /// Makes a moment.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// No moment, before all others: the moment of an event without a time.
  public static var missing: Timestamp { Timestamp(milliseconds: .min) }

  /// True if the left moment is earlier.
  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// The moment some milliseconds later; nil where no 64-bit number holds it.
  func adding(_ milliseconds: Int64) -> Timestamp? {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    return overflow ? nil : Timestamp(milliseconds: sum)
  }

  /// The first and the last moment that Herald reads: the years 0001 to 9999 in UTC.
  public static let range =
    Timestamp(milliseconds: -62_135_596_800_000)...Timestamp(milliseconds: 253_402_300_799_999)
}
