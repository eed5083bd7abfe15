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
