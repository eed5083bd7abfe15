import Herald

/// The installations that entered the experiments on one rule and one target.
struct ExperimentTally: Sendable {
  let rule: ExactString
  private(set) var outcome: Outcome
  /// The rule's first place in a document.
  private(set) var place: Int
  /// The variants in the order of a document, by their first place.
  private(set) var variants: [ExactString: Int] = [:]
  /// Whether a document holds the rule out.
  private(set) var hasHoldout = false
  /// The holdouts, and the weights of variants, under which installations entered.
  private(set) var holdouts: Set<Holdout> = []
  private(set) var weights: Set<[VariantWeight]> = []
  private(set) var entrants: [Entrant] = []

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
  mutating func note(_ experiment: Experiment, _ outcome: Outcome) {
    place = min(place, experiment.index)
    if experiment.holdout != nil { hasHoldout = true }
    for (index, variant) in experiment.variants.enumerated() {
      variants[variant.id] = min(variants[variant.id] ?? index, index)
    }
    if case .update(let new) = outcome, case .update(let old) = self.outcome, new.text < old.text {
      self.outcome = outcome
    }
  }

  /// Notes the shares under which an installation enters.
  mutating func enter(_ experiment: Experiment) {
    if let holdout = experiment.holdout { holdouts.insert(holdout) }
    if !experiment.variants.isEmpty {
      weights.insert(experiment.variants.map { VariantWeight(id: $0.id, weight: $0.weight) })
    }
  }

  mutating func add(_ entrant: Entrant) { entrants.append(entrant) }
}

/// An installation in an experiment. It belongs to its group from its entrance on, whatever happens later.
struct Entrant: Sendable {
  let entrance: Entrance
  let entered: Timestamp
  /// The first launch on the target; nil before it.
  var updated: Timestamp?
  /// The first showing of the rule; nil before it.
  var seen: Timestamp?
}
