/// Applies a fetched document.
extension InstallationState {
  mutating func apply(_ fetch: FetchSucceeded, at time: DeviceTime) {
    lastCheck = time.moment
    apply(fetch.user)
    failures = 0
    guard fetch.status == 200, let digest = fetch.digest, let reading = fetch.reading else { return }
    switch reading {
    case .refused(let reason): refused = Refusal(digest: digest, reason: reason)
    case .accepted(let policy): consider(policy.fetched(at: time))
    }
  }

  /// A readable policy comes into force unless it is another app's or an older one.
  ///
  /// Before the first launch neither is checked, because nothing is known of the app yet. A document that is accepted
  /// then does not count as the newest.
  private mutating func consider(_ policy: Policy) {
    if counts.launches > 0 {
      if let packageName = policy.packageName, !isThisApp(packageName) {
        refused = Refusal(digest: policy.digest, reason: .otherPackage)
        return
      }
      // The policy in force is the newest of its family, if `newest` has the family.
      if let order = policy.order, policy !== accepted || newest.isEmpty {
        let known = newest.firstIndex { $0.family == order.family }
        if let known, order.isOlder(than: newest[known]) {
          refused = Refusal(digest: policy.digest, reason: .rollback)
          return
        }
        if let known { newest[known] = order } else { newest.append(order) }
      }
    }
    accepted = policy
    refused = nil
  }

  /// Whether a newer document of the policy's family was accepted, so that the policy would be a rollback.
  func hasNewer(than policy: Policy) -> Bool {
    guard let order = policy.order else { return false }
    return newest.contains { $0.family == order.family && order.isOlder(than: $0) }
  }

  /// Whether a package's name is that of the installed app, without white space at the ends.
  func isThisApp(_ packageName: ExactString) -> Bool {
    guard let own = profile.packageName else { return false }
    return own == packageName || ExactString(own.string.trimmed) == ExactString(packageName.string.trimmed)
  }
}
