import Testing

@testable import HeraldServer

@Suite("The pace at which a server brings views up to date")
struct ViewPaceTests {
  private let start = ContinuousClock.now

  @Test("A server looks for what its views lack a moment after it started")
  func beginsAfterStart() {
    let pace = ViewPace(now: start)
    #expect(!pace.isDue(at: start))
    #expect(pace.isDue(at: start + ViewPace.pause))
  }

  @Test("Views lack a new event for a moment, however many come meanwhile")
  func moreEventsDoNotDelay() {
    var pace = ViewPace(now: start)
    pace.worked(for: .zero, isWhole: true, isAwaited: false, at: start)
    #expect(!pace.isDue(at: start + .seconds(60)))
    pace.changed(at: start + .seconds(60))
    pace.changed(at: start + .seconds(60) + ViewPace.pause - .milliseconds(1))
    #expect(pace.isDue(at: start + .seconds(60) + ViewPace.pause))
  }

  @Test("While requests wait, a tenth of the time goes into views; else all of it", arguments: [true, false])
  func requestsGoFirst(isAwaited: Bool) {
    var pace = ViewPace(now: start)
    let length = Duration.milliseconds(40)
    pace.worked(for: length, isWhole: false, isAwaited: isAwaited, at: start)
    #expect(pace.isDue(at: start) == !isAwaited)
    #expect(pace.isDue(at: start + length * 9))
  }

  @Test("A failure is followed by a long rest, whatever comes meanwhile")
  func failureIsFollowedByRest() {
    var pace = ViewPace(now: start)
    pace.failed(at: start)
    pace.changed(at: start)
    #expect(!pace.isDue(at: start + .seconds(29)))
    #expect(pace.isDue(at: start + ViewPace.pauseOfFailures))
  }
}
