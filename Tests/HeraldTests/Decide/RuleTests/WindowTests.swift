import HeraldTestSupport
import Testing

@testable import Herald

@Suite("The test of the window")
struct WindowTests {
  private func passes(_ after: String?, _ before: String?, at now: String) throws -> Bool {
    let rule = Rule.make(
      after: try after.map { try #require(WindowDate($0)) }, before: try before.map { try #require(WindowDate($0)) })
    return Trial(now: try time(now)).passes(.window, rule)
  }

  @Test(
    "The window test includes both ends of the window, to the millisecond",
    arguments: [
      ("2026-03-01T23:59:59.999Z", false), ("2026-03-02T00:00:00.000Z", true), ("2026-03-02T12:00:00.000Z", true),
      ("2026-03-03T08:00:30.250Z", true), ("2026-03-03T08:00:30.251Z", false),
    ])
  func windowIncludesItsEnds(now: String, expected: Bool) throws {
    #expect(try passes("2026-03-02", "2026-03-03 08:00:30.250", at: now) == expected)
    #expect(try passes("2026-03-02T00:00Z", "2026-03-03T09:00:30.250+01:00", at: now) == expected)
  }

  @Test("The window test asks each end alone where only one is there, and passes a window without ends")
  func eachEndIsAskedAlone() throws {
    #expect(try passes(nil, nil, at: "0001-01-01T00:00:00Z"))
    #expect(try passes(nil, "2026-03-02", at: "0001-01-01T00:00:00Z"))
    #expect(try passes("2026-03-02", nil, at: "9999-12-31T23:59:59.999Z"))
    #expect(try !passes("2026-03-03", "2026-03-02", at: "2026-03-02T12:00:00Z"))
    #expect(try passes("2026-03-02", "2026-03-02", at: "2026-03-02T00:00:00Z"))
  }

  @Test(
    "The window test reads a date without an offset on the device's clock, and one with it everywhere alike",
    arguments: [
      ("2026-03-02T09:59:59.999+14:00", false, false), ("2026-03-02T10:00:00+14:00", true, false),
      ("2026-03-02T09:59:59.999-12:00", false, true), ("2026-03-02T10:00:00Z", true, true),
      ("2026-03-02T11:59:59.999+02:00", true, false), ("2026-03-02T12:00:00+02:00", true, true),
    ])
  func dateWithoutAnOffsetIsLocal(now: String, local: Bool, instant: Bool) throws {
    #expect(try passes("2026-03-02 10:00", nil, at: now) == local)
    #expect(try passes("2026-03-02 10:00Z", nil, at: now) == instant)
  }

  @Test("The window test explains both ends on the clock that each is read on")
  func windowTestIsExplained() throws {
    let rule = Rule.make(after: WindowDate("2026-03-03"), before: WindowDate("2026-03-02T00:00Z"))
    let trial = Trial(now: try time("2026-03-02T01:00:00+02:00"))
    #expect(
      try trial.comparisons(.window, rule) == [
        Comparison(
          "time on the device's clock", found: "2026-03-02T01:00:00.000", wanted: "from 2026-03-03", passed: false,
          key: "/displayAfterDate", basis: .question),
        Comparison(
          "time", found: "2026-03-01T23:00:00.000Z", wanted: "until 2026-03-02T00:00Z", passed: true,
          key: "/displayBeforeDate", basis: .question),
      ])
  }
}
