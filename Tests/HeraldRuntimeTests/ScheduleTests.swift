import Foundation
import Herald
import HeraldRuntime
import Testing

@Suite("A schedule")
struct ScheduleTests {
  /// Cases collected from SSVC's scheduler, with what they recommend.
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let period: String
    let lastCheck: DeviceTime?
    let now: DeviceTime
    let isDue: Bool
    let nextDue: Timestamp?
    var testDescription: String { id }

    init(_ line: String) throws {
      let node = try JSONNode.read(line).node
      func time(_ name: String) throws -> DeviceTime? {
        try node[name: name]?.string.map { try DeviceTime.at($0, zone: try #require(node[name: "timeZone"]?.string)) }
      }
      id = try #require(node[name: "id"]?.string)
      period = try #require(node[name: "period"]?.string)
      lastCheck = try time("lastCheck")
      now = try #require(try time("now"))
      let recommended = try #require(node[name: "recommended"])
      guard case .bool(let isDue)? = recommended[name: "due"]?.value else { throw Missing() }
      self.isDue = isDue
      nextDue = recommended[name: "nextDue"]?.string.flatMap { DeviceTime(rfc3339: $0)?.moment }
    }

    struct Missing: Error {}

    static func all() throws -> [Case] {
      let file = repository.appendingPathComponent("Tests/HeraldRuntimeTests/Vectors/schedule.jsonl")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try Case(String($0)) }
    }
  }

  @Test("A schedule is due as SSVC's cases recommend", arguments: try Case.all())
  func scheduleIsDueAsSSVCRecommends(_ example: Case) throws {
    guard let schedule = Schedule(rawValue: example.period) else {
      // Without a schedule nothing is ever due.
      #expect(example.period == "none")
      #expect(!example.isDue)
      return
    }
    #expect(schedule.isDue(after: example.lastCheck, now: example.now) == example.isDue)
    let next = schedule.due(after: example.lastCheck, now: example.now)
    #expect(next == example.nextDue ?? example.now.moment)
  }

  @Test("All of SSVC's cases of schedules are read")
  func allScheduleCasesAreRead() throws { #expect(try Case.all().count == 25) }

  @Test(
    "A monthly schedule keeps the day of the month, or takes the month's last day",
    arguments: [
      ("2026-01-31T08:00:00+01:00", "2026-02-28T07:00:00Z"), ("2024-01-30T08:00:00Z", "2024-02-29T08:00:00Z"),
      ("2026-12-15T23:30:00Z", "2027-01-15T23:30:00Z"), ("2026-02-28T08:00:00Z", "2026-03-28T08:00:00Z"),
      ("1969-12-31T23:59:59.999Z", "1970-01-31T23:59:59.999Z"),
    ])
  func monthlyScheduleKeepsTheDay(_ last: String, _ next: String) throws {
    let last = try #require(DeviceTime(rfc3339: last))
    #expect(Schedule.monthly.due(after: last, now: last) == DeviceTime(rfc3339: next)?.moment)
  }

  @Test("A clock that was set back makes a scheduled check due at once", arguments: Schedule.allCases)
  func clockSetBackMakesACheckDue(_ schedule: Schedule) throws {
    let now = try #require(DeviceTime(rfc3339: "2026-03-02T08:00:00Z"))
    let later = try #require(DeviceTime(rfc3339: "2026-03-02T08:00:00.001Z"))
    #expect(schedule.isDue(after: later, now: now))
    #expect(!schedule.isDue(after: now, now: later))
    #expect(schedule.isDue(after: nil, now: now))
  }
}

extension DeviceTime {
  /// A moment on a device in a zone, by the time-zone database of the machine that tests.
  static func at(_ text: String, zone: String) throws -> DeviceTime {
    let time = try #require(DeviceTime(rfc3339: text))
    let known = try #require(TimeZone(identifier: zone))
    let date = Date(timeIntervalSince1970: Double(time.moment.milliseconds) / 1000)
    return DeviceTime(moment: time.moment, offsetMinutes: known.secondsFromGMT(for: date) / 60)
  }
}
