import Herald
import HeraldFormats

/// Searches a life in which a deadline forces a device after other prompts.
struct DueLives {
  private let search: FreshSearch
  private let space: SituationSpace
  private let rules: [Rule]

  private static let mostPlaces = 20
  private static let mostQuestions = 40
  private static let stepsOfAnswer = 60
  static let nothingFound = "a deadline may force devices after other prompts, and no life that was tried leads there"

  /// - Parameter rules: the rules of the document.
  init(_ search: FreshSearch, _ space: SituationSpace, _ rules: [Rule]) {
    (self.search, self.space, self.rules) = (search, space, rules)
  }

  /// The log of a life, up to a decision at which something holds by the lines alone.
  ///
  /// - Parameter places: situations in which a deadline may force devices.
  func witness(
    in places: [DeviceBox], _ holds: (Decision, InstallationState) -> Bool
  ) -> AnalyzeWitness? {
    let deadlines = rules.compactMap(\.pacing.deadline)
    let lengths = Set(deadlines.flatMap { [$0.afterFirstShown, $0.grace] }.compactMap(\.self)).sorted()
    for place in places.prefix(Self.mostPlaces) {
      guard let situation = space.situation(in: [place]) else { continue }
      for occasion in occasions(at: situation.occasion) {
        let own = Situation(profile: situation.profile, draws: situation.draws, occasion: occasion)
        for pause in lengths.map(Optional.some) + [nil] {
          guard AnalysisWork.spend(search.steps) else { return nil }
          if let witness = lived(own, pause: pause, holds) { return witness }
        }
      }
    }
    return nil
  }

  /// The occasions on which an optional prompt begins the time of a deadline.
  private func occasions(at usual: Occasion) -> [Occasion] {
    let own = rules.compactMap(\.pacing.triggers).flatMap { triggers in
      triggers.triggers.sorted { $0.rawValue < $1.rawValue }.map { ($0, nil as ExactString?) }
        + triggers.operations.map { (Trigger.operation, $0) }
    }
    let all = [(Trigger.launch, nil), (usual.trigger, usual.operation)] + own.prefix(4)
    return all.map { Occasion(trigger: $0, operation: $1, time: usual.time) }
  }

  /// - Parameter pause: the time that passes after the first prompt; nil for none.
  private func lived(
    _ situation: Situation, pause: Int64?, _ holds: (Decision, InstallationState) -> Bool
  ) -> AnalyzeWitness? {
    let occasion = situation.occasion
    var (app, pause) = (search.app(situation), pause)
    for _ in 0..<Self.mostQuestions {
      guard AnalysisWork.spend(Self.stepsOfAnswer), let decision = app.decision else { return nil }
      if holds(decision, app.state) { return app.witness(holds) }
      let now = decision.question.now
      var next: Timestamp?
      if let prompt = decision.prompt {
        guard let button = [.later, .dismiss, .update, .exit].first(where: prompt.buttons.contains) else { return nil }
        app.show(prompt, choosing: button)
        next = pause.flatMap(now.moment.later)
        pause = nil
      } else {
        next = app.nextChange(on: occasion)
        if next == nil { return nil }
      }
      if let next {
        guard Timestamp.range.contains(next) else { return nil }
        app.wait(until: DeviceTime(moment: next, offsetMinutes: now.offsetMinutes))
      }
      app.ask(occasion.trigger, occasion.operation)
    }
    return nil
  }
}
