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
      // The policy in force is the newest of its family, if `newest` has the family; a version counts from now again.
      if policy !== accepted || newest.isEmpty || own.goesByVersion {
        let now = lastTime ?? Timestamp(milliseconds: 0)
        for order in own.orders { newest.compare(order, at: now) }
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

  /// True if a newer document of the policy's family was accepted, so that the policy would be a rollback at the time of
  /// the last event.
  package func hasNewer(than policy: Policy) -> Bool {
    guard let now = lastTime else { return false }
    return policy.orders.contains { order in newest.contains { $0.refuses(order, at: now) } }
  }

  /// Records an accepted policy's position in the order of each of its families.
  mutating func noteOrders(of policy: Policy) {
    guard let now = lastTime else { return }
    for order in policy.orders {
      newest.note(order, at: now)
      if let version = order.version {
        newest.note(PublishOrder(family: order.family, mark: .version(version)), at: now)
      }
    }
  }

  /// True if a package's name is the installed app's, without white space at the ends.
  package func isThisApp(_ packageName: ExactString) -> Bool {

    guard let own = profile.packageName else { return false }
    return own == packageName || ExactString(own.string.trimmed) == ExactString(packageName.string.trimmed)
  }
}
