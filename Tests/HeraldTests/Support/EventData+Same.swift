import Herald

extension EventData {
  /// Whether two events have equal data, without documents and their readings.
  func isSame(as other: EventData) -> Bool {
    switch (self, other) {
    case (.appLaunched(let a), .appLaunched(let b)): a == b
    case (.appForegrounded(let a), .appForegrounded(let b)): a == b
    case (.appBackgrounded, .appBackgrounded), (.unknown, .unknown): true
    case (.fetchSucceeded(let a), .fetchSucceeded(let b)):
      a.trigger == b.trigger && a.url == b.url && a.format == b.format && a.status == b.status && a.etag == b.etag
        && a.lastModified == b.lastModified && a.houseRules == b.houseRules && a.storeURL == b.storeURL
        && a.user == b.user && a.signature == b.signature && a.digest == b.digest
    case (.userChanged(let a), .userChanged(let b)): a == b
    case (.fetchFailed(let a), .fetchFailed(let b)): a == b
    case (.promptShown(let a), .promptShown(let b)): a == b
    case (.buttonChosen(let a), .buttonChosen(let b)): a == b
    case (.pushReceived(let a), .pushReceived(let b)): a == b
    case (.operationAttempted(let a), .operationAttempted(let b)): a == b
    default: false
    }
  }
}
