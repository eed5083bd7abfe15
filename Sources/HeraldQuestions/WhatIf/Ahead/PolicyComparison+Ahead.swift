import Herald

/// Asks one installation ahead, after its past was lived under both policies.
extension PolicyComparison {
  /// Asks an installation as if it came for the first time at each moment. Where it would refuse the other policy, its own
  /// document stays, with the life that it had under it.
  ///
  /// - Parameters:
  ///   - past: why it asks, and when it was there last.
  ///   - logged: the state in which the log leaves it. It decides whether the device takes the document: what it had
  ///     accepted before is in force on it, and not in the life under the other policy.
  /// - Returns: nil for an installation without an event.
  func ahead(
    _ past: AheadPast, from logged: InstallationState, under policies: ComparedPolicies, within outlook: Outlook,
    _ forecaster: inout Forecaster
  ) -> AheadPart? {
    guard let last = past.last else { return nil }
    switch outlook.part(of: source, last: last.moment) {
    case .clockOff: return .clockOff
    case .inactive: return .inactive
    case .asked: break
    }
    var state = baseline.state
    if takesOther,
      let fetched = logged.fetching(policies.signedAnew(past.fetch), at: last, releasedUntil: outlook.until)
    {
      state = other.state
      state.accepted = fetched.accepted
    }
    let question = Question(trigger: Trigger(past.trigger), now: last, source: source)
    return .asked(InstallationAhead(question, in: state, within: outlook, &forecaster))
  }
}

extension PolicyChange {
  /// True if it is forced ahead, and was not right behind its own last event.
  package var isForcedAhead: Bool { ahead?.asked?.isForced ?? false }

  /// True if it is locked out ahead, and was not right behind its own last event.
  package var isLockedOutAhead: Bool { ahead?.asked?.isLockedOut ?? false }
}
