import Herald

/// The experiments of a log's documents, with a tally for each rule and target.
struct KnownExperiments: Sendable {
  private(set) var tallies: [ExperimentTally] = []
  /// The places in `tallies` by rule. The outcomes of a rule are sorted.
  private var places: [ExactString: [(outcome: Outcome, place: Int)]] = [:]
  private var policies: [ObjectIdentifier: KnownPolicy] = [:]
  private var last: KnownPolicy?
  /// The ids of all rules of policies in force, for a misspelt one.
  private(set) var rules: Set<ExactString> = []
  /// True if a policy was in force.
  private(set) var hasPolicy = false
  /// The shares of holdouts that hold out all installations, or none, in hundredths of a percent.
  private(set) var sharesOfAllOrNone: Set<Int> = []

  private static let mostPolicies = 4096

  /// An experiment that has an update to measure, with the place of its tally.
  typealias Measured = (experiment: Experiment, place: Int, target: UpdateTarget)

  private struct KnownPolicy {
    let policy: Policy
    /// In the order of the policy's rules.
    let measured: [Measured]
  }

  /// The experiments of a policy that have an update to measure, in the order of its rules.
  mutating func measured(in policy: Policy) -> [Measured] {
    let policy = policy.shared
    if let last, last.policy === policy { return last.measured }
    let found = policies[ObjectIdentifier(policy)] ?? learn(policy)
    last = found
    return found.measured
  }

  private mutating func learn(_ policy: Policy) -> KnownPolicy {
    hasPolicy = true
    rules.formUnion(policy.rules.map(\.id))
    if let share = policy.attention?.holdout?.share, share <= 0 || share >= 10_000 { sharesOfAllOrNone.insert(share) }
    let experiments = policy.experiments
    let heldBack = experiments.count { $0.holdout != nil }
    var measured: [Measured] = []
    for experiment in experiments {
      let outcome = Outcome(experiment.rule, in: policy)
      let place = noteTally(of: experiment.rule.id, outcome, experiment.index)
      tallies[place].note(experiment, outcome, heldBack: heldBack)
      if case .update(let target) = outcome { measured.append((experiment, place, target)) }
    }
    if policies.count >= Self.mostPolicies { policies.removeAll(keepingCapacity: true) }
    let known = KnownPolicy(policy: policy, measured: measured)
    policies[ObjectIdentifier(policy)] = known
    return known
  }

  private mutating func noteTally(of rule: ExactString, _ outcome: Outcome, _ index: Int) -> Int {
    let known = places[rule, default: []]
    let found = known.partitionIndex(where: { $0.outcome >= outcome })
    if found < known.count, known[found].outcome == outcome { return known[found].place }
    places[rule, default: []].insert((outcome, tallies.count), at: found)
    tallies.append(ExperimentTally(of: rule, outcome: outcome, place: index))
    return tallies.count - 1
  }

  /// The place of the tally of a rule with the target that it has in the policy in force; nil where there is none.
  func place(of rule: ExactString, in policy: Policy) -> Int? {
    guard let known = places[rule], let rule = policy.rule(rule) else { return nil }
    let outcome = Outcome(rule, in: policy)
    let found = known.partitionIndex(where: { $0.outcome >= outcome })
    return found < known.count && known[found].outcome == outcome ? known[found].place : nil
  }

  mutating func enter(_ experiment: Experiment, at place: Int) { tallies[place].enter(experiment) }

  /// Adds the experiments of other installations of the log.
  static func += (all: inout Self, other: Self) {
    for tally in other.tallies {
      let place = all.noteTally(of: tally.rule, tally.outcome, tally.place)
      all.tallies[place] += tally
    }
    all.rules.formUnion(other.rules)
    all.hasPolicy = all.hasPolicy || other.hasPolicy
    all.sharesOfAllOrNone.formUnion(other.sharesOfAllOrNone)
  }

  /// Counts an installation whose stream has ended.
  mutating func count(_ participant: Participant) {
    for (place, entrant) in participant.entrants { tallies[place].add(entrant) }
    for place in participant.unreadable { tallies[place].leaveOut() }
  }
}
