/// Folds facts into a state. Any sequence of valid events has a state.
extension InstallationState {
  /// Folds facts from the empty stream on.
  public init(folding facts: some Sequence<Fact>) {
    for fact in facts { apply(fact) }
  }

  /// Applies the next fact of the stream.
  public mutating func apply(_ fact: Fact) { apply(fact.data, at: fact.time, revision: fact.revision) }

  package mutating func apply(_ data: EventData, at time: DeviceTime, revision: Int) {
    self.revision = revision
    if case .unknown = data {
      counts.stored.unknownEvents += 1
      return
    }
    notice(time)
    switch data {
    case .appLaunched(let launch): apply(launch)
    case .appForegrounded: counts.stored.returns += 1
    case .appBackgrounded, .unknown: break
    case .userChanged(let change): user = change.user
    case .fetchSucceeded(let fetch): apply(fetch, at: time)
    case .fetchFailed(let fetch): apply(fetch, at: time.moment)
    case .promptShown(let showing): apply(showing, at: time.moment)
    case .buttonChosen(let answer): apply(answer, at: time.moment)
    case .pushReceived(let push): apply(push)
    case .operationAttempted: counts.stored.operations += 1
    }
  }

  /// A clock set back delays a repeat by one period at most.
  private mutating func notice(_ time: DeviceTime) {
    if let lastTime, time.moment < lastTime {
      counts.stored.clockSteps += 1
      records.clamp(to: time.moment)
    }
    lastTime = time.moment
    zone = time.offsetMinutes
  }

  private mutating func apply(_ launch: AppLaunched) {
    profile = launch.profile
    user = launch.user
    draws = launch.draws
    trust = launch.trust
    counts.stored.launches += 1
    // A dead process shows nothing.
    visible = nil
    if let latch, isSatisfied(latch) { self.latch = nil }
  }

  private mutating func apply(_ fetch: FetchFailed, at time: Timestamp) {
    lastCheck = time
    apply(fetch.user)
    failures += 1
  }

  private mutating func apply(_ showing: PromptShown, at time: Timestamp) {
    if isOnScreen(showing) { return }
    visible = VisiblePrompt(prompt: showing.prompt, rule: showing.rule, kind: showing.kind)
    let rule = policy?.rule(showing.rule)
    records.update(showing.rule) { $0.show(rule, at: time) }
  }

  private mutating func apply(_ answer: ButtonChosen, at time: Timestamp) {
    guard visible?.prompt == answer.prompt, let visible = visible.take() else {
      counts.stored.strayButtons += 1
      return
    }
    let isSkip = answer.button.string == Button.skip.rawValue
    let isLater = answer.button.string == Button.later.rawValue
    let skipped = isSkip ? policy?.rule(visible.rule)?.targetVersion?.text ?? profile[.appVersionName] : nil
    records.update(visible.rule) {
      $0.lastButton = answer.button
      $0.lastButtonAt = time
      if isSkip { $0.skippedVersion = skipped }
      if isLater { $0.storedDeferrals += 1 }
    }
  }

  mutating func apply(_ change: UserChange) {
    switch change {
    case .unchanged: break
    case .signedOut: user = nil
    case .signedIn(let user): self.user = user
    }
  }
}
