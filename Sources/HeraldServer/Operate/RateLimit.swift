import Synchronization

/// Counts requests of keys, streams and addresses in each period, such as a minute.
final class RateLimit: Sendable {
  private struct Period {
    var number: Int64 = 0
    var counts: [String: Int] = [:]
  }

  private let period = Mutex(Period())
  private let start = ContinuousClock.now
  /// The length of a period in seconds.
  private let length: Int64

  init(seconds: Int64) { length = seconds }

  /// The most names that are counted; beyond, new ones count together, so that memory is bounded.
  private static let mostNames = 1_000_000

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - name: the sender, with its kind before it, such as `key 0123abcd`.
  ///   - most: the most requests in a period.
  /// - Throws: ``Problem`` beyond that.
  func count(_ name: String, atMost most: Int) throws {
    let seconds = (ContinuousClock.now - start).components.seconds
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
