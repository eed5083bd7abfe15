import Testing

@testable import HeraldPages

@Suite("Installations by day")
struct PhoneDaysTests {
  @Test("Once there are more days than are counted no number of installations is known, in whichever order they come")
  func tooManyDays() {
    var full = PhoneDays()
    full.add(Set(1...10_000))
    #expect(full.installations(on: 1...1) == 1)
    full.add([5])
    #expect(full.installations(on: 5...5) == 2)
    #expect(!full.isFull)
    var (one, sum) = (PhoneDays(), full)
    one.add([10_001])
    sum.add(one)
    full.add([10_001])
    one.add(full)
    for days in [full, sum, one] {
      #expect(days.isFull)
      #expect(days.installations(on: 1...1) == nil)
    }
  }
}
