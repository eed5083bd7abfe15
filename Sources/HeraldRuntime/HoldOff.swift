import Herald
import HeraldFetch

/// The wait after a failed request to a server.
struct HoldOff: Hashable, Sendable {
  let since: Timestamp
  let until: Timestamp

  /// The longest wait, even where the server asks for more.
  private static let longest = Duration.seconds(86_400)

  init(since: Timestamp, until: Timestamp) { (self.since, self.until) = (since, until) }

  /// - Parameters:
  ///   - retryAfter: the server's `Retry-After`, which takes precedence over the back-off; nil without.
  ///   - failures: the number of requests that failed in a row, this one included.
  ///   - random: 0 to 1, so that devices retry at different times.
  init(after retryAfter: RetryAfter?, failures: Int, at now: Timestamp, backoff: Backoff, random: Double) {
    let wait = retryAfter?.delay(from: now) ?? backoff.delay(afterFailures: failures, random: random)
    let (seconds, attoseconds) = min(wait, Self.longest).components
    since = now
    until = Timestamp(milliseconds: now.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  /// The time of the next request, `now` at the earliest. A clock that was set back since ends the wait.
  func end(at now: Timestamp) -> Timestamp { now < since ? now : max(now, until) }
}
