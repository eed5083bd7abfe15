import Herald

extension LengthOfTime {
  /// A length of time as people say it: days with hours, hours with minutes, minutes with seconds.
  static func rough(_ milliseconds: Int64) -> String {
    let size = milliseconds.magnitude
    let unit: Int64 = size >= UInt64(day) ? hour : size >= UInt64(hour) ? 60_000 : size >= 10_000 ? 1000 : 1
    return words(milliseconds / unit * unit)
  }
}
