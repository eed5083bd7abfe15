package import Herald

/// Compares the prompts that the log's own policies show one installation with the prompts that another policy would
/// have shown it.

///
/// Both sides are replayed alike: every prompt that is decided is shown and answered at once. The app's deviations from
/// its policies are counted separately.
///
/// ```swift
/// var comparison = PolicyComparison(of: source, answers: answers)
/// for (fact, decision) in logged {
///   _ = comparison.record(fact, decision: decision, underBaseline: fact.data, underOther: fact.data, decider: &decider)
/// }
/// print(comparison.change.isBlocked)
/// ```
package struct PolicyComparison: Sendable {
  let source: ExactString
  private(set) var baseline: PolicyLife
  private(set) var other: PolicyLife
  private var audit = PromptAudit()
  private var deviations = Deviations()
  private var phased = PhasedDraws()
  /// The refusal that the other policy would meet; nil where it comes into force.
  let refused: ForeseenRefusal?
  /// True if the device takes the other policy, once that is signed.
  var takesOther: Bool { refused?.awaitsSignature ?? true }

  /// The effects of one event under both policies.
  package struct Moment: Sendable {
    /// The decision under the log's own policies; nil for an event without one.
    package let before: Counterfactual.Step?
    /// The decision under the other policy; nil for an event without one.
    package let after: Counterfactual.Step?
    /// The app's deviation from its policies, as far as this event shows it; nil for none.
    package let deviation: JudgedPrompt?
  }

  /// Makes a comparison at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - answers: the user's answers in the whole log.
  ///   - refused: the refusal that the other policy would meet. Unless it only awaits a signature, facts bring the
  ///     baseline's data for both sides.
  package init(of source: ExactString, answers: LoggedAnswers, refused: ForeseenRefusal? = nil) {
    self.source = source
    self.refused = refused
    baseline = PolicyLife(of: source, answers: answers)
    other = PolicyLife(of: source, answers: answers)
  }

  /// Begins behind events that were forgotten, with the state that was kept.
  ///
  /// - Parameters:
  ///   - old: converts a fetch to the baseline's.
  ///   - new: converts a fetch to the other policy's.
  package mutating func begin(
    in start: InstallationState, underBaseline old: (EventData) -> EventData, underOther new: (EventData) -> EventData
  ) {
    let fetch = start.policy.map { policy in
      EventData.fetchSucceeded(
        FetchSucceeded(
          trigger: .launch, url: policy.url ?? "", format: policy.format, storeURL: policy.storeURL,
          houseRules: policy.houseRules, digest: policy.digest))
    }
    baseline.begin(in: start, fetched: fetch.map(old))
    other.begin(in: start, fetched: fetch.map(new))
  }

  /// Takes note of the stream's next fact.
  ///
  /// - Parameters:
  ///   - fact: the fact as it was logged.
  ///   - previous: the revision of the logged state before the fact; nil for that of the fact before, or 0.
  ///   - decision: the decision on it in the log; nil for a fact without one.
  ///   - old: its data under the baseline: a successful fetch carries the reading of its own document, or of a policy
  ///     that replaces all documents of the log.
  ///   - new: its data under the other policy.
  ///   - decider: a decider, which many installations can share.
  package mutating func record(
    _ fact: Fact, after previous: Int? = nil, decision: Decision?, underBaseline old: EventData,
    underOther new: EventData,
    decider: inout Decider
  ) -> Moment {
    let judged = audit.record(fact, after: previous, decision: decision)
    let deviation = judged.flatMap { $0.verdict.isDisagreement ? $0 : nil }
    deviations.record(judged)
    let before = baseline.record(Fact(revision: fact.revision, time: fact.time, data: old), decider: &decider)
    let after = other.record(Fact(revision: fact.revision, time: fact.time, data: new), decider: &decider)
    if after != nil, takesOther { other.look(for: &phased, of: source) }
    return Moment(before: before, after: after, deviation: deviation)
  }

  /// The properties of the last launch, the same under both policies.
  package var profile: Profile { other.profile }

  /// The changes under the other policy so far.
  package var change: PolicyChange {
    let (before, after) = (baseline.shown, other.shown)
    var rules = after.entries.map {
      RuleChange(
        rule: $0.rule, kind: $0.kind, before: before[$0.rule, $0.kind]?.count ?? 0, after: $0.count,
        revision: $0.first)
    }
    for entry in before.entries where after[entry.rule, entry.kind] == nil {
      rules.append(
        RuleChange(rule: entry.rule, kind: entry.kind, before: entry.count, after: 0, revision: entry.first))
    }
    return PolicyChange(
      source: source, profile: profile, rules: rules, blockedBefore: baseline.blocking.prompt,
      blockedAfter: other.blocking.prompt, firstForceBefore: baseline.firstForce, firstForceAfter: other.firstForce,
      busiestDayBefore: baseline.busiest, busiestDayAfter: other.busiest, phased: phased, refused: refused,
      deviations: deviations)
  }
}

/// The numbers of an app's deviations from its policies, counted as an audit does.
package struct Deviations: Hashable, Sendable {
  /// The prompts that were shown though they were not decided.
  package var unjustified = 0
  /// The prompts that were decided and not shown.
  package var missed = 0
  /// The disagreements behind revisions that are missing, which accuse nobody.
  package var unknown = 0

  /// Makes a count of nothing.
  package init() {}

  /// True if the app did not deviate.
  package var isEmpty: Bool { unjustified == 0 && missed == 0 }

  mutating func record(_ judged: JudgedPrompt?) {
    switch judged?.verdict {
    case .unjustified: unjustified += 1
    case .missed: missed += 1
    case .unknown: unknown += 1
    case .justified, .open, nil: break
    }
  }

  /// Adds another count.
  package static func += (left: inout Self, right: Self) {
    left.unjustified += right.unjustified
    left.missed += right.missed
    left.unknown += right.unknown
  }
}

/// One installation's replay under one policy: the prompts that it is shown, and the prompt that blocks it at the end.

struct PolicyLife: Sendable {
  private var counterfactual: Counterfactual
  private(set) var shown = ShownPrompts()
  private(set) var blocking = Blocking()
  private(set) var busiest = BusiestDay()
  private(set) var firstForce: FirstForce?

  init(of source: ExactString, answers: LoggedAnswers) {
    counterfactual = Counterfactual(of: source, answers: answers)
  }

  /// Begins behind events that were forgotten; see ``Counterfactual/begin(in:fetched:)``.
  mutating func begin(in start: InstallationState, fetched: EventData?) {
    counterfactual.begin(in: start, fetched: fetched)
    blocking.launched(start.profile)
  }

  /// Takes note of the next fact; see ``Counterfactual/record(_:decider:)``.
  mutating func record(_ fact: Fact, decider: inout Decider) -> Counterfactual.Step? {
    if case .appLaunched(let launch) = fact.data { blocking.launched(launch.profile) }
    guard let step = counterfactual.record(fact, decider: &decider) else { return nil }
    blocking.decided(step.decision)
    guard let prompt = step.decision.prompt else { return step }
    let (revision, time) = (step.decision.revision, step.decision.question.now)
    shown.add(prompt.rule, prompt.kind, at: revision)
    busiest.show(at: time)
    if firstForce == nil, prompt.kind.isBlocking {
      firstForce = FirstForce(rule: prompt.rule, kind: prompt.kind, time: time, revision: revision)
    }
    blocking.shown(prompt.rule, prompt.kind, leadsNowhere: prompt.leadsNowhere(on: profile))
    return step
  }

  /// Searches the rules in force for phased rules. The state is lent: a property that returned it would copy it.
  func look(for phased: inout PhasedDraws, of source: ExactString) {
    phased.look(at: counterfactual.state, of: source)
  }

  /// The state so far, as a copy.
  var state: InstallationState { counterfactual.state }

  /// The properties of the last launch.
  var profile: Profile { counterfactual.state.profile }
}
