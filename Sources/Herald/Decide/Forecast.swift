/// Asks one question again and again while nothing but time passes: nothing is recorded between two answers.
///
/// Use one for many installations: it caches what it learnt of policies and devices.
package struct Forecaster: Sendable {
  private var decider = Decider()
  /// Policies without the releases that have not come yet, by the policy and the releases that have. Each stands with the
  /// policy that it was made of, so that the identifier stays that policy's own.
  private var withoutReleases: [Released: (policy: Policy, made: Policy)] = [:]
  /// Beyond this number of policies the cache is emptied.
  private static let mostPolicies = 1024

  private struct Released: Hashable {
    let policy: ObjectIdentifier
    let isReleased: [Bool]
  }

  /// Makes a forecaster that knows nothing yet.
  package init() {}

  /// Decides at the moment of a question, and at each later instant at which time alone may change the answer.
  ///
  /// - Parameters:
  ///   - question: its moment is the first one that is asked about.
  ///   - end: the last moment that may be asked about.
  ///   - state: the installation. The prompt on its screen does not count. Its policy may have releases that are still
  ///     to come: each moment is asked as if the document had just been fetched.
  ///   - body: takes each decision, in the order of time, and whether a deadline of the prompt has still to begin, so
  ///     that no later answer shows what becomes of it.
  package mutating func follow(
    _ question: Question, until end: Timestamp, in state: InstallationState,
    _ body: (_ decision: Decision, _ hasPendingDeadline: Bool) -> Void
  ) {
    var asked = state
    asked.visible = nil
    var question = question
    ask(question, of: &asked, under: state.accepted, body)
    while question.now.moment < end {
      let now = question.now.moment
      asked.accepted = state.accepted
      let later = asked.instantsOfChange(for: question).filter { $0 > now && $0 <= end }
      guard let first = later.first else { return }
      // Hours of the day are named for the day of the question and the next one, everything else for all time.
      let known = max(first, now.adding(LengthOfTime.day) ?? first)
      for instant in later.prefix(while: { $0 <= known }) {
        question.now = DeviceTime(moment: instant, offsetMinutes: question.now.offsetMinutes)
        ask(question, of: &asked, under: state.accepted, body)
      }
    }
  }

  private mutating func ask(
    _ question: Question, of state: inout InstallationState, under policy: Policy?,
    _ body: (Decision, Bool) -> Void
  ) {
    state.accepted = policy.map { released($0, at: question.now) }
    let decision = decider.decide(question, in: state)
    body(decision, decision.prompt.map { state.hasPendingDeadline(behind: $0) } ?? false)
  }

  /// The policy as a fetch at a time brings it.
  private mutating func released(_ policy: Policy, at time: DeviceTime) -> Policy {
    guard policy.hasReleasesOfStore else { return policy }
    let key = Released(
      policy: ObjectIdentifier(policy), isReleased: policy.rules.map { $0.isReleased(at: time) })
    if !key.isReleased.contains(false) { return policy }
    if let known = withoutReleases[key] { return known.made }
    if withoutReleases.count >= Self.mostPolicies { withoutReleases.removeAll(keepingCapacity: true) }
    let new = policy.fetched(at: time)
    withoutReleases[key] = (policy, new)
    return new
  }
}

extension Policy {
  /// True if a rule takes the release date of its target from a store. Such a date counts only once it has come.
  package var hasReleasesOfStore: Bool { rules.contains { $0.releasedAt != nil && !$0.isReleaseOfAuthor } }

  /// The last instant that the rules' own dates name, for devices in a zone; nil for rules without a date.
  ///
  /// These are the ends of windows, the steps of roll-outs, the days behind a release, and deadlines by date. What begins
  /// with a showing has no date of its own.
  package func lastDate(offsetMinutes: Int) -> Timestamp? {
    rules.flatMap { $0.dates(offsetMinutes: offsetMinutes) }.filter(Timestamp.range.contains).max()
  }
}

extension Rule {
  fileprivate func dates(offsetMinutes offset: Int) -> [Timestamp] {
    let released = releasedAt?.moment(offsetMinutes: offset)
    let end = displayBefore?.moment(offsetMinutes: offset).adding(1)
    return [
      displayAfter?.moment(offsetMinutes: offset), end, pacing.deadline?.at?.moment(offsetMinutes: offset), released,
      pacing.releasedFor.flatMap { age in released?.adding(age) },
    ].compactMap(\.self) + (phases?.instants(offsetMinutes: offset) ?? [])
  }
}

extension InstallationState {
  /// The instants at which time alone may change the answer, in order, with the instants of releases still to come.
  fileprivate func instantsOfChange(for question: Question) -> [Timestamp] {
    guard let policy else { return [] }
    let instants = policy.rules.instants(for: question, in: self)
    guard policy.hasReleasesOfStore else { return instants }
    let releases = policy.rules.compactMap { rule in
      rule.isReleaseOfAuthor ? nil : rule.releasedAt?.moment(offsetMinutes: question.now.offsetMinutes)
    }
    return Set(instants + releases.filter(Timestamp.range.contains)).sorted()
  }

  /// True if a prompt can still be put off, and a deadline of its rule begins only with its next showings: by its age or
  /// its grace before the first one, by deferrals until `later` was chosen often enough.
  fileprivate func hasPendingDeadline(behind prompt: Prompt) -> Bool {
    guard prompt.kind == .optional, let rule = policy?.rule(prompt.rule), let deadline = rule.pacing.deadline else {
      return false
    }
    let own = records[rule.id].flatMap { rule.isSameTarget(as: $0.target) ? $0 : nil }
    guard own?.firstShown != nil else {
      return deadline.afterFirstShown != nil || deadline.deferrals != nil || deadline.grace != nil
    }
    guard let most = deadline.deferrals, deadline.at == nil, deadline.afterFirstShown == nil else { return false }
    return (own?.deferrals ?? 0) < most
  }

  /// The state after one more fetch; nil where the device refuses the document.
  ///
  /// - Parameters:
  ///   - fetch: the fetch, with the reading of its document.
  ///   - time: the time of the fetch.
  ///   - end: releases of a store until then are kept; see ``Forecaster/follow(_:until:in:_:)``.
  package func fetching(_ fetch: FetchSucceeded, at time: DeviceTime, releasedUntil end: Timestamp)
    -> InstallationState?
  {
    guard let fetched = fetching(fetch, at: time) else { return nil }
    guard case .accepted(let policy)? = fetch.reading, policy.hasReleasesOfStore else { return fetched }
    return fetching(fetch, at: DeviceTime(moment: end, offsetMinutes: time.offsetMinutes)) ?? fetched
  }

  private func fetching(_ fetch: FetchSucceeded, at time: DeviceTime) -> InstallationState? {
    var fetched = self
    fetched.apply(Fact(revision: revision, time: time, data: .fetchSucceeded(fetch)))
    return fetched.refused == nil ? fetched : nil
  }
}
