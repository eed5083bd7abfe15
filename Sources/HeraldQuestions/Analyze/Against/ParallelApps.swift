import Herald
import HeraldFormats

/// Two obedient apps on one device, each under a document of its own, that live the same until they are shown something
/// else.
struct ParallelApps {
  private(set) var before: ObedientApp
  private(set) var after: ObedientApp

  init(_ situation: Situation, _ documents: [(policy: Policy, document: Document)], source: ExactString) {
    let occasion = situation.occasion
    let apps = documents.map { policy, document in
      var app = ObedientApp(source: source, at: occasion.time)
      app.launch(situation.profile, drawing: situation.draws)
      app.fetch(document, .accepted(policy), occasion.trigger)
      if FetchTrigger(rawValue: occasion.trigger.rawValue) == nil { app.ask(occasion.trigger, occasion.operation) }
      return app
    }
    (before, after) = (apps[0], apps[1])
  }

  mutating func ask(_ trigger: Trigger, _ operation: ExactString?) {
    before.ask(trigger, operation)
    after.ask(trigger, operation)
  }

  mutating func wait(until moment: Timestamp) {
    guard let offset = before.decision?.question.now.offsetMinutes else { return }
    let time = DeviceTime(moment: moment, offsetMinutes: offset)
    before.wait(until: time)
    after.wait(until: time)
  }

  /// Shows what both decided, and answers both with one button.
  ///
  /// - Returns: false where the prompts have no such button.
  mutating func answer(choosing order: [Button]) -> Bool {
    guard let first = before.decision?.prompt, let second = after.decision?.prompt else { return true }
    guard let button = order.first(where: { first.buttons.contains($0) && second.buttons.contains($0) }) else {
      return false
    }
    before.show(first, choosing: button)
    after.show(second, choosing: button)
    return true
  }

  /// The difference of the two last decisions; nil where both show the same.
  var difference: PossibleChanges.Kind? {
    guard let first = before.decision, let second = after.decision else { return nil }
    return Self.difference(first, second)
  }

  static func difference(_ first: Decision, _ second: Decision) -> PossibleChanges.Kind? {
    func kind(_ differs: DocumentChange.Difference) -> PossibleChanges.Kind {
      PossibleChanges.Kind(before: first.prompt?.kind, after: second.prompt?.kind, differs: differs)
    }
    guard first.prompt?.kind == second.prompt?.kind else { return kind(.kind) }
    guard let prompt = first.prompt, let other = second.prompt else { return nil }
    if prompt.destination != other.destination { return kind(.destination) }
    let isSame =
      prompt.texts == other.texts && prompt.message == other.message && prompt.title == other.title
      && prompt.whatIsNew == other.whatIsNew && prompt.warnings == other.warnings
    return isSame ? nil : kind(.text)
  }

  /// The next instant at which time alone changes what one of them shows.
  var nextChange: Timestamp? {
    [before, after].compactMap { app in
      app.decision.flatMap { Explanation($0.question, in: app.state).until }
    }.min()
  }

  /// The two logs, up to the last decision; nil where a reader of them would see something else.
  func witness(of kind: PossibleChanges.Kind) -> WitnessPair? {
    let logs = [before, after].map { app in
      AnalyzeWitness(source: app.source, revision: app.decision?.revision ?? 0, events: app.events)
    }
    guard let first = logs[0].replayed(), let second = logs[1].replayed(),
      Self.difference(first.decision, second.decision) == kind, logs[0].revision == logs[1].revision
    else { return nil }
    return WitnessPair(before: logs[0], after: logs[1])
  }
}

/// Searches pairs of logs that prove a kind of change.
struct ChangeSearch {
  private let space: SituationSpace
  private let documents: [(policy: Policy, document: Document)]
  /// Number of pairs so far, for their names.
  private var found = 0

  private static let mostPlaces = 40
  /// Lives take longer than first questions.
  private static let mostLivedPlaces = 12
  private static let mostQuestions = 10

  init(_ space: SituationSpace, _ documents: [(policy: Policy, document: Document)]) {
    (self.space, self.documents) = (space, documents)
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
      for life in Life.all {
        guard AnalysisWork.spend(steps) else { return nil }
        if let witness = lived(life, situation, kind) { return told(kind, .often, places, witness) }
      }
    }
    return nil
  }

  private func lived(
    _ life: Life, _ situation: Situation, _ kind: PossibleChanges.Kind
  ) -> WitnessPair? {
    let first = Situation(
      profile: situation.profile, draws: situation.draws,
      occasion: life.beginsManually
        ? Occasion(trigger: .manual, operation: nil, time: situation.occasion.time) : situation.occasion)
    var apps = ParallelApps(first, documents, source: source)
    for _ in 0..<Self.mostQuestions {
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
