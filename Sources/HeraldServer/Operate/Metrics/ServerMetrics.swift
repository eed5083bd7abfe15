import Foundation
import Herald
import HeraldLog
import Metrics

/// Counts what the server does.
struct ServerMetrics: Sendable {
  private let factory = PrometheusFactory()

  func count(_ family: MetricFamily, by amount: Int = 1, _ labels: [(String, String)]) {
    guard amount > 0 else { return }
    Counter(label: family.rawValue, dimensions: labels, factory: factory).increment(by: amount)
  }

  func observe(_ family: MetricFamily, _ value: Double, _ labels: [(String, String)]) {
    Recorder(label: family.rawValue, dimensions: labels, aggregate: true, factory: factory).record(value)
  }

  /// Counts what became of a group of requests that were committed together.
  func note(_ outcomes: [BatchOutcome], seconds: Double, app: String) {
    let stored = outcomes.reduce(0) { $0 + $1.streams.reduce(0) { $0 + $1.stored } }
    count(.eventsStored, by: stored, [("app", app)])
    count(.eventsRepeated, by: outcomes.reduce(0) { $0 + $1.streams.reduce(0) { $0 + $1.duplicates } }, [("app", app)])
    for reason in outcomes.flatMap(\.refused).compactMap(\.reason.name) {
      count(.linesRejected, [("app", app), ("reason", reason)])
    }
    observe(.commitSeconds, seconds, [("app", app)])
    observe(.commitEvents, Double(stored), [("app", app)])
  }

  /// Notes how far a device's clock is from the server's.
  func note(sent: String, received: Timestamp, app: String) {
    guard let time = DeviceTime(rfc3339: sent) else { return }
    let skew = Double(abs(received.milliseconds - time.moment.milliseconds)) / 1000
    observe(.clockSkewSeconds, skew, [("app", app)])
  }

  /// All metrics as text.
  func text(of parts: ServerParts) -> String {
    var gauges: [(family: MetricFamily, labels: [(String, String)], value: Double)] = [
      (.queueBytes, [], Double(parts.gate.bytes)), (.diskFreeBytes, [], Double(parts.disk.free)),
    ]
    for app in parts.apps.all {
      let queue = app.writer.queue
      gauges.append((.queueAgeSeconds, [("app", app.name)], Double(queue.age.milliseconds) / 1000))
      gauges.append((.queueRequests, [("app", app.name)], Double(queue.count)))
    }
    return factory.text(gauges: gauges)
  }
}
