package import Herald

/// The fetches of an installation that failed since the last one that did not.
package struct FetchFailures: Sendable {
  /// The number of them, as the state counts them.
  package private(set) var count = 0
  /// The reason of the last; nil where none failed, and where it was forgotten.
  package private(set) var reason: ExactString?
  /// The HTTP status of the last; nil where no answer came.
  package private(set) var status: Int?
  /// The time of the first, which may be missing; nil where it was forgotten.
  package private(set) var since: DeviceTime?

  package init() {}

  /// Begins behind events that were forgotten.
  package init(after failures: Int) { count = failures }

  /// Takes note of an event.
  ///
  /// - Parameter failures: the failed fetches that the state counts after it.
  package mutating func record(_ data: EventData, at time: DeviceTime, failures: Int) {
    count = failures
    if failures == 0 { (reason, status, since) = (nil, nil, nil) }
    guard case .fetchFailed(let fetch) = data else { return }
    (reason, status) = (fetch.reason, fetch.status)
    if failures == 1 { since = time }
  }
}
