import Herald
import HeraldTestSupport
import Testing

@Suite("Times")
struct DeviceTimeTests {
  @Test("A random time is written so that it reads back as itself", arguments: Seeds.all)
  func timeRoundTrips(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let range = Timestamp.range
    let edges = [range.lowerBound.milliseconds, range.upperBound.milliseconds, 0, -1, 1, 999, -86_400_000]
    for index in 0..<300 {
      let drawn = random.int(Int(range.lowerBound.milliseconds)...Int(range.upperBound.milliseconds))
      let moment = Timestamp(milliseconds: index < edges.count ? edges[index] : Int64(drawn))
      #expect(DeviceTime(rfc3339: moment.description) == DeviceTime(moment: moment))
      #expect(moment.description.utf8.count == 24)
    }
  }

  @Test("A time with an offset is the moment and the wall clock that counting finds", arguments: Seeds.all)
  func offsetGivesMomentAndWallClock(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let (year, month) = (random.int(2...9998), random.int(1...12))
      let day = random.int(1...NaiveCalendar.shared.length(year, month))
      let (hour, minute, second) = (random.int(0...23), random.int(0...59), random.int(0...60))
      let (millisecond, offset) = (random.int(0...999), random.int(-1439...1439))
      let date = "\(pad(year, 4))-\(pad(month))-\(pad(day))\(random.pick(["T", "t"]))"
      let clock = "\(pad(hour)):\(pad(minute)):\(pad(second)).\(pad(millisecond, 3))\(random.pick(["", "9", "000999"]))"
      let zone = (offset < 0 ? "-" : "+") + "\(pad(abs(offset) / 60)):\(pad(abs(offset) % 60))"
      let seconds = NaiveCalendar.shared.day(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
      let time = try #require(DeviceTime(rfc3339: date + clock + zone), "\(date + clock + zone)")
      #expect(time.wallClock == Int64(seconds * 1000 + millisecond))
      #expect(time.moment.milliseconds == time.wallClock - Int64(offset * 60_000))
      #expect(time.offsetMinutes == offset)
    }
  }

  private func pad(_ value: Int, _ digits: Int = 2) -> String {
    String(repeating: "0", count: digits - "\(value)".count) + "\(value)"
  }

  @Test(
    "A time in any form that RFC 3339 allows is read, cut to milliseconds",
    arguments: [
      ("2026-03-02T08:00:00Z", "2026-03-02T08:00:00.000Z", 0),
      ("2026-03-02t08:00:00z", "2026-03-02T08:00:00.000Z", 0),
      ("2026-03-02T08:00:00-00:00", "2026-03-02T08:00:00.000Z", 0),
      ("2026-03-02T08:00:00.9999999Z", "2026-03-02T08:00:00.999Z", 0),
      ("2026-03-02T08:00:00.1Z", "2026-03-02T08:00:00.100Z", 0),
      ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z", 0),
      ("2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00.500Z", 0),
      ("2026-03-02T08:00:00+05:45", "2026-03-02T02:15:00.000Z", 345),
      ("2026-03-02T08:00:00-23:59", "2026-03-03T07:59:00.000Z", -1439),
      ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z", 0),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z", 0),
      ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z", 0),
    ])
  func everyAllowedTimeIsRead(text: String, moment: String, offset: Int) throws {
    let time = try #require(DeviceTime(rfc3339: text))
    #expect(time.moment.description == moment)
    #expect(time.offsetMinutes == offset)
  }

  @Test(
    "A text in any other form is not a time",
    arguments: [
      "", "2026-03-02", "2026-03-02T08:00:00", "2026-03-02T08:00Z", "2026-03-02 08:00:00Z", "2026-3-2T08:00:00Z",
      "2026-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
      "2026-01-00T00:00:00Z", "2026-03-02T24:00:00Z", "2026-03-02T08:60:00Z", "2026-03-02T08:00:61Z",
      "2026-03-02T08:00:00.Z", "2026-03-02T08:00:00,5Z", "2026-03-02T08:00:00+24:00", "2026-03-02T08:00:00+05:60",
      "2026-03-02T08:00:00+0545", "2026-03-02T08:00:00+05", "2026-03-02T08:00:00Zx", " 2026-03-02T08:00:00Z",
      "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z",
      "10000-01-01T00:00:00Z", "-026-03-02T08:00:00Z", "２026-03-02T08:00:00Z", "2026-03-02T08:00:00.5.5Z",
      "1900-02-29T00:00:00Z", "2026/03/02T08:00:00Z", "2026-03-02T08-00-00Z",
    ])
  func otherTextsAreNotTimes(text: String) {
    #expect(DeviceTime(rfc3339: text) == nil)
  }
}
