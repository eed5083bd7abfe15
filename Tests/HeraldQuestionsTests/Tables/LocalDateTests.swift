import Herald
import HeraldQuestions
import HeraldQuestionsTestSupport
import Testing

@Suite("Days that a device's clock showed")
struct LocalDateTests {
  @Test(
    "A moment falls on the day of the device's clock, which may be another one than in UTC",
    arguments: [
      ("2026-03-02T23:30:00Z", "2026-03-02"), ("2026-03-03T00:30:00+01:00", "2026-03-03"),
      ("2026-02-28T20:00:00-08:00", "2026-02-28"), ("2024-02-29T23:59:59.999+14:00", "2024-02-29"),
      ("1969-12-31T23:59:59.999Z", "1969-12-31"), ("1970-01-01T00:00:00Z", "1970-01-01"),
      ("0001-01-01T00:00:00Z", "0001-01-01"), ("9999-12-31T23:59:59.999Z", "9999-12-31"),
    ])
  func dayOfTheClock(_ time: String, _ day: String) throws {
    #expect(CalendarDay(try #require(DeviceTime(rfc3339: time))).description == day)
  }

  @Test("A clock that shows the year 0 or 10000 gives the day in UTC, as times are written")
  func clockBeyondTheYears() {
    let first = DeviceTime(moment: Timestamp.range.lowerBound, offsetMinutes: -60)
    let last = DeviceTime(moment: Timestamp.range.upperBound, offsetMinutes: 60)
    #expect(CalendarDay(first).description == "0001-01-01")
    #expect(CalendarDay(last).description == "9999-12-31")
  }

  @Test(
    "The local date of each row of the corpus is the day that its time shows with its offset",
    arguments: [(AnalysisTable.events, "time"), (.decisions, "time"), (.prompts, "shown_at")])
  func corpusHasLocalDates(_ table: AnalysisTable, _ name: String) throws {
    for row in try Corpus.rows.get()[table] {
      guard case .timestamp(let moment) = row[name], case .integer(let zone) = row["zone_minutes"] else {
        #expect(row["local_date"] == .null)
        continue
      }
      let written = DeviceTime(moment: moment, offsetMinutes: zone).description
      guard case .date(let day) = row["local_date"] else {
        Issue.record("\(row) has no day")
        continue
      }
      #expect(written.hasPrefix(day.description))
    }
  }
}
