import Herald
import HeraldFormats

/// Searches a life in which a device sees too many prompts within a length of time.
struct AskedLives {
  private let filters: [Filter]
  private let most: Int
  private let length: Int64
  private let kinds: Set<PromptKind>
  private let search: FreshSearch
  private let space: SituationSpace

  private static let mostPlaces = 60
  /// The most places in which one planned beginning is tried.
  private static let mostPlannedPlaces = 6
  private static let stepsOfAnswer = 60

  init(
    _ filters: [Filter], moreThan most: Int, within length: Int64, _ kinds: Set<PromptKind>, _ search: FreshSearch,
    _ space: SituationSpace
  ) {
    (self.filters, self.most, self.length, self.kinds) = (filters, most, length, kinds)
    (self.search, self.space) = (search, space)
  }

  /// The log of a life that begins in one of some places, up to the prompt that is too much.
  ///
  /// - Parameters:
  ///   - places: situations in which a life begins.
  ///   - plans: further ways in which a life begins, each with situations in which it may.
  ///   - start: the moment before which no life begins; nil for none.
  func breach(
    _ places: [DeviceBox], _ plans: [(plan: LifePlan, places: [DeviceBox])], from start: Timestamp?
  ) -> AnalyzeWitness? {
    for place in loud(places).prefix(Self.mostPlaces) {
      guard let situation = space.situation(in: [place]) else { continue }
      if let witness = breach(situation, pause: nil) { return witness }
    }
    for (plan, places) in plans {
      for place in loud(places).prefix(Self.mostPlannedPlaces) {
        guard let usual = space.situation(in: [place]), let (first, pause) = plan.moments(of: usual.occasion.time),
          start.map({ first >= $0 }) ?? true
        else { continue }
        let occasion = Occasion(
          trigger: usual.occasion.trigger, operation: usual.occasion.operation,
          time: DeviceTime(moment: first, offsetMinutes: usual.occasion.time.offsetMinutes))
        let situation = Situation(profile: usual.profile, draws: usual.draws, occasion: occasion)
        if let witness = breach(situation, pause: pause) { return witness }
      }
    }
    return nil
  }

  /// The parts of places on which the user does not ask, because a prompt that the user asks for does not count.
  private func loud(_ places: [DeviceBox]) -> [DeviceBox] {
    let loud = ClassSet(space.occasions.indices.filter { space.occasions[$0].trigger != .manual })
    return places.compactMap { space.part(of: $0, on: loud) }
  }

  private static let orders: [[Button]] = [
    [.later, .dismiss, .update, .exit], [.update, .open, .exit, .dismiss, .later],
  ]

  private func breach(_ situation: Situation, pause: Timestamp?) -> AnalyzeWitness? {
    for waits in [false, true] {
      for buttons in Self.orders {
        guard AnalysisWork.spend(search.steps) else { return nil }
        let app = search.app(situation)
        if let witness = lived(app, situation.occasion, buttons, waits, pause) { return witness }
      }
    }
    return nil
  }

  /// - Parameters:
  ///   - waits: true to wait after each prompt until time changes an answer.
  ///   - pause: the moment until which the first wait lasts; nil for a wait until time changes an answer.
  private func lived(
    _ first: ObedientApp, _ occasion: Occasion, _ buttons: [Button], _ waits: Bool, _ pause: Timestamp?
  ) -> AnalyzeWitness? {
    var (app, pause) = (first, pause)
    var times: [Int64] = []
    for _ in 0..<max(12, most + 1) {
      guard AnalysisWork.spend(Self.stepsOfAnswer), let decision = app.decision else { return nil }
      if let prompt = decision.prompt {
        if kinds.contains(prompt.kind), decision.question.trigger != .manual {
          times.append(decision.question.now.moment.milliseconds)
          if times.count > most, times[times.count - 1] - times[times.count - 1 - most] < length {
            return app.witness { $1.profile == app.state.profile && filters.allMatch($1.profile) && $0.prompt != nil }
          }
        }
        guard let button = buttons.first(where: prompt.buttons.contains) else { return nil }
        app.show(prompt, choosing: button)
      }
      if waits || decision.prompt == nil {
        guard let moment = pause ?? app.nextChange(on: occasion), Timestamp.range.contains(moment) else { return nil }
        pause = nil
        app.wait(until: DeviceTime(moment: moment, offsetMinutes: decision.question.now.offsetMinutes))
      }
      app.ask(occasion.trigger, occasion.operation)
    }
    return nil
  }
}

/// A way in which a life begins that waiting alone does not find.
struct LifePlan {
  /// The date that the beginning is counted from; nil for the usual moment of a situation.
  let date: WindowDate?
  let beginning: RuleAlone.Beginning

  /// The plans for a rule.
  ///
  /// - Parameter best: the beginning with the most prompts of the rule's own kind; nil where none was looked for.
  static func all(for rule: Rule, of kinds: Set<PromptKind>, _ best: RuleAlone.Beginning?) -> [LifePlan] {
    let deadline = rule.pacing.deadline
    var beginnings = [best].compactMap(\.self)
    if let deadline, kinds.contains(deadline.becomes) {
      beginnings += [deadline.afterFirstShown, deadline.grace].compactMap { due in
        due.map { RuleAlone.Beginning(first: 0, second: $0) }
      }
    }
    // On the last day of a rule, others may be about to begin.
    let eve = rule.displayBefore.map { LifePlan(date: $0, beginning: RuleAlone.Beginning(first: 0, second: nil)) }
    return beginnings.map { LifePlan(date: deadline?.at, beginning: $0) } + [eve].compactMap(\.self)
  }

  /// The moments of the first prompt and of the second, nil for any; nil where a date cannot express them.
  fileprivate func moments(of usual: DeviceTime) -> (first: Timestamp, second: Timestamp?)? {
    let date = date?.moment(offsetMinutes: usual.offsetMinutes) ?? usual.moment
    guard let first = date.later(by: beginning.first), Timestamp.range.contains(first) else { return nil }
    return (first, beginning.second.flatMap(date.later))
  }
}
