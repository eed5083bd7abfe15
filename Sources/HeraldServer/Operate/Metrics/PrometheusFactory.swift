import CoreMetrics
import Synchronization

/// Keeps metrics and writes them in Prometheus's text format, version 0.0.4.
///
/// It is the backend of swift-metrics for one server, so that several servers in a process don't share figures.
final class PrometheusFactory: MetricsFactory, Sendable {
  /// The values of one combination of labels.
  enum Series {
    case number(Double)
    case histogram(counts: [Int], sum: Double, count: Int)
  }

  struct Key: Hashable {
    let name: String
    let labels: String
    /// The app that it is about; nil for a figure of the whole server.
    let app: String?

    init(_ name: String, _ labels: [(String, String)]) {
      self.name = name
      self.labels = PrometheusFactory.labels(labels)
      app = labels.first { $0.0 == "app" }?.1
    }
  }

  private let series = Mutex<[Key: Series]>([:])

  /// The metrics as text, with gauges that are read now.
  ///
  /// - Parameter app: the only app whose figures are written, besides the whole server's; nil for all.
  func text(
    gauges: [(family: MetricFamily, labels: [(String, String)], value: Double)], of app: String? = nil
  ) -> String {
    var all = series.withLock { $0 }
    for gauge in gauges { all[Key(gauge.family.rawValue, gauge.labels)] = .number(gauge.value) }
    if let app { all = all.filter { $0.key.app == nil || $0.key.app == app } }
    let families = Dictionary(grouping: all) { $0.key.name }
    return MetricFamily.allCases.compactMap { family in
      families[family.rawValue].map { rows in
        "# HELP \(family.rawValue) \(family.help)\n# TYPE \(family.rawValue) \(family.kind.rawValue)\n"
          + rows.sorted { $0.key.labels < $1.key.labels }.map { Self.lines($0.key, $0.value, family) }.joined()
      }
    }.joined()
  }

  private static func lines(_ key: Key, _ series: Series, _ family: MetricFamily) -> String {
    switch series {
    case .number(let value): return "\(key.name)\(braced(key.labels)) \(text(value))\n"
    case .histogram(let counts, let sum, let count):
      var total = 0
      var lines = ""
      for (bound, own) in zip(family.bounds.map(text) + ["+Inf"], counts) {
        total += own
        lines +=
          "\(key.name)_bucket\(braced([key.labels, "le=\"\(bound)\""].filter { !$0.isEmpty }.joined(separator: ","))) \(total)\n"
      }
      return lines
        + "\(key.name)_sum\(braced(key.labels)) \(text(sum))\n\(key.name)_count\(braced(key.labels)) \(count)\n"
    }
  }

  private static func braced(_ labels: String) -> String { labels.isEmpty ? "" : "{\(labels)}" }

  /// A number; a whole one without a fraction.
  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
  }

  fileprivate static func labels(_ dimensions: [(String, String)]) -> String {
    dimensions.map { name, value in "\(name)=\"\(escaped(value))\"" }.joined(separator: ",")
  }

  private static func escaped(_ value: String) -> String {
    // Nearly no value needs it, and looking at bytes is much cheaper than looking for texts.
    guard value.utf8.contains(where: { [0x5C, 0x22, 0x0A].contains($0) }) else { return value }
    return value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  fileprivate func add(_ amount: Double, to key: Key) {
    series.withLock { series in
      if case .number(let value)? = series[key] {
        series[key] = .number(value + amount)
      } else {
        series[key] = .number(amount)
      }
    }
  }

  fileprivate func set(_ key: Key, to value: Double?) { series.withLock { $0[key] = value.map { .number($0) } } }

  fileprivate func observe(_ value: Double, in key: Key) {
    let bounds = MetricFamily(rawValue: key.name)?.bounds ?? []
    series.withLock { series in
      var (counts, sum, count) = (Array(repeating: 0, count: bounds.count + 1), 0.0, 0)
      if case .histogram(let known, let knownSum, let knownCount)? = series[key] {
        (counts, sum, count) = (known, knownSum, knownCount)
      }
      counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
      series[key] = .histogram(counts: counts, sum: sum + value, count: count + 1)
    }
  }

  private func handler(_ label: String, _ dimensions: [(String, String)]) -> SeriesHandler {
    SeriesHandler(factory: self, key: Key(label, dimensions))
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { handler(label, dimensions) }
  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { handler(label, dimensions) }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { handler(label, dimensions) }
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    handler(label, dimensions)
  }

  // A server counts until it ends.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

/// Writes into one series of a factory.
private final class SeriesHandler: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  private let factory: PrometheusFactory
  private let key: PrometheusFactory.Key

  init(factory: PrometheusFactory, key: PrometheusFactory.Key) { (self.factory, self.key) = (factory, key) }

  func increment(by amount: Int64) { factory.add(Double(amount), to: key) }
  func increment(by amount: Double) { factory.add(amount, to: key) }
  func decrement(by amount: Double) { factory.add(-amount, to: key) }
  func reset() { factory.set(key, to: 0) }
  func set(_ value: Int64) { factory.set(key, to: Double(value)) }
  func set(_ value: Double) { factory.set(key, to: value) }
  func record(_ value: Int64) { factory.observe(Double(value), in: key) }
  func record(_ value: Double) { factory.observe(value, in: key) }
  func recordNanoseconds(_ duration: Int64) { factory.observe(Double(duration) / 1e9, in: key) }
}
