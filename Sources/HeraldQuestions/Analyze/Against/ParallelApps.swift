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

  /// Both, asked again on an occasion, at the time that their clocks show.
  func asked(at occasion: Occasion) -> ParallelApps {
    var apps = self
    apps.before.ask(occasion.trigger, occasion.operation)
    apps.after.ask(occasion.trigger, occasion.operation)
    return apps
  }

  mutating func wait(until moment: Timestamp) {
    before.wait(until: moment)
    after.wait(until: moment)
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
