/// The proleptic Gregorian calendar, as arithmetic.
package enum CivilCalendar {
  package static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// The days of a month; 0 for a month that does not exist.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// Days since 1970-01-01, counting a year from March so that the leap day comes last.
  ///
  /// - Parameter year: −399 to 99999.
  package static func day(year: Int, month: Int, day: Int) -> Int {
    // Adds four hundred years (146,097 days), so that no division meets a negative number.
    let shifted = (month <= 2 ? year &- 1 : year) &+ 400
    let dayOfYear = (153 &* (month &+ (month > 2 ? -3 : 9)) &+ 2) / 5 &+ day &- 1
    let leapDays = shifted / 4 &- shifted / 100 &+ shifted / 400
    return shifted &* 365 &+ leapDays &+ dayOfYear &- (719_468 + 146_097)
  }

  /// The date of a day since 1970-01-01.
  ///
  /// Source: Neri and Schneider, "Euclidean affine functions and their application to calendar algorithms" (2022).
  ///
  /// - Parameter day: not before the year −399.
  package static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    // Quarters of days since 1 March of the year −400, so that no division meets a negative number.
    let quarters = 4 &* (day &+ 719_468 &+ 146_097) &+ 3
    // The year of the century is the upper half of a product, and the day of the year comes from its lower half.
    let years = 2_939_745 &* (quarters % 146_097 | 3)
    let dayOfYear = (years & 0xFFFF_FFFF) / 2_939_745 / 4
    let isNextYear = dayOfYear >= 306
    let year = 100 &* (quarters / 146_097) &+ years >> 32 &- 400 &+ (isNextYear ? 1 : 0)
    // The month is the upper half of a product, and its day comes from the lower half.
    let months = 2141 &* dayOfYear &+ 197_913
    return (year, months >> 16 &- (isNextYear ? 12 : 0), (months & 0xFFFF) / 2141 &+ 1)
  }
}
