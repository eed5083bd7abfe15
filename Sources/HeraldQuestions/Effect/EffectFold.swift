package import Herald
package import HeraldLog

/// Finds, while a log is replayed, which installations entered which experiment, in which group, and when they updated.
///
/// It keeps a few numbers for each installation that entered an experiment, and no event. A log whose documents have no
/// experiment costs it one comparison for each decision.
package struct EffectFold: SummedFold {
  private var known = KnownExperiments()
  private var participants: [ExactString: Participant] = [:]
  private var lastParticipant: (source: ExactString, participant: Participant)?
  private var entrances = Enrolments()
  private var ends: [Timestamp] = []
  /// The installations whose streams lack revisions so far.
  private var gapped: Set<ExactString> = []

  package init() {}

  package var makePart: @Sendable () -> Self { { Self() } }

  package mutating func visit(_ moment: inout ReplayMoment) {
    let previous = moment.before.revision
    let isRepeated = moment.before.isOnScreen(moment.data)
    record(
      moment.fact, after: previous, of: moment.source, in: moment.state, question: moment.question,
      isRepeated: isRepeated)
  }

  /// Applies the next event.
  ///
  /// - Parameters:
  ///   - previous: the revision of the state before the event.
  ///   - state: after the event.
  ///   - question: the question that the event asks; nil for none.
  ///   - isRepeated: true for a showing that is recorded again. The prompt may have been on the screen before the
  ///     installation entered the experiment.
  package mutating func record(
    _ fact: Fact, after previous: Int, of source: ExactString, in state: InstallationState, question: Question?,
    isRepeated: Bool
  ) {
    if fact.revision > previous + 1 { gapped.insert(source) }
    if !participants.isEmpty, !isRepeated { noteOutcome(of: fact, source, in: state) }
    if let question, let policy = state.policy { enter(source, question, in: state, policy, at: fact.time.moment) }
  }

  private mutating func enter(
    _ source: ExactString, _ question: Question, in state: InstallationState, _ policy: Policy, at time: Timestamp
  ) {
    let measured = known.measured(in: policy)
    let past = measured.isEmpty ? nil : participant(source)
    if measured.allSatisfy({ past?.knows($0.place) ?? false }) { return }
    let open = measured.filter { past?.knows($0.place) != true }
    let found = entrances.found(at: question, in: state, among: open.map(\.experiment))
    if found.isEmpty { return }
    let installed = InstalledVersions(state.profile)
    var rest = open[...]
    for entrance in found {
      // Both are in the order of the rules.
      rest = rest.drop { $0.experiment.index < entrance.index }
      guard let (experiment, place, target) = rest.first else { break }
      switch target.isReached(by: installed) {
      case nil: begin(source).cannotRead(place)
      case true?: break
      case false? where !gapped.isEmpty && gapped.contains(source): begin(source).cannotTell(place)
      case false?:
        known.enter(experiment, at: place)
        begin(source).enter(place, target, Enrollee(entrance: entrance, entered: time))
      }
    }
  }

  /// Notes that a participant updated, or saw the rule.
  private mutating func noteOutcome(of fact: Fact, _ source: ExactString, in state: InstallationState) {
    switch fact.data {
    case .appLaunched: participant(source)?.launched(InstalledVersions(state.profile), at: fact.time.moment)
    case .promptShown(let showing):
      guard let participant = participant(source), let policy = state.policy,
        let place = known.place(of: showing.rule, in: policy)
      else { return }
      participant.saw(place, at: fact.time.moment)
    default: break
    }
  }

  /// Leaves an installation out of the experiments that it may have entered before its first event.
  package mutating func began(_ source: ExactString, in state: InstallationState) throws {
    guard let policy = state.policy else { return }
    let measured = known.measured(in: policy)
    if !measured.isEmpty { begin(source).leaveOut(of: measured.map(\.place)) }
  }

  package mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if let time = state.lastTime { ends.append(time) }
    gapped.remove(source)
    guard let participant = participants.removeValue(forKey: source) else { return }
    lastParticipant = nil
    known.count(participant)
  }

  /// Adds the results of other installations, whose streams have ended.
  package static func += (all: inout Self, other: Self) {
    all.known += other.known
    all.ends += other.ends
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
}

/// The results. Read them after the replay.
extension EffectFold {
  /// The effects, ordered by the place of the rule in its document.
  ///
  /// - Parameter days: the number of days for which installations are followed; nil for the longest usual time for
  ///   which half of them were followed.
  package func effects(days: Int? = nil) -> [Effect] {
    let end = LogEnd(ends).time
    let measured = known.tallies.filter { if case .update = $0.outcome { true } else { false } }
    return measured.sorted(by: Self.isBefore).flatMap { Effect.all(of: $0, end: end, days: days) }
  }

  /// The rules that are experiments without an update to measure, and why.
  package var unmeasured: [UnmeasuredRule] {
    known.tallies.filter { if case .update = $0.outcome { false } else { true } }.sorted(by: Self.isBefore)
      .map { UnmeasuredRule(rule: $0.rule, why: $0.outcome) }
  }

  /// The ids of all rules of policies in force, for a misspelt one.
  package var rules: Set<ExactString> { known.rules }

  /// True if a policy was in force at a decision, or before a stream's first event.
  package var hasPolicy: Bool { known.hasPolicy }

  /// The shares of holdouts that hold out all installations, or none, in hundredths of a percent.
  package var sharesOfAllOrNone: Set<Int> { known.sharesOfAllOrNone }

  /// By the rule's place, its id, and the first entrance, the newest first.
  private static func isBefore(_ left: ExperimentTally, _ right: ExperimentTally) -> Bool {
    if left.place != right.place { return left.place < right.place }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.firstEntrance != right.firstEntrance { return left.firstEntrance > right.firstEntrance }
    return right.outcome < left.outcome
  }
}
