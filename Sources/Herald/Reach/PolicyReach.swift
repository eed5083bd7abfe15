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

  private let prepared: PreparedPolicy
  private var decider = Decider()
  private var known: [Profile: KnownDevice] = [:]
  private var propertyCache = PropertyCache()
  private static let mostKnown = 10_000

  /// Counts no installation yet.
  public init(_ policy: Policy) {
    self.policy = policy
    prepared = PreparedPolicy(policy)
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
    let device = device(of: state)
    guard device.verdicts.isThisApp else { return otherApp += 1 }
    guard !state.hasNewer(than: policy) else { return newer += 1 }
    underReview += device.verdicts.isUnderReview ? 1 : 0
    let question = Question(trigger: .launch, now: now, source: source)
    let shown = decider.decide(question, in: state).prompt?.rule
    var situation = Situation(question, in: state, device.verdicts)
    for index in rules.indices {
      situation.turn(to: rules[index].rule, at: index)
      rules[index].note(
        situation, failedFilters: device.failedFilters[index], state.profile, isShown: shown == rules[index].rule.id)
    }
  }

  private mutating func device(of state: InstallationState) -> KnownDevice {
    if let device = known[state.profile] { return device }
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    let verdicts = DeviceVerdicts(of: state, under: prepared, &propertyCache)
    let properties = Properties(state.profile, readBy: prepared, &propertyCache)
    let failed = policy.rules.map { rule in
      rule.filters.indices.filter {
        !rule.filters[$0].verdict(on: properties[rule.filters[$0].property]).matches
      }
    }
    let device = KnownDevice(verdicts: verdicts, failedFilters: failed)
    known[state.profile] = device
    return device
  }

  /// The verdicts on a kind of device.
  private struct KnownDevice: Sendable {
    let verdicts: DeviceVerdicts
    /// For each rule, the indices of its filters that do not match.
    let failedFilters: [[Int]]
  }
}
