public import Herald

/// The wait after failed fetches: exponential with a limit, and with jitter so that devices don't retry all at once.
///
/// A value without a clock. The caller passes the random number, so a test can fix it:
///
/// ```swift
/// let wait = Backoff().delay(afterFailures: 3, random: .random(in: 0..<1))
/// try await Task.sleep(for: wait)
/// ```
public struct Backoff: Hashable, Sendable {
  /// The wait after the first failure.
  public var first: Duration
  /// The factor that each further failure multiplies the wait with, at least 1.
  public var factor: Double
  /// The longest wait.
  public var limit: Duration
  /// The random part of a wait, 0 to 1: with 0.5 a wait of 8 s becomes one of 4 to 8 s.
  public var jitter: Double

  /// Makes a back-off; by default 30 s, doubled up to an hour, half of it random.
  public init(
    first: Duration = .seconds(30), factor: Double = 2, limit: Duration = .seconds(3600), jitter: Double = 0.5
  ) {
    self.first = first
    self.factor = factor
    self.limit = limit
    self.jitter = jitter
  }

  /// The wait before the next attempt; zero without a failure.
  ///
  /// - Parameters:
  ///   - failures: the number of attempts that failed in a row.
  ///   - random: 0 for the longest wait, towards 1 for the shortest.
  public func delay(afterFailures failures: Int, random: Double) -> Duration {
    guard failures > 0, first > .zero, limit > .zero else { return .zero }
    // The loop stops at the limit, so nothing overflows as a power would.
    var delay = min(first, limit)
    var step = 1
    while step < failures, delay < limit, factor > 1 {
      delay = factor < limit / delay ? delay * factor : limit
      step += 1
    }
    // Rounding could make the wait slightly longer than the delay.
    return min(delay * (1 - Self.unit(jitter) * Self.unit(random)), delay)
  }

  /// The value clamped to 0…1; 0 for NaN.
  private static func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}

/// The time that a server names for the next request (RFC 9110, section 10.2.3).
public enum RetryAfter: Hashable, Sendable {
  /// A number of seconds after the answer.
  case seconds(Int)
  /// A point in time.
  case moment(Timestamp)

  /// Reads the header's value: whole seconds, or a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
  public init?(header value: String) {
    let text = Array(value.trimmed.utf8)
    if !text.isEmpty, text.allSatisfy({ (48...57).contains($0) }) {
      // A number beyond the range of integers means never.
      self = .seconds(Int(String(decoding: text, as: UTF8.self)) ?? Int(Int32.max))
    } else if let moment = Self.date(text) {
      self = .moment(moment)
    } else {
      return nil
    }
  }

  /// The wait from a moment on, at least zero.
  public func delay(from now: Timestamp) -> Duration {
    switch self {
    case .seconds(let seconds): .seconds(max(0, seconds))
    case .moment(let moment): .milliseconds(max(0, moment.milliseconds - now.milliseconds))
    }
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Parses the form that servers must send (RFC 9110, section 5.6.7), in GMT. The day's name is not checked.
  private static func date(_ text: [UInt8]) -> Timestamp? {
    let parts = text.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
      let month = months.firstIndex(of: parts[2]),
      let moment = DeviceTime(rfc3339: "\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z")
    else { return nil }
    return moment.moment
  }
}
