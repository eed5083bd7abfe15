import Herald
import Testing

/// A calendar that counts the days month by month.
struct NaiveCalendar: Sendable {
  /// Days from 0001-01-01 to the first of each month, then the day after the last.
  private let starts: [Int]

  static let shared = NaiveCalendar()

  private init() {
    var starts = [0]
    for year in 1...9999 {
      let february = year % 400 == 0 || year % 4 == 0 && year % 100 != 0 ? 29 : 28
      for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        starts.append(starts[starts.count - 1] + days)
      }
    }
    self.starts = starts
  }

  func length(_ year: Int, _ month: Int) -> Int {
    let index = (year - 1) * 12 + month - 1
    return starts[index + 1] - starts[index]
  }

  /// Days since 1970-01-01.
  func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    starts[(year - 1) * 12 + month - 1] - starts[1969 * 12] + day - 1
  }
}

@Suite("The calendar is arithmetic")
struct CivilCalendarTests {
  @Test("The calendar places the first and the last day of every month where counting does")
  func everyMonthsEndsAreRight() {
    let naive = NaiveCalendar.shared
    for year in 1...9999 {
      for month in 1...12 {
        let length = naive.length(year, month)
        let first = naive.day(year, month, 1)
        let last = CivilCalendar.date(ofDay: first + length - 1)
        let holds =
          CivilCalendar.days(inMonth: month, of: year) == length
          && CivilCalendar.day(year: year, month: month, day: 1) == first
          && CivilCalendar.date(ofDay: first) == (year, month, 1) && last == (year, month, length)
        if !holds { Issue.record("\(year)-\(month)") }
      }
    }
  }

  @Test("The calendar gives a month that does not exist no days", arguments: [0, 13, -1, 99])
  func missingMonthHasNoDays(month: Int) {
    #expect(CivilCalendar.days(inMonth: month, of: 2026) == 0)
  }
}
