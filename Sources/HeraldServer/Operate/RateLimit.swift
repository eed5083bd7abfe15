import Synchronization

/// Counts requests of keys, streams and addresses in each period, such as a minute.
final class RateLimit: Sendable {
  private struct Period {
    var number: Int64 = 0
    var counts: [String: Int] = [:]
  }

  private let period = Mutex(Period())
  /// The length of a period in seconds.
  private let length: Int64
  private let elapsed: @Sendable () -> Int64

  /// - Parameters:
  ///   - seconds: the length of a period.
  ///   - elapsed: the seconds since the server began, which never fall.
  init(seconds: Int64, elapsed: @escaping @Sendable () -> Int64) {
    length = seconds
    self.elapsed = elapsed
  }

  /// A clock of the seconds since this call.
  static func clock() -> @Sendable () -> Int64 {
    let start = ContinuousClock.now
    return { (ContinuousClock.now - start).components.seconds }
  }

  /// The most names that are counted; beyond, new ones count together, so that memory is bounded.
  private static let mostNames = 1_000_000

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - name: the sender, with its kind before it, such as `key 0123abcd`.
  ///   - most: the most requests in a period.
  /// - Throws: ``Problem`` beyond that.
  func count(_ name: String, atMost most: Int) throws {
    let seconds = elapsed()
    let count = period.withLock { period in
      if period.number != seconds / length { period = Period(number: seconds / length) }
      let name = period.counts.count < Self.mostNames || period.counts[name] != nil ? name : "others"
      period.counts[name, default: 0] += 1
      return period.counts[name] ?? 0
    }
    guard count > most else { return }
    throw Problem(
      .slowDown, "Too many requests came from one place.",
      why: "\(most) in \(length) s are allowed from one \(name.prefix { $0 != " " })"
    ).retrying(after: Int(length - seconds % length) + .random(in: 1...10))
  }
}
