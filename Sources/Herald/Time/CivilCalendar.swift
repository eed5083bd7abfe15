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
  @inline(__always)
  package static func day(year: Int, month: Int, day: Int) -> Int {
    // Adds four hundred years (146,097 days), so that no division meets a negative number.
    let shifted = (month <= 2 ? year &- 1 : year) &+ 400
    let dayOfYear = (153 &* (month &+ (month > 2 ? -3 : 9)) &+ 2) / 5 &+ day &- 1
    let leapDays = shifted / 4 &- shifted / 100 &+ shifted / 400
    return shifted &* 365 &+ leapDays &+ dayOfYear &- (719_468 + 146_097)
  }

  /// The date of a day since 1970-01-01.
  package static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
