import Herald
import HeraldFormats

/// Each device that meets some filters and has seen nothing sees one of some kinds at a launch.
struct EveryPromise {
  private let filters: [Filter]
  private let sight: Promise.Sight
  private let date: WindowDate?

  init(_ filters: [Filter], _ sight: Promise.Sight, by date: WindowDate?) {
    (self.filters, self.sight, self.date) = (filters, sight, date)
  }

  func judge(
    _ policy: Policy, _ document: Document, within scope: AnalyzeScope
  ) -> (StatementVerdict, PromisesAnswer.Witness?) {
    let space = SituationSpace(
      of: [policy], and: filters.map { ValueCondition($0) }, at: [date].compactMap(\.self), within: scope)
    let occasions = space.occasions.indices.filter { index in
      let occasion = space.occasions[index]
      return occasion.trigger == .launch && date.map { $0.distance(to: occasion.time) >= 0 } ?? true
    }
    let region = space.asked.compactMap { space.part(of: $0, on: ClassSet(occasions)) }
      .compactMap { space.part(of: $0, meeting: .all(filters)) }
    guard !region.isEmpty else { return (.unless(space.limit), nil) }
    let courses = Courses(of: [(policy, document)], in: space, within: region)
    let broken = courses.parts.filter { !sight.allows($0.courses.first?.first?.kind) }.map(\.situations)
    let search = FreshSearch(space, policy, document)
    let witness = search.witness(in: broken) { decision, state in
      !sight.allows(decision.prompt?.kind) && filters.allMatch(state.profile)
        && date.map { $0.distance(to: decision.question.now) >= 0 } ?? true
    }
    if let witness { return (.doesNotHold, .one(witness)) }
    if let limit = courses.limit { return (.notDecided(limit), nil) }
    return broken.isEmpty ? (.holds, nil) : (.notDecided(FreshSearch.nothingFound), nil)
  }
}

extension [Filter] {
  /// True if every filter matches a device.
  func allMatch(_ profile: Profile) -> Bool {
    allSatisfy { $0.verdict(on: PropertyValue(profile[$0.property])).matches }
  }
}

/// Searches a log of a device that has seen nothing.
struct FreshSearch {
  private let space: SituationSpace
  private let policy: Policy
  private let document: Document

  /// The steps of work of a life.
  var steps: Int { document.stepsOfLife }

  static let nothingFound = "no log was found that breaks it, and nothing rules it out"
  private static let mostBoxes = 60

  init(_ space: SituationSpace, _ policy: Policy, _ document: Document) {
    (self.space, self.policy, self.document) = (space, policy, document)
  }

  /// The app of a situation, at its first decision.
  func app(_ situation: Situation) -> ObedientApp {
    let occasion = situation.occasion
    var app = ObedientApp(source: "/analyze/1", at: occasion.time)
    app.launch(situation.profile, drawing: situation.draws)
    app.fetch(document, .accepted(policy), occasion.trigger)
    if FetchTrigger(rawValue: occasion.trigger.rawValue) == nil { app.ask(occasion.trigger, occasion.operation) }
    return app
  }

  /// The log of the likeliest device of some boxes for which something holds, by the lines alone.
  func witness(
    in boxes: [DeviceBox], _ holds: (Decision, InstallationState) -> Bool
  ) -> AnalyzeWitness? {
    guard !boxes.isEmpty else { return nil }
    for group in [boxes] + boxes.prefix(Self.mostBoxes).map({ [$0] }) {
      guard AnalysisWork.spend(steps) else { return nil }
      guard let situation = space.situation(in: group) else { continue }
      if let witness = app(situation).witness(holds) { return witness }
    }
    return nil
  }
}

extension ObedientApp {
  /// The log up to the last decision, if something holds there by the lines alone.
  func witness(_ holds: (Decision, InstallationState) -> Bool) -> AnalyzeWitness? {
    guard let decision else { return nil }
    let witness = AnalyzeWitness(source: source, revision: decision.revision, events: events)
    guard let again = witness.replayed(), holds(again.decision, again.state) else { return nil }
    return witness
  }
}
