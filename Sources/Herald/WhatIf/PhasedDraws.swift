/// The rules in phases that one installation was a device for, with what it drew for each.
package struct PhasedDraws: Sendable {
  /// In the order in which the installation was found to be one.
  package private(set) var entries: [(rule: Rule, draw: Int)] = []
  private var policy: Policy?
  private var profile: Profile?

  /// Looks at the rules in force, where they or the device changed.
  mutating func look(at state: borrowing InstallationState, of source: ExactString) {
    let (current, device) = (state.policy?.shared, state.profile)
    guard let current, current !== policy || device !== profile else { return }
    (policy, profile) = (current, device)
    if let name = current.packageName, !state.isThisApp(name) { return }
    let question = Question(trigger: .launch, now: DeviceTime(moment: state.lastTime ?? .missing), source: source)
    var situation = Situation(question, in: state, DeviceVerdicts(of: state, under: current))
    for (index, rule) in current.rules.enumerated() where rule.phases != nil {
      guard !entries.contains(where: { $0.rule.id == rule.id }) else { continue }
      situation.turn(to: rule, at: index)
      guard rule.missedTests(in: situation).allSatisfy({ $0 == .rollout }) else { continue }
      entries.append((rule, Draw.rollout(rule: rule.id).number(of: device, source)))
    }
  }
}
