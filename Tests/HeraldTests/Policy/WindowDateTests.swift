import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Dates of a window")
struct WindowDateTests {
  @Test("A random window date is the millisecond that counting finds, on every device", arguments: Seeds.all)
  func windowDateMatchesCounting(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let sample = SampleDate(&random)
      let date = try #require(WindowDate(sample.text), "`\(sample.text)`")
      let deviceOffset = random.int(-840...840)
      let instant = sample.milliseconds - Int64(sample.offset ?? deviceOffset) * 60_000
      let time = DeviceTime(moment: Timestamp(milliseconds: instant), offsetMinutes: deviceOffset)
      #expect(date.isInstant == (sample.offset != nil), "`\(sample.text)`")
      #expect(date.distance(to: time) == 0, "`\(sample.text)`")
      #expect(date.distance(to: time.later(by: 1)) == 1)
      #expect(date.distance(to: time.later(by: -1)) == -1)
      #expect(date.moment(offsetMinutes: deviceOffset) == time.moment, "`\(sample.text)`")
      #expect(date.text == sample.text)
    }
  }

  /// A date in one of the forms, and its expected value.
  private struct SampleDate {
    let text: String
    /// Milliseconds since 1970 on the clock of the text.
    let milliseconds: Int64
    let offset: Int?

    init(_ random: inout SplitMix64) {
      let (year, month) = (random.int(2...9998), random.int(1...12))
      let day = random.int(1...NaiveCalendar.shared.length(year, month))
      var total = NaiveCalendar.shared.day(year, month, day) * 86_400_000
      var text = "\(Self.pad(year, 4))-\(Self.pad(month))-\(Self.pad(day))"
      var offset: Int?
      let precision = random.int(0...3)
      if precision > 0 {
        let (hour, minute, second) = (random.int(0...23), random.int(0...59), random.int(0...59))
        let fraction = String((1...random.int(1...9)).map { _ in random.pick(Array("0123456789")) })
        let millisecond = Int((fraction + "00").prefix(3)) ?? 0
        text += random.pick([" ", "T"]) + "\(Self.pad(hour)):\(Self.pad(minute))"
        text += (precision > 1 ? ":\(Self.pad(second))" : "") + (precision > 2 ? ".\(fraction)" : "")
        total += (hour * 60 + minute) * 60_000
        total += (precision > 1 ? second * 1000 : 0) + (precision > 2 ? millisecond : 0)
        if random.chance(50) {
          let minutes = random.pick([0, random.int(-23...23) * 60, random.int(-1439...1439)])
          let rest = Self.pad(abs(minutes) % 60)
          let end = random.pick([":" + rest, rest] + (minutes % 60 == 0 ? [""] : []))
          let sign = minutes < 0 ? "-" : "+"
          text += random.pick(["", " "]) + (minutes == 0 ? "Z" : sign + Self.pad(abs(minutes) / 60) + end)
          offset = minutes
        }
      }
      self.text = random.pick(["", " ", "\u{A0}\t"]) + text + random.pick(["", "\n"])
      self.milliseconds = Int64(total)
      self.offset = offset
    }

    private static func pad(_ value: Int, _ digits: Int = 2) -> String {
      String(repeating: "0", count: digits - "\(value)".count) + "\(value)"
    }
  }

  @Test(
    "A text in any other form is not a window date",
    arguments: [
      "", " ", "2026", "2026-03", "2026-3-2", "26-03-02", "2026-03-02T", "2026-03-02 8:00", "2026-03-02 08",
      "2026-02-29",
      "2026-00-10", "2026-13-01", "2026-01-00", "2026-04-31", "0000-01-01", "2026-03-02 24:00", "2026-03-02 08:60",
      "2026-03-02 08:00:60", "2026-03-02 08:00:00.", "2026-03-02 08:00:00.0123456789", "2026-03-02 08:00.5",
      "2026-03-02  08:00",
      "2026-03-02t08:00", "2026-03-02T08:00z", "2026-03-02Z", "2026-03-02+01:00", "2026-03-02 Z", "2026-03-02 08:00  Z",
      "2026-03-02 08:00\tZ",
      "2026-03-02 08:00+1", "2026-03-02 08:00+01:", "2026-03-02 08:00+011", "2026-03-02 08:00+",
      "2026-03-02 08:00+24:00", "2026-03-02 08:00+01:60",
      "2026-03-02 08:00+01:0", "2026-03-02 08:00Zx", "2026/03/02", "02.03.2026", "20260302", "-2026-03-02",
      "2026-03-02_08:00",
      "２０２６-03-02", "2026-03-02 08.00",
    ])
  func otherTextsAreNotDates(text: String) {
    #expect(WindowDate(text) == nil)
  }
}
