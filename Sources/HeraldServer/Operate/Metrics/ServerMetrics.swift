import Foundation
import Herald
import HeraldLog
import Metrics

/// Counts what the server does.
struct ServerMetrics: Sendable {
  private let factory: PrometheusFactory
  /// The answers that were sent.
  let answers: AnswerCounts

  init() {
    factory = PrometheusFactory()
    answers = AnswerCounts(factory)
  }

  func count(_ family: MetricFamily, by amount: Int = 1, _ labels: [(String, String)]) {
    guard amount > 0 else { return }
    Counter(label: family.rawValue, dimensions: labels, factory: factory).increment(by: amount)
  }

  func observe(_ family: MetricFamily, _ value: Double, _ labels: [(String, String)]) {
    Recorder(label: family.rawValue, dimensions: labels, aggregate: true, factory: factory).record(value)
  }

  /// Counts what became of a group of requests that were committed together.
  func record(_ outcomes: [BatchOutcome], seconds: Double, app: String) {
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
  func record(sent: String, received: Timestamp, app: String) {
    guard let time = DeviceTime(rfc3339: sent) else { return }
    let skew = Double(abs(received.milliseconds - time.moment.milliseconds)) / 1000
    observe(.clockSkewSeconds, skew, [("app", app)])
  }

  /// The metrics as text.
  ///
  /// - Parameter own: the only app that is named; nil for all.
  func text(of parts: ServerParts, for own: String? = nil) -> String {
    var gauges: [(family: MetricFamily, labels: [(String, String)], value: Double)] = [
      (.queueBytes, [], Double(parts.memory.bytes)), (.diskFreeBytes, [], Double(parts.disk.free)),
      (.connections, [], Double(parts.connections.count)),
    ]
    for app in parts.apps.all {
      let queue = app.writer.queue
      gauges.append((.queueAgeSeconds, [("app", app.name)], Double(queue.age.milliseconds) / 1000))
      gauges.append(
        (.writeAheadBytes, [("app", app.name)], Double(app.writer.logSize.load(ordering: .relaxed))))
      gauges.append((.queueRequests, [("app", app.name)], Double(queue.count)))
      let kept = app.arrivals.figures
      gauges += [
        (.refusedLinesKept, [("app", app.name)], Double(kept.lines)),
        (.refusedBytesKept, [("app", app.name)], Double(kept.bytes)),
        (.refusedLinesCounted, [("app", app.name)], Double(kept.counted)),
        (.retentionHeld, [("app", app.name)], Double(app.retention.held)),
      ]
      gauges += kept.refusals.map { refusal in
        (.installationsRefused, [("app", app.name), ("reason", refusal.reason)], Double(refusal.installations))
      }
    }
    return factory.text(gauges: gauges, of: own)
  }
}

/// A metric of the server: its name, what it counts, and in which unit. A new one is a case and its line.
enum MetricFamily: String, CaseIterable {
  case eventsStored = "herald_events_stored_total"
  case eventsRepeated = "herald_events_repeated_total"
  case linesRejected = "herald_lines_rejected_total"
  case eventsForgotten = "herald_events_forgotten_total"
  case requests = "herald_requests_total"
  case commitSeconds = "herald_commit_seconds"
  case commitEvents = "herald_commit_events"
  case clockSkewSeconds = "herald_clock_skew_seconds"
  case queueBytes = "herald_queue_bytes"
  case queueAgeSeconds = "herald_queue_age_seconds"
  case queueRequests = "herald_queue_requests"
  case diskFreeBytes = "herald_disk_free_bytes"
  case writeAheadBytes = "herald_write_ahead_bytes"
  case connections = "herald_connections"
  case refusedLinesKept = "herald_refused_lines_kept"
  case refusedBytesKept = "herald_refused_bytes_kept"
  case refusedLinesCounted = "herald_refused_lines_counted"
  case installationsRefused = "herald_installations_refused"
  case retentionHeld = "herald_retention_held_events"

  enum Kind: String {
    case counter, gauge, histogram
  }

  var kind: Kind {
    switch self {
    case .eventsStored, .eventsRepeated, .linesRejected, .eventsForgotten, .requests: .counter
    case .commitSeconds, .commitEvents, .clockSkewSeconds: .histogram
    case .queueBytes, .queueAgeSeconds, .queueRequests, .diskFreeBytes, .writeAheadBytes, .connections,
      .refusedLinesKept, .refusedBytesKept, .refusedLinesCounted, .installationsRefused, .retentionHeld:
      .gauge
    }
  }

  var help: String {
    switch self {
    case .eventsStored: "Events that were stored."
    case .eventsRepeated: "Events that came again and were stored already."
    case .linesRejected: "Lines that were refused, by reason."
    case .eventsForgotten: "Events that were removed, because somebody asked for it or by the setting `retention`."
    case .requests: "Requests that were answered, by status."
    case .commitSeconds: "How long a commit took."
    case .commitEvents: "How many events a commit stored."
    case .clockSkewSeconds: "How far the clocks of devices were from the server's when they sent, without sign."
    case .queueBytes: "Bytes of requests that are read or wait to be stored."
    case .queueAgeSeconds: "How long the oldest request has waited to be stored."
    case .queueRequests: "Requests that wait to be stored."
    case .diskFreeBytes: "Space that is left for the server's folder."
    case .writeAheadBytes: "The size of the ledger's write-ahead log."
    case .connections: "Open connections."
    case .refusedLinesKept: "Refused lines that are kept."
    case .refusedBytesKept: "Bytes of the refused lines that are kept."
    case .refusedLinesCounted: "Refused lines that were counted and not kept, to keep the bounds."
    case .installationsRefused: "Installations with events that were refused as a fork or behind a gap."
    case .retentionHeld: "Events that retention would remove, and does not because they are too large a share."
    }
  }

  /// The upper bounds of a histogram's buckets.
  var bounds: [Double] {
    switch self {
    case .commitSeconds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    case .commitEvents: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000]
    case .clockSkewSeconds: [1, 5, 30, 60, 300, 900, 3600, 6 * 3600, 86_400, 7 * 86_400]
    default: []
    }
  }
}
