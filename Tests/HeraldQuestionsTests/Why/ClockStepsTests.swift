import Herald
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Clocks that were ahead")
struct ClockStepsTests {
  private static func time(_ minutes: Int) -> DeviceTime {
    DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000 + Int64(minutes) * 60_000))
  }

  private static func steps(_ minutes: [Int]) -> ClockSteps {
    var steps = ClockSteps()
    for (index, minutes) in minutes.enumerated() { steps.record(revision: index + 1, at: time(minutes)) }
    return steps
  }

  @Test("The time of an event was ahead exactly where a later event has an earlier time", arguments: 0..<16)
  func aheadIsWhatIsLaterThanALaterEvent(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let times = (0..<12).map { _ in random.int(0...20) }
      let steps = Self.steps(times)
      for (index, time) in times.enumerated() {
        let first = times.indices.first { $0 > index && times[$0] < time }
        let step = steps.step(over: index + 1, at: Self.time(time))
        #expect(step?.revision == first.map { $0 + 1 })
        guard let step, let first else { continue }
        let latest = times[..<first].enumerated().filter { $0.offset + 1 >= step.firstAhead }.map(\.element).max()
        #expect(step.ahead == Int64((latest ?? 0) - times[first]) * 60_000)
        #expect(times[step.firstAhead - 1] > times[first])
      }
    }
  }

  @Test("The times of many events are found ahead of the same steps as each by itself", arguments: 0..<16)
  func manyAtOnce(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let minutes = (0..<random.int(0...14)).map { _ in random.int(0...20) }
      let steps = Self.steps(minutes)
      let times = minutes.enumerated().map { (revision: $0.offset + 1, time: Self.time($0.element)) }
      let places = steps.steps(over: times)
      for (revision, time) in times {
        #expect(places[revision].map { steps.steps[$0] } == steps.step(over: revision, at: time))
      }
    }
  }

  @Test("A step names the events whose times it proves to be ahead, and by how much")
  func words() {
    let steps = Self.steps([0, 60, 3 * 1440, 4 * 1440, 120])
    #expect(steps.steps.map(\.aheadWords) == ["times of revisions 3 to 4 are up to 3 d 22 h ahead"])
    #expect(Self.steps([0, 60, 30]).steps.map(\.aheadWords) == ["the time of revision 2 is up to 30 min ahead"])
  }

  @Test("A second by which a clock goes back accuses no time before it")
  func smallStep() {
    var steps = ClockSteps()
    steps.record(revision: 1, at: DeviceTime(moment: Timestamp(milliseconds: 1_000_000)))
    steps.record(revision: 2, at: DeviceTime(moment: Timestamp(milliseconds: 999_000)))
    #expect(steps.step(over: 1, at: DeviceTime(moment: Timestamp(milliseconds: 1_000_000))) == nil)
  }
}
