import Herald
import Testing

@testable import HeraldQuestions

@Suite("The days that have a folder of their own")
struct UsualDaysTests {
  private func has(_ day: Int, _ usual: UsualDays) -> Bool { usual.contains(CalendarDay(number: day)) }

  @Test("Four hundred days from a receipt are near, one more is not", arguments: [-1, 1])
  func nearAReceipt(side: Int) {
    let usual = UsualDays(receipts: [20_000, 20_010], counts: [90_000: 5])
    #expect(has(20_005 + side * 405, usual))
    #expect(!has(20_005 + side * 406, usual))
    #expect(!has(90_000, usual))
  }

  @Test("A receipt of a server whose clock was once wrong brings no days between")
  func farReceiptsAreApart() {
    let usual = UsualDays(receipts: [20_000, 47_000], counts: [:])
    #expect(has(20_400, usual) && has(46_600, usual) && has(47_400, usual))
    #expect(!has(20_401, usual) && !has(33_500, usual) && !has(46_599, usual))
  }

  @Test("Without receipts the day of the event in the middle counts, and not that of most or of the last day")
  func nearTheMedian() {
    let usual = UsualDays(receipts: [], counts: [0: 1, 20_000: 3, 47_000: 2])
    #expect(has(19_600, usual) && has(20_400, usual))
    #expect(!has(0, usual) && !has(47_000, usual) && !has(20_401, usual))
    #expect(has(10, UsualDays(receipts: [], counts: [10: 2, 900: 2])))
    #expect(!has(900, UsualDays(receipts: [], counts: [10: 2, 900: 2])))
  }

  @Test("Without events no day is near")
  func noEvents() { #expect(!has(0, UsualDays(receipts: [], counts: [:]))) }
}
