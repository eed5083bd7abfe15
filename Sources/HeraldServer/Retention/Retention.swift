import HeraldWire
import Foundation
import Herald
import HeraldLog
import Logging
import ServiceLifecycle

/// Forgets what is older than the setting `retention` says: when the server starts, and then once a day.
///
/// What it removes is gone for good, and it goes by a clock that may be wrong. So it reckons no further ahead than a day
/// after events came last, and removes no more than a share at once unless a person says so.
struct Retention: Service {
  let period: RetentionPeriod
  let apps: Apps
  let log: Logger
  /// The largest share of an app's events that is removed at once, in percent.
  var share = ServerSettings().retentionShare
  /// True if a person said that more may be removed this once.
  var isConfirmed = false
  /// Returns the current time. A test has its own clock.
  var now: @Sendable () -> Timestamp = { .now }

  /// The name in the journal for a forgetting by retention.
  static let name = "herald serve"
  private static let pause = Duration.seconds(24 * 3600)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var retention = self
      while !Task.isCancelled {
        await retention.apply()
        // The word is for what the server found at its start.
        retention.isConfirmed = false
        try? await Task.sleep(for: Self.pause)
      }
    }
  }

  /// Forgets in every app. A ledger that fails now is tried again the next day.
  func apply() async {
    for app in apps.all {
      do { try await apply(to: app) } catch {
        log.error("retention failed", metadata: ["app": "\(app.name)", "why": "\(error.words)"])
      }
    }
  }

  private func apply(to app: App) async throws {
    let what = Forgetting.before(period.start(at: try await time(in: app)))
    let reason = "retention of \(period.text)"
    let planned = try await app.forget(what, reason: reason, by: Self.name, isDryRun: true)
    let events = try await app.readers.read { try $0.eventCount() }
    var run = RetentionRun(period: period, what, removing: planned.removed, of: events, share: share)
    if isConfirmed { run.isHeld = false }
    app.retention.note(run)
    if run.isHeld {
      log.warning(
        "retention does nothing: it would remove too large a share; check the clock, then start with --yes or forget by hand",
        metadata: run.metadata(app.name))
      return
    }
    log.notice("retention begins", metadata: run.metadata(app.name))
    let report = try await app.forget(what, reason: reason, by: Self.name, isDryRun: false)
    log.info(
      "retention", metadata: ["app": "\(app.name)", "removed": "\(report.removed)", "erased": "\(report.isErased)"])
  }

  /// The time from which the period is reckoned back: the machine's, or a day after events came last by the server's
  /// records. Without a record the newest event's time stands for it.
  private func time(in app: App) async throws -> Timestamp {
    let now = now()
    var newest = app.arrivals.arrived
    if newest == nil { newest = try await app.search.newest(at: now) }
    guard let newest else { return now }
    return min(now, Timestamp(milliseconds: newest.milliseconds + LengthOfTime.day))
  }
}

extension App {
  /// Forgets in the ledger and in what stands beside it.
  func forget(_ what: Forgetting, reason: String, by: String, isDryRun: Bool) async throws -> ServedForgetting {
    var report = try await writer.forget(what, reason: reason, by: by, isDryRun: isDryRun)
    guard !isDryRun else {
      report.isErased = false
      return report
    }
    if report.journal != nil, try await !search.forget() { report.isErased = false }
    if case .before(let time) = what { retention.forgot(before: time) }
    return report
  }
}
