import Herald

/// The installations that entered the experiments on one rule and one target.
struct ExperimentTally: Sendable {
  let rule: ExactString
  private(set) var outcome: Outcome
  /// The rule's first place in a document.
  private(set) var place: Int
  /// The variants in the order of a document, by their first place.
  private(set) var variants: [ExactString: Int] = [:]
  /// True if a document holds the rule out.
  private(set) var hasHoldout = false
  /// The holdouts, and the weights of variants, under which installations entered.
  private(set) var holdouts: Set<Holdout> = []
  private(set) var weights: Set<[VariantWeight]> = []
  private(set) var entrants: [Enrollee] = []
  /// Number of installations that did not enter, because no launch showed a version to compare with the target.
  private(set) var unreadable = 0
  /// Number of installations that came to the experiment behind missing revisions.
  private(set) var behindGap = 0
  /// The most rules that a document holds out together with this one, itself among them; 0 without a holdout.
  private(set) var heldBack = 0

  struct VariantWeight: Hashable {
    let id: ExactString
    let weight: Int
  }

  init(of rule: ExactString, outcome: Outcome, place: Int) {
    self.rule = rule
    self.outcome = outcome
    self.place = place
  }

  /// Notes a document with the experiment. The result does not depend on the order of documents.
  ///
  /// - Parameter heldBack: the number of rules that the document holds out.
  mutating func record(_ experiment: Experiment, _ outcome: Outcome, heldBack: Int) {
    place = min(place, experiment.index)
    if experiment.holdout != nil { (hasHoldout, self.heldBack) = (true, max(self.heldBack, heldBack)) }
    for (index, variant) in experiment.variants.enumerated() {
      variants[variant.id] = min(variants[variant.id] ?? index, index)
    }
    prefer(outcome)
  }

  /// Keeps the target whose text sorts first among equal targets.
  private mutating func prefer(_ outcome: Outcome) {
    if case .update(let new) = outcome, case .update(let old) = self.outcome, new.text < old.text {
      self.outcome = outcome
    }
  }

  /// Adds the tally of other installations of the log for the same rule and target.
  static func += (all: inout Self, other: Self) {
    all.place = min(all.place, other.place)
    all.variants.merge(other.variants, uniquingKeysWith: min)
    all.hasHoldout = all.hasHoldout || other.hasHoldout
    all.holdouts.formUnion(other.holdouts)
    all.weights.formUnion(other.weights)
    all.entrants += other.entrants
    all.unreadable += other.unreadable
    all.behindGap += other.behindGap
    all.heldBack = max(all.heldBack, other.heldBack)
    all.prefer(other.outcome)
  }

  /// Notes the shares under which an installation enters.
  mutating func enter(_ experiment: Experiment) {
    if let holdout = experiment.holdout { holdouts.insert(holdout) }
    if !experiment.variants.isEmpty { weights.insert(Self.smallestWeights(of: experiment.variants)) }
  }

  /// The weights in the smallest whole numbers: 2 and 2 place every installation as 1 and 1 do.
  private static func smallestWeights(of variants: [RuleVariant]) -> [VariantWeight] {
    let divisor = max(1, variants.reduce(0) { greatestDivisor($0, $1.weight) })
    return variants.map { VariantWeight(id: $0.id, weight: $0.weight / divisor) }
  }

  private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }

  mutating func add(_ entrant: Enrollee) { entrants.append(entrant) }

  mutating func leaveOut() { unreadable += 1 }

  mutating func leaveOutBehindGap() { behindGap += 1 }

  /// The first entrance; long ago where nobody entered.
  var firstEntrance: Timestamp { entrants.map(\.entered).min() ?? .missing }
}

/// An installation in an experiment. It belongs to its group from its entrance on, whatever happens later.
struct Enrollee: Sendable {
  let entrance: Enrolment
  let entered: Timestamp
  /// The first launch on the target; nil before it.
  var updated: Timestamp?
  /// The first showing of the rule for the target; nil before it.
  var seen: Timestamp?
}

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
    let holdouts = [policy.attention?.holdout] + policy.rules.map(\.pacing.holdout)
    for share in holdouts.compactMap({ $0?.share }) where share <= 0 || share >= 10_000 {
      sharesOfAllOrNone.insert(share)
    }
    let experiments = policy.experiments
    var measured: [Measured] = []
    for experiment in experiments {
      let outcome = Outcome(experiment.rule, in: policy)
      let place = noteTally(of: experiment.rule.id, outcome, experiment.index)
      let heldBack = experiments.count { $0.holdout != nil && $0.holdout == experiment.holdout }
      tallies[place].record(experiment, outcome, heldBack: heldBack)
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
    for place in participant.behindGap { tallies[place].leaveOutBehindGap() }
  }
}
