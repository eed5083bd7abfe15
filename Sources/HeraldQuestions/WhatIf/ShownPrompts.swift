package import Herald

/// The numbers of showings of each rule as each kind to one installation.

struct ShownPrompts: Sendable {
  /// One rule's prompts of one kind.
  struct Entry: Sendable {
    /// The rule's id.
    let rule: ExactString
    /// The prompt's kind.
    let kind: PromptKind
    /// Number of showings.
    fileprivate(set) var count: Int
    /// The revision of the event on which it was first decided.
    let first: Int
  }
  /// The entries in the order of their first showings.
  private(set) var entries: [Entry] = []

  subscript(rule: ExactString, kind: PromptKind) -> Entry? {
    entries.first { $0.rule == rule && $0.kind == kind }
  }

  mutating func add(_ rule: ExactString, _ kind: PromptKind, at revision: Int) {
    if let index = entries.firstIndex(where: { $0.rule == rule && $0.kind == kind }) {
      entries[index].count += 1
    } else {
      entries.append(Entry(rule: rule, kind: kind, count: 1, first: revision))
    }
  }
}

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
    var situation = RuleContext(question, in: state, DeviceVerdicts(of: state, under: current))
    for (index, rule) in current.rules.enumerated() where rule.phases != nil && !known.contains(rule.id) {
      situation.turn(to: rule, at: index)
      guard rule.missedTests(in: situation).allSatisfy({ $0 == .rollout }) else { continue }
      known.insert(rule.id)
      entries.append((rule, situation.number(of: .rollout(rule: rule.id))))
    }
  }
}
