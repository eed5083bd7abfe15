import Herald
import HeraldQuestions

/// The fetches of an installation that failed since the last one that did not, collected while its log is replayed.
struct FailedFetches {
  private var failures = FetchFailures()
  private var lastRevision: Int?

  /// Begins behind events that were forgotten.
  mutating func began(after failures: Int) { self.failures = FetchFailures(after: failures) }

  /// Records an event.
  ///
  /// - Parameter failures: the failed fetches that the state counts after the event.
  mutating func record(_ data: EventData, revision: Int, time: DeviceTime, failures: Int) {
    self.failures.record(data, at: time, failures: failures)
    if failures == 0 { lastRevision = nil }
    if case .fetchFailed = data { lastRevision = revision }
  }

  /// A sentence on them, with the revision of the last; nil where the last fetch did not fail.
  var words: (sentence: String, revision: Int?)? {
    let count = failures.count
    if count == 0 { return nil }
    let status = failures.status.map { " (status \($0))" } ?? ""
    let reason = failures.reason.map { "\($0.string.shown)\(status)" } ?? "not known, because it was forgotten"
    let time = failures.since.map { $0.isMissing ? "a time that is not known" : $0.minute }
    let kept = "before the first event that is kept"
    let sentence =
      count == 1
      ? "Its last fetch failed, \(time.map { "at \($0)" } ?? kept): \(reason)."
      : "Its last \(count.grouped) fetches failed, since \(time ?? kept); the reason of the last: \(reason)."
    return (sentence, lastRevision)
  }

  /// The condition on all installations whose last fetches fail for the same reason; nil where it does not fail.
  var condition: String? {
    guard failures.count > 0, let reason = failures.reason else { return nil }
    return "failures > 0 and failing.reason == \(reason.quoted)"
  }
}
