import Metrics
import Synchronization

/// Counts answers by their status.
///
/// A counter is made with the first answer of its status: making one costs more than counting does, and every request
/// is counted.
final class AnswerCounts: Sendable {
  private let factory: PrometheusFactory
  private let counters = Mutex<[Int: Counter]>([:])

  init(_ factory: PrometheusFactory) { self.factory = factory }

  /// Counts an answer.
  func add(status: Int) { counter(of: status).increment() }

  private func counter(of status: Int) -> Counter {
    counters.withLock { counters in
      if let known = counters[status] { return known }
      let label = MetricFamily.requests.rawValue
      let counter = Counter(label: label, dimensions: [("status", "\(status)")], factory: factory)
      counters[status] = counter
      return counter
    }
  }
}
