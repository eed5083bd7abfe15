import Herald
import HeraldFetch

/// Until when the schedule leaves a server alone that failed.
struct HoldOff {
  private let since: Timestamp
  private let until: Timestamp

  /// No server is left alone for longer, whatever it wishes.
  private static let longest = Duration.seconds(86_400)

  /// - Parameters:
  ///   - failure: what became of the fetch; what the server wishes counts more than the back-off.
  ///   - failures: fetches that failed in a row, this one included.
  ///   - random: 0 to 1, so that not all devices come back at once.
  init(after failure: FetchFailure, failures: Int, at now: Timestamp, backoff: Backoff, random: Double) {
    let wait = failure.retryAfter?.delay(from: now) ?? backoff.delay(afterFailures: failures, random: random)
    let (seconds, attoseconds) = min(wait, Self.longest).components
    since = now
    until = Timestamp(milliseconds: now.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  /// When the schedule may ask again, if that is later; a clock that was set back since ends the wait.
  func end(at now: Timestamp) -> Timestamp { now < since ? now : max(now, until) }
}
