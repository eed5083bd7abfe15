/// Moving the dates of a policy, to ask in one month what it does in another.
extension Policy {
  /// The policy with every date of its rules moved; the expiry of its signature stays.
  ///
  /// - Parameter length: milliseconds, negative for earlier.
  package func moved(by length: Int64) -> Policy {
    guard length != 0 else { return self }
    let moved = mapRules { $0.moved(by: length) }
    // A copy for another address is made of the moved rules, so that a document is read once.
    return fetched(from: url) == nil ? moved : moved.forAnyURL()
  }
}

extension Rule {
  fileprivate func moved(by length: Int64) -> Rule {
    Rule(
      self, displayAfter: displayAfter?.moved(by: length), displayBefore: displayBefore?.moved(by: length),
      phases: phases?.moved(by: length),
      pacing: pacing.deadline.map { deadline in pacing.with { $0.deadline = deadline.moved(by: length) } },
      releasedAt: releasedAt?.moved(by: length))
  }
}
