/// How long to wait after failures: twice as long each time up to a limit, and not all devices at once.
///
/// A value without clock and randomness: whoever waits brings the random number, so a test can pin it.
public struct Backoff: Hashable, Sendable {
  /// After the first failure.
  public var first: Duration
  /// By what the wait grows with each further failure, at least 1.
  public var factor: Double
  /// No wait is longer.
  public var limit: Duration
  /// Which part of a wait is random, 0 to 1: with 0.5 a wait of 8 s is one of 4 to 8 s.
  public var jitter: Double

  public init(
    first: Duration = .seconds(30), factor: Double = 2, limit: Duration = .seconds(3600), jitter: Double = 0.5
  ) {
    self.first = first
    self.factor = factor
    self.limit = limit
    self.jitter = jitter
  }

  /// The wait before the next attempt; zero where nothing failed.
  ///
  /// - Parameters:
  ///   - failures: How many attempts failed in a row.
  ///   - random: 0 for the longest wait, towards 1 for the shortest.
  public func delay(afterFailures failures: Int, random: Double) -> Duration {
    guard failures > 0, first > .zero, limit > .zero else { return .zero }
    // Grown step by step it stops at the limit, and no power ever overflows.
    var delay = min(first, limit)
    var step = 1
    while step < failures, delay < limit, factor > 1 {
      delay = factor < limit / delay ? delay * factor : limit
      step += 1
    }
    // Rounding may make it longer by a hair.
    return min(delay * (1 - Self.unit(jitter) * Self.unit(random)), delay)
  }

  /// Cut to 0…1; what is no number is 0.
  private static func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}
