import Herald

/// The fetches of an installation that failed since the last one that did not, collected while its log is replayed.
struct FailedFetches {
  /// The number of them, as the state counts them.
  private(set) var count = 0
  private var last: FetchFailed?
  private var lastRevision: Int?
  /// The time of the first of them; nil where it came before the first event that is kept.
  private var since: DeviceTime?

  /// Begins behind events that were forgotten.
  mutating func began(after failures: Int) { count = failures }

  /// Records an event.
  ///
  /// - Parameters:
  ///   - fetch: the fetch that failed; nil for another event.
  ///   - failures: the failed fetches that the state counts after the event.
  mutating func record(_ fetch: FetchFailed?, revision: Int, time: DeviceTime, failures: Int) {
    count = failures
    if failures == 0 { (last, lastRevision, since) = (nil, nil, nil) }
    guard let fetch else { return }
    if failures == 1 { since = time }
    (last, lastRevision) = (fetch, revision)
  }

  /// A sentence on them, with the revision of the last; nil where the last fetch did not fail.
  var words: (sentence: String, revision: Int?)? {
    if count == 0 { return nil }
    let status = last?.status.map { " (status \($0))" } ?? ""
    let reason = last.map { "\($0.reason.string.shown)\(status)" } ?? "not known, because it was forgotten"
    let time = since.map { $0.isMissing ? "a time that is not known" : $0.minute }
    let kept = "before the first event that is kept"
    let sentence =
      count == 1
      ? "Its last fetch failed, \(time.map { "at \($0)" } ?? kept): \(reason)."
      : "Its last \(count.grouped) fetches failed, since \(time ?? kept); the reason of the last: \(reason)."
    return (sentence, lastRevision)
  }
}
