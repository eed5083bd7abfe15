import HeraldFetch
import Testing

@Suite("Backoff")
struct BackoffTests {
  private let backoff = Backoff(first: .seconds(10), factor: 2, limit: .seconds(60), jitter: 0.5)

  @Test(
    "A backoff's wait doubles up to its limit",
    arguments: [(0, 0), (1, 10), (2, 20), (3, 40), (4, 60), (5, 60), (1_000_000, 60)])
  func waitDoublesUpToItsLimit(failures: Int, seconds: Int) {
    #expect(backoff.delay(afterFailures: failures, random: 0) == .seconds(seconds))
  }

  @Test(
    "A random number shortens a backoff's wait by as much as the jitter allows",
    arguments: [(0, 40), (0.5, 30), (1, 20), (7, 20), (-1, 40)])
  func jitterShortensTheWait(random: Double, seconds: Int) {
    #expect(backoff.delay(afterFailures: 3, random: random) == .seconds(seconds))
  }

  @Test("No value makes a backoff's wait negative or longer than its limit")
  func noValueExceedsTheLimit() {
    let numbers = [-1, 0, 0.5, 1, 1.5, 2, 1e300, .infinity, -.infinity, .nan]
    let durations: [Duration] = [
      .seconds(-1), .zero, .nanoseconds(1), .seconds(1), .seconds(1 << 40), .seconds(Int64.max),
    ]
    for first in durations {
      for limit in durations {
        for number in numbers {
          let backoff = Backoff(first: first, factor: number, limit: limit, jitter: number)
          for failures in [-1, 0, 1, 2, 100, Int.max] {
            let delay = backoff.delay(afterFailures: failures, random: number)
            #expect(delay >= .zero, "\(backoff) \(failures) \(number) \(delay)")
            #expect(delay <= max(limit, .zero), "\(backoff) \(failures) \(number) \(delay)")
          }
        }
      }
    }
  }

  @Test("A backoff's factor below one does not shrink the wait, and no failure needs no wait")
  func smallFactorAndNoFailureKeepTheWait() {
    let steady = Backoff(first: .seconds(5), factor: 0.5, limit: .seconds(60), jitter: 0)
    #expect(steady.delay(afterFailures: 9, random: 0.3) == .seconds(5))
    #expect(steady.delay(afterFailures: -1, random: 0) == .zero)
  }
}
