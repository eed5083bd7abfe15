import Synchronization

/// Counts requests of keys, streams and addresses in each minute.
final class RateLimit: Sendable {
  private struct Minute {
    var number: Int64 = 0
    var counts: [String: Int] = [:]
  }

  private let minute = Mutex(Minute())
  private let start = ContinuousClock.now

  /// The most names that are counted; beyond, new ones count together, so that memory is bounded.
  private static let mostNames = 1_000_000

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - name: the sender, with its kind before it, such as `key 0123abcd`.
  ///   - most: the most requests in a minute.
  /// - Throws: ``Problem`` beyond that.
  func count(_ name: String, atMost most: Int) throws {
    let seconds = (ContinuousClock.now - start).components.seconds
    let count = minute.withLock { minute in
      if minute.number != seconds / 60 { minute = Minute(number: seconds / 60) }
      let name = minute.counts.count < Self.mostNames || minute.counts[name] != nil ? name : "others"
      minute.counts[name, default: 0] += 1
      return minute.counts[name] ?? 0
    }
    guard count > most else { return }
    throw Problem(
      .slowDown, "Too many requests came from one place.",
      why: "\(most) a minute are allowed from one \(name.prefix { $0 != " " })"
    ).retrying(after: Int(60 - seconds % 60) + .random(in: 1...10))
  }
}
