import Herald
import HeraldFormats

/// Searches pairs of logs that prove a kind of change.
struct ChangeSearch {
  private let space: SituationSpace
  private let documents: [(policy: Policy, document: Document)]
  private let start: Timestamp?
  /// Number of pairs so far, for their names.
  private var found = 0

  private static let mostPlaces = 40
  /// Lives take longer than first questions.
  private static let mostLivedPlaces = 12
  private static let mostEarlier = 8
  private static let stepsOfQuestion = 40
  /// The most questions of a life: enough for a limit of one document alone to be used up.
  private let mostQuestions: Int

  /// - Parameter start: the earliest moment of a log; nil for any.
  init(_ space: SituationSpace, _ documents: [(policy: Policy, document: Document)], from start: Timestamp?) {
    (self.space, self.documents, self.start) = (space, documents, start)
    let counts = documents.map { Set($0.policy.rules.flatMap(\.counts)) }
    let own = counts[0].symmetricDifference(counts[1]).filter { $0 <= 50 }.max() ?? 0
    mostQuestions = max(10, 2 * own + 4)
  }

  /// The steps of work of two lives.
  private var steps: Int { documents.reduce(0) { $0 + $1.document.stepsOfLife } }

  private var source: ExactString { ExactString("/analyze/\(found + 1)") }

  /// A change on a device that has seen nothing.
  mutating func fresh(_ kind: PossibleChanges.Kind, _ places: [PossibleChanges.Place]) -> DocumentChange? {
    var groups: [[PossibleChanges.Place]] = []
    let plain = places.filter(\.values.isEmpty)
    if !plain.isEmpty { groups.append(plain) }
    groups += places.filter { !$0.values.isEmpty }.map { [$0] }
    for group in groups.prefix(Self.mostPlaces) {
      for boxes in [group.map(\.situations)] + group.prefix(Self.mostPlaces).map({ [$0.situations] }) {
        guard AnalysisWork.spend(steps) else { return nil }
        guard let situation = space.situation(in: boxes, with: group[0].values) else { continue }
        let apps = ParallelApps(situation, documents, source: source)
        if apps.difference == kind, let witness = apps.witness(of: kind) {
          return told(kind, kind.differs, places, witness)
        }
      }
    }
    return nil
  }

  /// A change after prompts that both show.
  mutating func later(_ kind: PossibleChanges.Kind, _ places: [PossibleChanges.Place]) -> DocumentChange? {
    for place in places.prefix(Self.mostLivedPlaces) {
      guard let situation = space.situation(in: [place.situations], with: place.values) else { continue }
      for own in [situation] + earlier(situation) {
        for life in Life.all(in: own) {
          guard AnalysisWork.spend(steps) else { return nil }
          if let witness = lived(life, own, kind) { return told(kind, .often, places, witness) }
        }
      }
    }
    return nil
  }

  /// The situation as long before the date of a deadline as one of its lengths is: a history may have to begin there.
  private func earlier(_ situation: Situation) -> [Situation] {
    let occasion = situation.occasion
    let moments = documents.flatMap(\.policy.rules).compactMap(\.pacing.deadline).flatMap { deadline -> [Timestamp] in
      let date = deadline.at?.moment(offsetMinutes: occasion.time.offsetMinutes)
      let lengths = deadline.reminders.map(\.within) + [deadline.grace, deadline.afterFirstShown].compactMap(\.self)
      return lengths.compactMap { date?.later(by: -$0) }
    }
    let possible = Set(moments).filter { moment in
      Timestamp.range.contains(moment) && start.map { $0 <= moment } ?? true
    }
    return possible.sorted().prefix(Self.mostEarlier).map { moment in
      let time = DeviceTime(moment: moment, offsetMinutes: occasion.time.offsetMinutes)
      return Situation(
        profile: situation.profile, draws: situation.draws,
        occasion: Occasion(trigger: occasion.trigger, operation: occasion.operation, time: time))
    }
  }

  private func lived(
    _ life: Life, _ situation: Situation, _ kind: PossibleChanges.Kind
  ) -> WitnessPair? {
    let last = situation.occasion
    let first = life.beginning.map { Occasion(trigger: $0, operation: nil, time: last.time) } ?? last
    let next = life.goesOn ? first : last
    var apps = ParallelApps(
      Situation(profile: situation.profile, draws: situation.draws, occasion: first), documents, source: source)
    for _ in 0..<mostQuestions {
      guard AnalysisWork.spend(Self.stepsOfQuestion) else { return nil }
      if let difference = apps.difference { return difference == kind ? apps.witness(of: kind) : nil }
      let hasShown = apps.before.decision?.prompt != nil
      guard apps.answer(choosing: life.buttons) else { return nil }
      if life.waits || !hasShown || life.goesOn {
        // The state after the answer decides when something changes next, on the last occasion or before it.
        let (asked, goingOn) = (apps.asked(at: last), apps.asked(at: next))
        if asked.difference == kind { return asked.witness(of: kind) }
        let moment = [asked, goingOn].compactMap(\.nextChange).filter(Timestamp.range.contains).min()
        let showsAgain = goingOn.difference == nil && goingOn.before.decision?.prompt != nil
        // Where time changes nothing, a further answer still may.
        guard moment != nil || showsAgain else { return nil }
        if let moment, life.waits || !showsAgain {
          // Nobody has to ask before that, so that both may part there without being seen.
          apps.wait(until: moment)
          let later = apps.asked(at: last)
          if later.difference == kind { return later.witness(of: kind) }
        }
      }
      apps = apps.asked(at: next)
    }
    return nil
  }

  /// A way to live: the buttons that are chosen, and whether time passes.
  private struct Life {
    let buttons: [Button]
    let waits: Bool
    /// The trigger of the first question; nil for the situation's own.
    let beginning: Trigger?
    /// True if the later questions have that trigger too. The situation's own is tried after each of them.
    let goesOn: Bool

    private static let orders: [[Button]] = [
      [.later, .dismiss, .update, .exit], [.skip, .open, .later, .dismiss, .update, .exit], [.update, .open, .exit],
    ]
    private static let beginnings: [(trigger: Trigger?, goesOn: Bool)] = [
      (nil, false), (.manual, false), (.launch, true),
    ]

    /// The ways in a situation.
    static func all(in situation: Situation) -> [Life] {
      beginnings.filter { !$0.goesOn || $0.trigger != situation.occasion.trigger }.flatMap { beginning in
        [false, true].flatMap { waits in
          orders.map { Life(buttons: $0, waits: waits, beginning: beginning.trigger, goesOn: beginning.goesOn) }
        }
      }
    }
  }

  private mutating func told(
    _ kind: PossibleChanges.Kind, _ differs: DocumentChange.Difference, _ places: [PossibleChanges.Place],
    _ witness: WitnessPair
  ) -> DocumentChange {
    found += 1
    return DocumentChange(
      before: kind.before, after: kind.after, differs: differs,
      devices: SituationWords(space).words(of: places.map(\.situations)), witness: witness)
  }
}

extension Rule {
  /// The numbers of prompts and answers that its limits and its deadline count to.
  fileprivate var counts: [Int] {
    [maxDisplayCount, pacing.deadline?.deferrals].compactMap(\.self) + allCaps.map(\.count)
  }
}
