import Herald
import HeraldLog
import Logging
import Synchronization

/// A run of retention in an app: the events that it removes, or would remove if they were not too many.
struct RetentionRun: Sendable {
  let period: RetentionPeriod
  /// The time before which events are removed.
  let before: Timestamp
  /// The number of events that it removes, of all that the app has.
  let removed: Int
  let events: Int
  /// The largest share that is removed at once, in percent.
  let share: Int
  /// True if nothing is removed, because it would be too large a share.
  var isHeld: Bool

  init(period: RetentionPeriod, _ what: Forgetting, removing removed: Int, of events: Int, share: Int) {
    self.period = period
    if case .before(let time) = what { before = time } else { before = Timestamp(milliseconds: 0) }
    (self.removed, self.events, self.share) = (removed, events, share)
    isHeld = Double(removed) * 100 > Double(share) * Double(events)
  }

  /// The part of the events that it removes, in percent, rounded up.
  var percent: Int { events == 0 ? 0 : Int((Double(removed) * 100 / Double(events)).rounded(.up)) }

  func metadata(_ app: String) -> Logger.Metadata {
    [
      "app": "\(app)", "before": "\(before)", "removes": "\(removed)", "events": "\(events)",
      "percent": "\(percent)", "share": "\(share)",
    ]
  }
}

/// The last run of retention in an app, for pages and figures.
final class RetentionState: Sendable {
  private let run = Mutex<RetentionRun?>(nil)

  func note(_ run: RetentionRun) { self.run.withLock { $0 = run } }

  /// Notes that a person forgot by hand.
  func forgot(before time: Timestamp) {
    run.withLock { run in if let held = run, held.before <= time { run = nil } }
  }

  /// The run that was held; nil where none was.
  var heldRun: RetentionRun? { run.withLock { run in run.flatMap { $0.isHeld ? $0 : nil } } }

  /// The number of events that a held run would remove.
  var held: Int { heldRun?.removed ?? 0 }
}
