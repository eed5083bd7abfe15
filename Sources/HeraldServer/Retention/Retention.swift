import HeraldWire
import Foundation
import Herald
import HeraldLog
import Logging
import ServiceLifecycle

/// Forgets what is older than the setting `retention` says: when the server starts, and then once a day.
struct Retention: Service {
  let period: RetentionPeriod
  let apps: Apps
  let log: Logger
  /// Returns the current time. A test has its own clock.
  var now: @Sendable () -> Timestamp = { .now }

  /// The name in the journal for a forgetting by retention.
  static let name = "herald serve"
  private static let pause = Duration.seconds(24 * 3600)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await apply()
        try? await Task.sleep(for: Self.pause)
      }
    }
  }

  /// Forgets in every app. A ledger that fails now is tried again the next day.
  func apply() async {
    let start = period.start(at: now())
    for app in apps.all {
      do {
        let report = try await app.forget(
          .before(start), reason: "retention of \(period.text)", by: Self.name, isDryRun: false)
        log.info(
          "retention",
          metadata: [
            "app": "\(app.name)", "before": "\(start)", "removed": "\(report.removed)",
            "installations": "\(report.installations)",
          ])
      } catch {
        log.error("retention failed", metadata: ["app": "\(app.name)", "why": "\(error)"])
      }
    }
  }
}

extension App {
  /// Forgets in the ledger and in what stands beside it.
  func forget(_ what: Forgetting, reason: String, by: String, isDryRun: Bool) async throws -> ForgettingReport {
    let report = try await writer.forget(what, reason: reason, by: by, isDryRun: isDryRun)
    if !isDryRun, report.journal != nil { try await search.catchUp() }
    return report
  }
}

/// The length of time that events are kept, such as `13 months`.
struct RetentionPeriod: Hashable, Sendable {
  enum Unit: String, CaseIterable {
    case days, weeks, months, years

    fileprivate var component: Calendar.Component {
      switch self {
      case .days: .day
      case .weeks: .weekOfYear
      case .months: .month
      case .years: .year
      }
    }
  }

  let count: Int
  let unit: Unit

  private static let longest = 10_000

  /// Reads a number and a unit, one or several of it; nil for another text.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, let count = OutsideNumber.read(words[0], in: 1...Self.longest),
      let unit = Unit.allCases.first(where: { $0.rawValue == words[1] || $0.rawValue.dropLast() == words[1] })
    else { return nil }
    (self.count, self.unit) = (count, unit)
  }

  var text: String { "\(count) \(count == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue)" }

  /// The time before which events are forgotten: as many days, months or years before `now`, by the calendar in UTC.
  func start(at now: Timestamp) -> Timestamp {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let end = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
    let start = calendar.date(byAdding: unit.component, value: -count, to: end) ?? .distantPast
    return Timestamp(milliseconds: Int64(start.timeIntervalSince1970 * 1000))
  }
}
