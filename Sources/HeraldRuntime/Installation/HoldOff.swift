import Herald
import HeraldFetch

/// How long the schedule waits for a server that failed.
struct HoldOff {
  private let since: Timestamp
  private let until: Timestamp

  /// The longest wait, even where the server asks for more.
  private static let longest = Duration.seconds(86_400)

  /// - Parameters:
  ///   - failure: the failed fetch. Its `Retry-After` takes precedence over the back-off.
  ///   - failures: the number of fetches that failed in a row, this one included.
  ///   - random: 0 to 1, so that devices retry at different times.
  init(after failure: FetchFailure, failures: Int, at now: Timestamp, backoff: Backoff, random: Double) {
    let wait = failure.retryAfter?.delay(from: now) ?? backoff.delay(afterFailures: failures, random: random)
    let (seconds, attoseconds) = min(wait, Self.longest).components
    since = now
    until = Timestamp(milliseconds: now.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  /// When the schedule may check again, at the earliest now. A clock that was set back since ends the wait.
  func end(at now: Timestamp) -> Timestamp { now < since ? now : max(now, until) }
}
