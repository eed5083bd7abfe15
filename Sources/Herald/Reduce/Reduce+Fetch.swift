/// Applies a fetched document.
extension InstallationState {
  mutating func apply(_ fetch: FetchSucceeded, at time: DeviceTime) {
    lastCheck = time.moment
    apply(fetch.user)
    failures = 0
    guard fetch.status == 200, let digest = fetch.digest, let reading = fetch.reading else {
      if fetch.receivedSignature != nil, fetch.status == 304, let trust {
        renew(by: fetch, trusting: trust, at: time.moment)
      }
      return
    }
    if let trust { return apply(fetch, reading, digest: digest, trusting: trust, at: time) }
    switch reading {
    case .refused(let reason): refused = DocumentRefusal(digest: digest, reason: reason)
    case .accepted(let policy): consider(policy.fetched(at: time))
    }
  }

  /// A readable policy comes into force unless it is another app's, or older than an accepted policy.
  ///
  /// Before the first launch neither is checked, because nothing is known of the app yet. A document that is accepted
  /// then does not count as the newest.
  package mutating func consider(_ policy: Policy) {
    if counts.launches > 0 {
      // A document may have entries for several systems and apps; the device's own is judged.
      let own = policy.on(profile)
      if let packageName = own.promisedPackage, !isThisApp(packageName) {
        refused = DocumentRefusal(digest: policy.digest, reason: .otherPackage)
        return
      }
      // The policy in force is the newest of its family, if `newest` has the family.
      if policy !== accepted || newest.isEmpty {
        if hasNewer(than: own) {
          refused = DocumentRefusal(digest: policy.digest, reason: .rollback)
          return
        }
        noteOrders(of: own)
      }
    }
    accepted = policy
    refused = nil
  }

  /// True if a newer document of the policy's family was accepted, so that the policy would be a rollback.
  package func hasNewer(than policy: Policy) -> Bool {

    policy.orders.contains { order in newest.contains { $0.family == order.family && order.isOlder(than: $0) } }
  }

  /// Records an accepted policy's position in the order of each of its families.
  mutating func noteOrders(of policy: Policy) {
    for order in policy.orders {
      if let known = newest.firstIndex(where: { $0.family == order.family }) {
        newest[known] = order
      } else {
        newest.append(order)
      }
    }
  }

  /// True if a package's name is the installed app's, without white space at the ends.
  package func isThisApp(_ packageName: ExactString) -> Bool {

    guard let own = profile.packageName else { return false }
    return own == packageName || ExactString(own.string.trimmed) == ExactString(packageName.string.trimmed)
  }
}
