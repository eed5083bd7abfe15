/// Decides what to show, from a state and a question.
///
/// A decision depends on nothing else, so the same question in the same state always gets the same answer. Use one
/// decider for many questions: it caches the verdicts of policies on devices.
///
/// ```swift
/// var decider = Decider()
/// let question = Question(trigger: .launch, now: DeviceTime(moment: now), source: "/installations/1")
/// let decision = decider.decide(question, in: state)
/// if let prompt = decision.prompt { print(prompt.title, prompt.message) }
/// ```
public struct Decider: Sendable {
  /// The verdicts by policy and profile: a cache, which changes how long an answer takes and nothing else.
  private var cache: [Pair: DeviceVerdicts] = [:]
  private var last: (pair: Pair, verdicts: DeviceVerdicts)?
  private var prepared: [ObjectIdentifier: PreparedPolicy] = [:]
  private var properties = PropertyCache()
  /// Size of the caches, in units of about 32 bytes. A pair counts as ``pairSize`` and its rules, a policy as ``pairSize``,
  /// its properties and its segments.
  private var size = 0
  /// The cache is emptied at this size, because in a log every device may have a profile of its own.
  private let capacity: Int
  private static let pairSize = 12

  /// A verdict keeps its policy and profile alive, so that their identifiers stay their own.
  private struct Pair: Hashable {
    let policy: ObjectIdentifier
    let profile: ObjectIdentifier
  }

  /// Makes a decider with an empty cache.
  public init() { self.init(capacity: 1 << 20) }

  /// - Parameter capacity: the size at which the cache is emptied, in units of about 32 bytes.
  package init(capacity: Int) { self.capacity = capacity }

  /// Decides what to show.
  ///
  /// - Parameters:
  ///   - question: the question.
  ///   - state: the state after the event that asks.
  /// - Returns: the prompt to show, or the reason why nothing is shown.
  public mutating func decide(_ question: consuming Question, in state: borrowing InstallationState) -> Decision {
    if let reason = Self.silence(question, in: state) {
      return Decision(question, revision: state.revision, reason: reason)
    }
    let policy = state.policy
    // Not by `map`, whose closure copies the whole state.
    var verdicts: DeviceVerdicts?
    if let policy { verdicts = findVerdicts(on: state, under: policy) }
    if let reason = Self.ending(question, in: state, verdicts) {
      let prompt = reason == .shown ? Self.latchedPrompt(in: state, verdicts) : nil
      return Decision(question, revision: state.revision, reason: reason, prompt: prompt)
    }
    guard let policy, let verdicts else {
      return Decision(question, revision: state.revision, reason: .noPolicy)
    }
    return Self.decide(RuleContext(question, in: state, verdicts), under: policy, revision: state.revision)
  }

  /// Decides what to show after an event.
  ///
  /// - Parameters:
  ///   - data: the event's data.
  ///   - time: the time of the event, and the device's zone at that time.
  ///   - source: the installation, as its events name it; evaluated only where the event asks for a decision.
  ///   - state: the state after the event.
  /// - Returns: nil for an event that asks for no decision.
  public mutating func decide(
    after data: borrowing EventData, at time: DeviceTime, of source: @autoclosure () -> ExactString,
    in state: borrowing InstallationState
  ) -> Decision? {
    guard let asked = data.decisionTrigger else { return nil }
    return decide(Question(asked, by: data, at: time, of: source()), in: state)
  }

  package mutating func findVerdicts(on state: borrowing InstallationState, under policy: Policy) -> DeviceVerdicts {
    // In a ledger the events of one installation follow each other.
    let policy = policy.shared
    let pair = Pair(policy: ObjectIdentifier(policy), profile: ObjectIdentifier(state.profile))
    if let last, last.pair == pair { return last.verdicts }
    if let verdicts = cache[pair] {
      last = (pair, verdicts)
      return verdicts
    }
    if size > capacity { empty() }
    let verdicts = DeviceVerdicts(of: state, under: prepare(policy), &properties)
    cache[pair] = verdicts
    size += Self.pairSize + policy.rules.count
    last = (pair, verdicts)
    return verdicts
  }

  private mutating func prepare(_ policy: Policy) -> PreparedPolicy {
    if let known = prepared[ObjectIdentifier(policy)] { return known }
    let new = PreparedPolicy(policy)
    prepared[ObjectIdentifier(policy)] = new
    size += Self.pairSize + new.properties.count + new.segments.count
    return new
  }

  private mutating func empty() {
    cache.removeAll(keepingCapacity: true)
    prepared.removeAll(keepingCapacity: true)
    size = 0
  }

  /// The reason why nothing is shown, for reasons that do not depend on the policy; nil without one.
  package static func silence(_ question: Question, in state: borrowing InstallationState) -> DecisionReason? {
    if state.counts.launches == 0 { return .notLaunched }
    // A comparison with nil copies the prompt.
    if case .some = state.visible { return .alreadyVisible }
    if question.trigger == .heartbeat { return .silent }
    if question.trigger == .foreground, question.isBusy { return .busy }
    return nil
  }

  /// The reason of a decision that ends before any rule is tested: a review, a latched push (``DecisionReason/shown``),
  /// no policy for this app; nil where rules are tested.
  package static func ending(
    _ question: Question, in state: borrowing InstallationState, _ verdicts: DeviceVerdicts?
  ) -> DecisionReason? {
    if verdicts?.isUnderReview == true { return .underReview }
    if case .some = state.latch, question.trigger.showsLatch(under: state.policy) { return .shown }
    guard let verdicts else { return .noPolicy }
    return verdicts.isThisApp ? nil : .otherPackage
  }

  /// The prompt of the push that waits; nil where none does.
  private static func latchedPrompt(in state: borrowing InstallationState, _ verdicts: DeviceVerdicts?) -> Prompt? {
    guard let latch = state.latch else { return nil }
    return Prompt(
      rule: Prompt.pushRule, kind: .force, texts: nil, language: nil, destination: latch.url, isSkippable: false,
      ownLanguage: verdicts?.ownLanguage ?? OwnLanguage(for: state.profile[.deviceLanguage]))
  }

  /// Tests the rules in order. The first rule that passes every test is shown.
  ///
  /// - Parameter situation: turned to one rule after the other.
  private static func decide(_ situation: consuming RuleContext, under policy: Policy, revision: Int) -> Decision {
    var failures = Failures()
    let asked = situation.verdicts.prepared.tests.asked(in: situation)
    // The expiry of the policy is tested before the trigger, so nothing is settled where it may have expired.
    let settles = situation.expires == nil
    for index in policy.rules.indices {
      if settles, let failed = situation.verdicts.settled[index].failure(at: situation.question.trigger) {
        failures.append(failed)
        continue
      }
      let rule = policy.rules[index]
      if situation.verdicts.rules[index].readsRecord {
        situation.turn(to: rule, at: index)
      } else {
        situation.turn(toUnrecorded: rule, at: index)
      }
      let failed = rule.firstFailure(in: situation, asked)
      failures.append(failed)
      if failed == nil {
        return Decision(
          situation.question, revision: revision, reason: .shown,
          prompt: rule.prompt(in: situation), policy: policy, failures: failures)
      }
      if rule.closes(in: situation) { break }
    }
    return Decision(
      situation.question, revision: revision, reason: .noRule, policy: policy, failures: failures)
  }
}

extension Trigger {
  /// True if a latched push is shown at this trigger.
  package func showsLatch(under policy: Policy?) -> Bool {

    switch self {
    case .launch, .login, .manual, .operation: true
    case .foreground: policy?.pushOnForeground ?? false
    case .schedule, .heartbeat: false
    }
  }
}

extension Rule {
  /// The prompt of a rule that passed all its tests.
  ///
  /// - Parameter situation: turned to the rule.
  package func prompt(in situation: borrowing RuleContext) -> Prompt {
    let verdicts = situation.verdicts
    let (text, variant) = situation.text(of: self)
    return Prompt(
      rule: id, kind: situation.kind, texts: text?.texts, language: text?.language,
      destination: situation.page ?? (verdicts.isAndroid ? destinations.onAndroid : destinations.elsewhere),
      isSkippable: isSkippable && !situation.isCritical && pacing.deadline == nil,
      variant: variant, ownLanguage: verdicts.ownLanguage,
      placeholders: pacing.hasPlaceholders ? placeholders(in: situation) : nil)
  }

  private func placeholders(in situation: borrowing RuleContext) -> PlaceholderValues {
    PlaceholderValues(
      version: targetVersion?.text, installed: situation.properties[.appVersionName].raw,
      deadline: situation.standing(of: self).deadline?.moment, now: situation.question.now)
  }

  /// True if no later rule is tested, although this one is not shown.
  package func closes(in situation: borrowing RuleContext) -> Bool {
    guard let closing else { return false }
    return passes(closing.tests, in: situation)
  }

  @inline(never)
  private func passes(_ tests: [RuleTest], in situation: borrowing RuleContext) -> Bool {
    for test in tests where !test.check.passes(self, in: situation) { return false }
    return true
  }
}

extension Rule.Closing {
  /// The tests that the rule has to pass to be the last one.
  var tests: [RuleTest] {
    switch self {
    case .onDevice: [.filters]
    case .installable: [.filters, .version, .rollout]
    }
  }
}
