import Herald
import HeraldTestSupport
import Testing

@Suite("The device's clock")
struct ClockTests {
  private let start = DeviceTime(moment: Timestamp(milliseconds: 1_000_000_000_000))
  private let hour: Int64 = 3_600_000

  @Test("A clock that was set back delays a repeated prompt by one period at most", arguments: Seeds.all)
  func clockSetBackDelaysByOnePeriod(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let period = Int64(random.int(1...48)) * hour
    let rule = Rule.make(period: period)
    var stream = Stream(now: start)
    stream.append(.launched([:]))
    stream.append(Policy.make([rule]).fetched())
    stream.append(.shown("p", rule: rule.id))
    stream.append(.chosen("later", of: "p"))
    stream.now = start.later(by: -Int64(random.int(1...10_000)) * hour)
    let set = stream.now
    stream.append(.appBackgrounded)
    #expect(stream.state.records[rule.id]?.lastShown == set.moment)
    for (wait, isShown) in [(period - 1, false), (period, true)] {
      let decision = try stream.ask(.failed(.launch), at: set.later(by: wait))
      #expect((decision.prompt != nil) == isShown)
    }
  }

  @Test("A clock that was set back moves only later times, before its event takes effect")
  func onlyLaterTimesAreMoved() throws {
    var stream = Stream(now: start)
    for (rule, hours) in [("early", 1), ("late", 9)] as [(ExactString, Int64)] {
      stream.append(.shown("p", rule: rule), at: start.later(by: hours * hour))
      stream.append(.chosen("later", of: "p"), at: start.later(by: (hours + 1) * hour))
    }
    stream.append(.shown("q", rule: "late"), at: start.later(by: 5 * hour))
    let records = stream.state.records
    let (early, late) = (try #require(records["early"]), try #require(records["late"]))
    #expect(early.lastShown == start.later(by: hour).moment)
    #expect(early.lastButtonAt == start.later(by: 2 * hour).moment)
    #expect(late.lastShown == start.later(by: 5 * hour).moment)
    #expect(late.lastButtonAt == late.lastShown)
    #expect(late.shown == 2)
    #expect(stream.state.counts.clockSteps == 1)
  }

  @Test("A change of the time zone does not count as a clock set back")
  func zoneDoesNotSetAClockBack() {
    var stream = Stream(now: DeviceTime(moment: start.moment, offsetMinutes: 600))
    stream.append(.appBackgrounded)
    stream.append(.appBackgrounded, at: DeviceTime(moment: start.moment, offsetMinutes: -600))
    #expect(stream.state.counts.clockSteps == 0)
    stream.append(.appBackgrounded, at: DeviceTime(moment: start.later(by: -1).moment, offsetMinutes: 600))
    #expect(stream.state.counts.clockSteps == 1)
  }

  @Test("A clock's steps back are counted against the event before, unknown ones ignored")
  func eachStepBackIsCounted() {
    var stream = Stream(now: start)
    for (hours, data) in [
      (0, .appBackgrounded), (9, .unknown), (1, .appBackgrounded), (0, .unknown), (1, .appBackgrounded),
      (-1, .appBackgrounded), (-2, .appBackgrounded), (-1, .appBackgrounded),
    ] as [(Int64, EventData)] {
      stream.append(data, at: start.later(by: hours * hour))
    }
    #expect(stream.state.counts.clockSteps == 2)
    #expect(stream.state.counts.unknownEvents == 2)
  }
}
