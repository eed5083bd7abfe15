public import Herald

/// The reach of a policy: the numbers of installations that pass the tests of its rules.
///
/// Each installation counts with its last state, at a launch at one moment, with nothing on the screen. Memory grows
/// with the rules and the kinds of devices, not with the installations.
///
/// ```swift
/// var reach = PolicyReach(policy)
/// for (source, state) in fleet { reach.note(state, of: source, at: now) }
/// for rule in reach.rules { print(rule.rule.id, rule.reached, rule.shown) }
/// ```
public struct PolicyReach: Sendable {
  /// The policy.
  public let policy: Policy
  /// All installations.
  public private(set) var installations = 0
  /// Installations that never launched, so that their properties are unknown. The counts below exclude them.
  public private(set) var notLaunched = 0
  /// Installations of another app than the policy's. The counts below exclude them.
  public private(set) var otherApp = 0
  /// Installations that accepted a newer document, and so refuse this one. The counts below exclude them.
  public private(set) var newer = 0
  /// Installations with a version under review, which see nothing whatever tests they pass.
  public private(set) var underReview = 0
  /// The reach of each rule, in the policy's order.
  public private(set) var rules: [RuleReach]

  private var decider = Decider()
  /// For each kind of device the indices of the filters that do not match, of each rule.
  private var failedFilters: [Profile: [[Int]]] = [:]
  private static let mostKnown = 10_000

  /// Counts no installation yet.
  public init(_ policy: Policy) {
    self.policy = policy
    rules = policy.rules.map { RuleReach($0) }
  }

  /// The installations that the policy's rules are tested on.
  public var ofThisApp: Int { installations - notLaunched - otherApp - newer }

  /// Counts an installation.
  ///
  /// - Parameters:
  ///   - state: the state after its last event.
  ///   - source: the installation's name, which decides on rollouts.
  ///   - now: the moment of the launch, and the zone for dates without an offset.
  public mutating func note(_ state: InstallationState, of source: ExactString, at now: DeviceTime) {
    installations += 1
    guard state.counts.launches > 0 else { return notLaunched += 1 }
    var state = state
    state.visible = nil
    state.policy = policy
    let verdicts = decider.findVerdicts(on: state, under: policy)
    guard verdicts.isThisApp else { return otherApp += 1 }
    guard !state.hasNewer(than: policy) else { return newer += 1 }
    underReview += verdicts.isUnderReview ? 1 : 0
    let question = Question(trigger: .launch, now: now, source: source)
    let shown = decider.decide(question, in: state).prompt?.rule
    let failed = failedFilters(by: verdicts)
    var situation = RuleContext(question, in: state, verdicts)
    for index in rules.indices {
      situation.turn(to: rules[index].rule, at: index)
      rules[index].note(
        situation, failedFilters: failed[index], state.profile, isShown: shown == rules[index].rule.id)
    }
  }

  private mutating func failedFilters(by verdicts: DeviceVerdicts) -> [[Int]] {
    if let failed = failedFilters[verdicts.profile] { return failed }
    if failedFilters.count >= Self.mostKnown { failedFilters.removeAll(keepingCapacity: true) }
    let failed = policy.rules.map(verdicts.failedFilters(of:))
    failedFilters[verdicts.profile] = failed
    return failed
  }
}
