@testable import HeraldQuestions
import Testing

@testable import Herald

@Suite("The busiest day of a user")
struct BusiestDayTests {
  private static let hour: Int64 = 3_600_000

  private func most(_ showings: [Int64]) -> (prompts: Int, end: Int64?) {
    var day = BusiestDay()
    for showing in showings { day.show(at: DeviceTime(moment: Timestamp(milliseconds: showing))) }
    return (day.prompts, day.end?.moment.milliseconds)
  }

  @Test("A user who saw nothing has a busiest day of no prompts")
  func nothingIsShown() {
    #expect(most([]).prompts == 0)
    #expect(most([]).end == nil)
  }

  @Test("A showing counts for less than 24 hours")
  func aShowingCountsForADay() {
    #expect(most([0, Self.hour, 24 * Self.hour - 1]) == (3, 24 * Self.hour - 1))
    #expect(most([0, Self.hour, 24 * Self.hour]) == (2, Self.hour))
  }

  @Test("The busiest day is the first of those with as many prompts")
  func theFirstOfManyCounts() {
    #expect(most([0, 1, 100 * Self.hour, 101 * Self.hour]) == (2, 1))
  }

  @Test("A clock that was set back moves later showings to its new time")
  func aClockSetBackMovesShowings() {
    #expect(most([50 * Self.hour, 0, 1]) == (3, 1))
    #expect(most([50 * Self.hour, 0, 25 * Self.hour, 26 * Self.hour]) == (2, 0))
  }

  @Test("A clock set back moves the showings of one moment together, and they end together")
  func movedShowingsEndTogether() {
    #expect(most([50 * Self.hour, 51 * Self.hour, 0, 23 * Self.hour, 24 * Self.hour]) == (4, 23 * Self.hour))
  }

  @Test(
    "The time of many showings grows with their number, whichever way the clock goes", .timeLimit(.minutes(30)),
    arguments: [1, -1] as [Int64])
  func manyShowings(_ step: Int64) {
    #expect(most((0..<300_000).map { $0 * step }).prompts == 300_000)
  }
}
