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
        for life in Life.all {
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
    let first = Situation(
      profile: situation.profile, draws: situation.draws,
      occasion: life.beginsManually
        ? Occasion(trigger: .manual, operation: nil, time: situation.occasion.time) : situation.occasion)
    var apps = ParallelApps(first, documents, source: source)
    for _ in 0..<mostQuestions {
      guard AnalysisWork.spend(Self.stepsOfQuestion) else { return nil }
      if let difference = apps.difference { return difference == kind ? apps.witness(of: kind) : nil }
      let hasShown = apps.before.decision?.prompt != nil
      guard apps.answer(choosing: life.buttons) else { return nil }
      if life.waits || !hasShown {
        // The state after the answer decides when something changes next.
        var asked = apps
        asked.ask(situation.occasion.trigger, situation.occasion.operation)
        if let difference = asked.difference { return difference == kind ? asked.witness(of: kind) : nil }
        guard let moment = asked.nextChange, Timestamp.range.contains(moment) else { return nil }
        if asked.before.decision?.prompt == nil { apps = asked }
        apps.wait(until: moment)
      }
      apps.ask(situation.occasion.trigger, situation.occasion.operation)
    }
    return nil
  }

  /// A way to live: the buttons that are chosen, and whether time passes.
  private struct Life {
    let buttons: [Button]
    let waits: Bool
    let beginsManually: Bool

    private static let orders: [[Button]] = [
      [.later, .dismiss, .update, .exit], [.skip, .open, .later, .dismiss, .update, .exit], [.update, .open, .exit],
    ]

    static let all: [Life] = [false, true].flatMap { manually in
      [false, true].flatMap { waits in orders.map { Life(buttons: $0, waits: waits, beginsManually: manually) } }
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
