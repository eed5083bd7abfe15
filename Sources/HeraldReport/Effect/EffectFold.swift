package import Herald
import HeraldLog

/// Finds, while a log is replayed, which installations entered which experiment, in which group, and when they updated.
///
/// It keeps a few numbers for each installation that entered an experiment, and no event. A log whose documents have no
/// experiment costs it one comparison for each decision.
package struct EffectFold: FactVisitor {
  private var tallies: [ExperimentTally] = []
  /// The places in `tallies` by rule.
  private var places: [ExactString: [Int]] = [:]
  private var policies: [ObjectIdentifier: KnownPolicy] = [:]
  private var last: KnownPolicy?
  private var participants: [ExactString: Participant] = [:]
  private var lastParticipant: (source: ExactString, participant: Participant)?
  private var entrances = Entrances()
  private var ends: [Timestamp] = []
  /// The ids of all rules of policies in force, for a misspelt one.
  package private(set) var rules: Set<ExactString> = []

  private static let mostPolicies = 4096

  /// A policy with its experiments that have an update to measure, and the place of each in `tallies`.
  private struct KnownPolicy {
    let policy: Policy
    let measured: [(experiment: Experiment, place: Int, target: UpdateTarget)]
  }

  package init() {}

  package mutating func folded(_ fact: Fact, of source: ExactString, to state: InstallationState) throws {
    note(fact, of: source, in: state, question: Question(fact.data, at: fact.time, of: source))
  }

  /// Applies the next event.
  ///
  /// - Parameters:
  ///   - state: after the event.
  ///   - question: what the event asks; nil for nothing.
  mutating func note(_ fact: Fact, of source: ExactString, in state: InstallationState, question: Question?) {
    if !participants.isEmpty { noteOutcome(of: fact, source, in: state) }
    if let question, let policy = state.policy { enter(source, question, in: state, policy, at: fact.time.moment) }
  }

  private mutating func enter(
    _ source: ExactString, _ question: Question, in state: InstallationState, _ policy: Policy, at time: Timestamp
  ) {
    let known = known(policy)
    let past = known.measured.isEmpty ? nil : participant(source)
    if known.measured.allSatisfy({ past?.knows($0.place) ?? false }) { return }
    let open = known.measured.filter { past?.knows($0.place) != true }
    for entrance in entrances.found(at: question, in: state, among: open.map(\.experiment)) {
      guard let (experiment, place, target) = open.first(where: { $0.experiment.index == entrance.index }),
        !target.isReached(by: state.profile)
      else { continue }
      tallies[place].enter(experiment)
      begin(source).entries.append((place, target, Entrant(entrance: entrance, entered: time)))
    }
  }

  /// Notes that a participant updated, or saw the rule.
  private mutating func noteOutcome(of fact: Fact, _ source: ExactString, in state: InstallationState) {
    switch fact.data {
    case .appLaunched:
      participant(source)?.note(\.updated, at: fact.time.moment) { $0.target.isReached(by: state.profile) }
    case .promptShown(let showing):
      guard let participant = participant(source) else { return }
      participant.note(\.seen, at: fact.time.moment) { tallies[$0.place].rule == showing.rule }
    default: break
    }
  }

  /// Leaves an installation out of the experiments that it may have entered before its first event.
  package mutating func began(_ source: ExactString, in state: InstallationState) throws {
    guard let policy = state.policy else { return }
    let known = known(policy)
    if !known.measured.isEmpty { begin(source).leftOut.formUnion(known.measured.map(\.place)) }
  }

  package mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if let time = state.lastTime { ends.append(time) }
    guard let participant = participants.removeValue(forKey: source) else { return }
    lastParticipant = nil
    for (place, _, entrant) in participant.entries { tallies[place].add(entrant) }
  }

  private mutating func known(_ policy: Policy) -> KnownPolicy {
    let policy = policy.shared
    if let last, last.policy === policy { return last }
    let found = policies[ObjectIdentifier(policy)] ?? learn(policy)
    last = found
    return found
  }

  private mutating func learn(_ policy: Policy) -> KnownPolicy {
    rules.formUnion(policy.rules.map(\.id))
    var measured: [(experiment: Experiment, place: Int, target: UpdateTarget)] = []
    for experiment in policy.experiments {
      let outcome = Outcome(experiment.rule, in: policy)
      let place = place(of: experiment, outcome)
      if case .update(let target) = outcome { measured.append((experiment, place, target)) }
    }
    if policies.count >= Self.mostPolicies { policies.removeAll(keepingCapacity: true) }
    let known = KnownPolicy(policy: policy, measured: measured)
    policies[ObjectIdentifier(policy)] = known
    return known
  }

  private mutating func place(of experiment: Experiment, _ outcome: Outcome) -> Int {
    let rule = experiment.rule.id
    let place = places[rule, default: []].first { tallies[$0].outcome == outcome } ?? tallies.count
    if place == tallies.count {
      tallies.append(ExperimentTally(of: rule, outcome: outcome, place: experiment.index))
      places[rule, default: []].append(place)
    }
    tallies[place].note(experiment, outcome)
    return place
  }

  private mutating func participant(_ source: ExactString) -> Participant? {
    if let last = lastParticipant, last.source == source { return last.participant }
    guard let found = participants[source] else { return nil }
    lastParticipant = (source, found)
    return found
  }

  private mutating func begin(_ source: ExactString) -> Participant {
    if let known = participant(source) { return known }
    let participant = Participant()
    participants[source] = participant
    lastParticipant = (source, participant)
    return participant
  }

  /// The effects, those of the first rule of a document first. Call it after the replay.
  ///
  /// - Parameter days: how long installations are followed; nil for as long as half of them were.
  package func effects(days: Int? = nil) -> [Effect] {
    let end = LogEnd(ends).time
    let measured = tallies.filter { if case .update = $0.outcome { true } else { false } }
    return measured.sorted(by: Self.isBefore).flatMap { Effect.all(of: $0, end: end, days: days) }
  }

  /// The rules that are experiments without an update to measure, and why.
  package var unmeasured: [(rule: ExactString, why: Outcome)] {
    tallies.filter { if case .update = $0.outcome { false } else { true } }.sorted(by: Self.isBefore)
      .map { ($0.rule, $0.outcome) }
  }

  /// By the rule's place, its id, and the first entrance, the newest first.
  private static func isBefore(_ left: ExperimentTally, _ right: ExperimentTally) -> Bool {
    if left.place != right.place { return left.place < right.place }
    if left.rule != right.rule { return left.rule < right.rule }
    let (first, second) = (left.firstEntrance, right.firstEntrance)
    if first != second { return first > second }
    return left.outcome.text > right.outcome.text
  }
}

extension ExperimentTally {
  fileprivate var firstEntrance: Timestamp { entrants.map(\.entered).min() ?? .missing }
}

extension Outcome {
  fileprivate var text: ExactString { if case .update(let target) = self { target.text } else { "" } }
}
