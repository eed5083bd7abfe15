package import Herald

/// The draws of one installation for the phased rules that were for its device.
package struct PhasedDraws: Sendable {
  /// The draws in the order in which the rules were first for its device.
  package private(set) var entries: [(rule: Rule, draw: Int)] = []
  /// The ids of these rules.
  private var known: Set<ExactString> = []
  private var policy: Policy?
  private var profile: Profile?

  /// Examines the rules in force, where they or the device changed.
  mutating func look(at state: borrowing InstallationState, of source: ExactString) {
    let (current, device) = (state.policy?.shared, state.profile)
    guard let current, current !== policy || device !== profile else { return }
    (policy, profile) = (current, device)
    // Most policies have no phases, and the verdicts on a device take long to compute.
    guard current.rules.contains(where: { $0.phases != nil }) else { return }
    if let name = current.packageName, !state.isThisApp(name) { return }
    let question = Question(trigger: .launch, now: DeviceTime(moment: state.lastTime ?? .missing), source: source)
    var situation = Situation(question, in: state, DeviceVerdicts(of: state, under: current))
    for (index, rule) in current.rules.enumerated() where rule.phases != nil && !known.contains(rule.id) {
      situation.turn(to: rule, at: index)
      guard rule.missedTests(in: situation).allSatisfy({ $0 == .rollout }) else { continue }
      known.insert(rule.id)
      entries.append((rule, situation.number(of: .rollout(rule: rule.id))))
    }
  }
}
