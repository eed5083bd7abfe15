import Testing

@testable import Herald

@Suite("Questions")
struct QuestionTests {
  @Test(
    "A question at a moment that no log can have is asked at the nearest one",
    arguments: [(Int64.min, Timestamp.range.lowerBound), (.max, Timestamp.range.upperBound)])
  func momentIsWithinTheRange(milliseconds: Int64, nearest: Timestamp) {
    let now = DeviceTime(moment: Timestamp(milliseconds: milliseconds), offsetMinutes: -60)
    let question = Question(trigger: .launch, now: now, source: "/i")
    #expect(question.now == DeviceTime(moment: nearest, offsetMinutes: -60))
  }
}
