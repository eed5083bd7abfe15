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

  @Test("Requests that come at once after a piece do not shorten its rest, and no rest is longer than the bound allows")
  func restIsKept() {
    var pace = ViewPace(now: start)
    pace.worked(for: .milliseconds(100), isWhole: true, isAwaited: true, at: start)
    pace.changed(at: start + .milliseconds(1))
    #expect(!pace.isDue(at: start + .milliseconds(899)))
    #expect(pace.isDue(at: start + .milliseconds(900)))
    pace.worked(for: .seconds(5), isWhole: false, isAwaited: true, at: start)
    #expect(pace.isDue(at: start + ViewPace.mostRest))
  }

  @Test("A piece is short while requests wait, and long again when none does")
  func piecesFollowTheLoad() {
    var pace = ViewPace(now: start)
    #expect(pace.piece == ViewPace.longPiece)
    pace.worked(for: .milliseconds(40), isWhole: false, isAwaited: true, at: start)
    #expect(pace.piece == ViewPace.shortPiece)
    pace.worked(for: .milliseconds(40), isWhole: true, isAwaited: false, at: start)
    #expect(pace.piece == ViewPace.longPiece)
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
