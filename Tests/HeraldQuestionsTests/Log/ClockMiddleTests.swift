import Herald
import Testing

@testable import HeraldQuestions

@Suite("Clocks that are off")
struct ClockMiddleTests {
  private static let day: Int64 = 86_400_000
  private static let today: Int64 = 1_780_000_000_000

  private static func middle(_ days: [Int64]) -> ClockMiddle? {
    ClockMiddle(of: days.map { Timestamp(milliseconds: today + $0 * day) })
  }

  @Test("The middle of the clocks is the median of the last events, of two the lower")
  func median() {
    #expect(Self.middle([]) == nil)
    #expect(Self.middle([7])?.median.milliseconds == Self.today + 7 * Self.day)
    #expect(Self.middle([9, 1])?.median.milliseconds == Self.today + Self.day)
    #expect(Self.middle([9, 1, 5, 3])?.median.milliseconds == Self.today + 3 * Self.day)
  }

  @Test("A clock is off from a millisecond beyond 400 days on, on both sides", arguments: [-1, 1] as [Int64])
  func bounds(_ side: Int64) throws {
    let middle = try #require(Self.middle([0]))
    let edge = Self.today + side * 400 * Self.day
    #expect(!middle.isOff(Timestamp(milliseconds: edge)))
    #expect(middle.isOff(Timestamp(milliseconds: edge + side)))
    #expect(!middle.isOff(Timestamp(milliseconds: edge + side), arrival: Timestamp(milliseconds: edge)))
    #expect(middle.isOff(Timestamp(milliseconds: side < 0 ? .min : .max)))
  }

  @Test("The audit and a look ahead count the same clocks", arguments: [0, 1, 2, 3])
  func oneRule(_ far: Int) {
    let times = (0..<5).map { index in
      Timestamp(milliseconds: Self.today + (index < far ? 500 : Int64(index)) * Self.day)
    }
    var clocks = ClocksOff()
    var lasts: [LastEvents.Last] = []
    for (index, time) in times.enumerated() {
      var state = InstallationState()
      state.lastTime = time
      clocks.add(ExactString("/i/\(index)"), in: state)
      lasts.append(
        LastEvents.Last(
          source: ExactString("/i/\(index)"), time: DeviceTime(moment: time), fetch: LastEvents.Fetch()))
    }
    let outlook = Outlook(lasts, ahead: nil, activeWithin: nil, under: { _ in nil })
    let ahead = lasts.count { outlook?.part(of: $0.source, last: $0.time.moment) == .clockOff }
    #expect(clocks.count == ahead)
  }

  @Test("A clock is judged by its event's arrival at a server, where that is known")
  func receipts() {
    var clocks = ClocksOff()
    for (source, days) in [("/i/1", Int64(0)), ("/i/2", 0), ("/i/3", -500)] {
      var state = InstallationState()
      state.lastTime = Timestamp(milliseconds: Self.today + days * Self.day)
      clocks.add(ExactString(source), in: state)
    }
    #expect(clocks.count == 1)
    // It was right when it came: the phone has been silent since.
    clocks.receipts = ["/i/3": Timestamp(milliseconds: Self.today - 499 * Self.day)]
    #expect(clocks.count == 0)
  }
}
