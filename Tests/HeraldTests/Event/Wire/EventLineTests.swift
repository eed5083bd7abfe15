import Herald
import HeraldTestSupport
import Testing

@Suite("An event's line")
struct EventLineTests {
  @Test("An event's line reads back as the event", arguments: EventType.allCases)
  func eventLineReadsBack(_ type: EventType) throws {
    var random = SplitMix64(seed: 7)
    for round in 1...50 {
      let data = EventData.random(type, &random)
      let time = DeviceTime(
        moment: Timestamp(milliseconds: Int64(random.int(-1_000_000_000...1_772_438_400_123))),
        offsetMinutes: random.pick([0, 60, -480, 345, -1, 1439]))
      let event = Event(
        id: ExactString("e-\(round)"), source: "/i/\"1", type: ExactString(type.rawValue), time: time, revision: round,
        data: data)
      let back = try event.line.withBorrowedBytes { bytes in
        var reader = LineReader()
        return try reader.read(bytes).event(in: bytes, revision: round)
      }
      #expect(back.id == event.id)
      #expect(back.source == event.source)
      #expect(back.type == event.type)
      #expect(back.time == time)
      if case .pushReceived(var push) = data {
        // A push's own id is its event's.
        push.event = event.id
        #expect(back.data.isSame(as: .pushReceived(push)))
      } else {
        #expect(back.data.isSame(as: data))
      }
    }
  }

  @Test("An event's line leaves out what is absent, and orders members as logs do")
  func eventLineHasTheLogsOrder() throws {
    let time = try #require(DeviceTime(rfc3339: "2026-03-02T08:00:00.000+01:00"))
    var event = Event(
      id: "a", source: "/i", type: "fetch.failed", time: time, revision: 3,
      data: .fetchFailed(FetchFailed(trigger: .login, url: "u", reason: "http", status: 500, user: .signedOut)))
    #expect(
      event.line == """
        {"specversion":"1.0","id":"a","source":"/i","type":"fetch.failed","time":"2026-03-02T08:00:00.000+01:00",\
        "revision":3,"data":{"trigger":"login","url":"u","reason":"http","status":500,"user":null}}
        """)
    event.revision = 0
    event.type = "app.backgrounded"
    event.data = .appBackgrounded
    #expect(
      event.line == """
        {"specversion":"1.0","id":"a","source":"/i","type":"app.backgrounded","time":"2026-03-02T08:00:00.000+01:00",\
        "data":{}}
        """)
  }

  @Test("An event's line of an unknown type without a time has none, and leaves out the data")
  func unknownEventsLine() {
    let event = Event(id: "a", source: "/i", type: "x.y", time: .missing, revision: 3, data: .unknown)
    #expect(event.line == #"{"specversion":"1.0","id":"a","source":"/i","type":"x.y","revision":3}"#)
  }

  @Test(
    "An event's line has the device's clock, or UTC at the ends of time",
    arguments: [
      "2026-03-02T08:00:00.000Z", "2026-03-02T08:00:00.001-09:30", "0001-01-01T00:00:00.000Z",
      "9999-12-31T23:59:59.999Z",
    ])
  func eventLineKeepsTheDevicesClock(_ text: String) throws { #expect(try time(text).description == text) }

  @Test("An event's line is in UTC where the device's year does not have four digits")
  func fiveDigitYearIsWrittenInUTC() {
    let last = DeviceTime(moment: Timestamp.range.upperBound, offsetMinutes: 60)
    #expect(last.description == "9999-12-31T23:59:59.999Z")
  }
}
