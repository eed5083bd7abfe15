import Herald

/// The features of one installation, gathered while its events are lived.
struct ProductionTrace: Sendable {
  private var met: Set<ProductionFeature> = []
  /// The rules with the test that they failed; expanded to the tests before it at the end.
  private var results: Set<RuleResult> = []
  private var before = Before()
  /// True until the first decision behind events that were forgotten.
  private var isUndecided = false

  private struct RuleResult: Hashable {
    let rule: ExactString
    let failed: RuleTest?
  }

  /// The parts of the state before an event that its outcome depends on.
  private struct Before {
    var isIgnored = false
    var isToldAgain = false
    var kind: PromptKind?
    var latch: Latch?
    var clockSteps = 0
  }

  /// Begins behind events that were forgotten.
  mutating func begin() { isUndecided = true }

  /// Takes note of the next event, before it is folded.
  mutating func meet(_ data: EventData, in state: InstallationState) {
    before.isIgnored = IgnoredEvent(data, in: state) != nil
    before.isToldAgain = state.isOnScreen(data)
    before.kind = state.visible?.kind
    before.latch = state.latch
    before.clockSteps = state.counts.clockSteps
  }

  /// Takes note of the event after it was folded.
  ///
  /// - Parameter judged: the judgement that the event makes possible.
  mutating func take(
    _ data: EventData, in state: InstallationState, _ decision: Decision?, _ judged: JudgedPrompt?
  ) {
    if let decision { note(decision) }
    note(data, in: state, judged)
    if state.counts.clockSteps > before.clockSteps { met.insert(.clockBack) }
    if let latch = state.latch, latch !== before.latch { met.insert(.latch(.set)) }
    if before.latch != nil, state.latch == nil { met.insert(.latch(.cleared)) }
  }

  /// Takes note of revisions that are missing.
  mutating func noteGap() { met.insert(.gap) }

  private mutating func note(_ decision: Decision) {
    isUndecided = false
    met.insert(.reason(decision.reason, decision.question.trigger))
    for considered in decision.considered {
      results.insert(RuleResult(rule: considered.rule.id, failed: considered.failed))
    }
  }

  private mutating func note(_ data: EventData, in state: InstallationState, _ judged: JudgedPrompt?) {
    guard let type = data.type else {
      met.insert(.event("other", "unknown"))
      return
    }
    met.insert(.event(ExactString(type.rawValue), outcome(of: data, in: state, judged)))
    switch data {
    case .buttonChosen(let answer):
      if !before.isIgnored, let kind = before.kind { met.insert(.button(kind, answer.button)) }
    case .fetchSucceeded(let fetch):
      // After a 200, `refused` is either nil or about the document that it brought.
      if fetch.status == 200, let refused = state.refused {
        met.insert(.refusal(format: fetch.format, refused.reason))
      }
    case .promptShown(let showing):
      if !before.isToldAgain, showing.rule == Prompt.pushRule, before.latch != nil { met.insert(.latch(.shown)) }
    case .appLaunched, .appForegrounded, .appBackgrounded, .userChanged, .fetchFailed, .pushReceived,
      .operationAttempted, .unknown:
      break
    }
  }

  private func outcome(
    of data: EventData, in state: InstallationState, _ judged: JudgedPrompt?
  ) -> ExactString {
    switch data {
    case .appLaunched, .appBackgrounded, .operationAttempted: "happened"
    case .appForegrounded(let foreground): foreground.isBusy ? "busy" : "free"
    case .userChanged(let change): change.user == nil ? "signedOut" : "signedIn"
    case .fetchSucceeded(let fetch):
      fetch.status != 200 ? "notModified" : state.refused == nil ? "accepted" : "refused"
    case .fetchFailed(let fetch): fetch.reason
    case .promptShown: before.isToldAgain ? "toldAgain" : verdict(judged)
    case .buttonChosen: before.isIgnored ? "stray" : "counted"
    case .pushReceived: before.isIgnored ? "ignored" : "latched"
    case .unknown: "unknown"
    }
  }

  private func verdict(_ judged: JudgedPrompt?) -> ExactString {
    guard let judged, judged.showing != nil else { return "unknown" }
    // The decision may be among the forgotten events.
    if isUndecided, judged.verdict == .unjustified { return "unknown" }
    return ExactString(judged.verdict.rawValue)
  }

  /// The features so far.
  var features: Set<ProductionFeature> {
    var features = met
    for result in results {
      for test in RuleTest.allCases {
        if test == result.failed {
          features.insert(.rule(result.rule, test, passed: false))
          break
        }
        features.insert(.rule(result.rule, test, passed: true))
      }
    }
    return features
  }
}
