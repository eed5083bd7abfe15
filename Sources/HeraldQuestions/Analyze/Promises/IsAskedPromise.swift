import Herald
import HeraldFormats

/// The promise of a largest number of prompts: a device that meets the filters sees at most that many prompts of the
/// named kinds within a length of time.
struct IsAskedPromise {
  private let filters: [Filter]
  private let most: Int
  private let length: Int64
  private let kinds: Set<PromptKind>

  private static let mostPlaces = 60
  private static let stepsOfAnswer = 60

  init(_ filters: [Filter], moreThan most: Int, within length: Int64, _ kinds: Set<PromptKind>) {
    (self.filters, self.most, self.length, self.kinds) = (filters, most, length, kinds)
  }

  func judge(
    _ policy: Policy, _ document: Document, within scope: AnalyzeScope
  ) -> (StatementVerdict, PromisesAnswer.Witness?) {
    let space = SituationSpace(of: [policy], and: filters.map { ValueCondition($0) }, within: scope)
    let region = space.asked.compactMap { space.part(of: $0, meeting: .all(filters)) }
    guard !region.isEmpty else { return (.unless(space.limit), nil) }
    let conducts = RuleConducts(of: policy, document, in: space)
    let places = policy.rules.map { rule in
      rule.kinds.isDisjoint(with: kinds)
        ? []
        : conducts.conducts(of: rule).flatMap { conduct in region.compactMap(conduct.situations.intersection) }
    }
    // Behind a limit situations may be missing, so each rule of the kinds counts.
    let counted = zip(policy.rules, places).filter { rule, places in
      !places.isEmpty || space.limit != nil && !rule.kinds.isDisjoint(with: kinds)
    }
    if let sum = provedMost(of: counted.map(\.0)), sum <= most { return (.holds, nil) }
    if space.limit == nil, let sum = provedMostOfOneDevice(counted, space), sum <= most { return (.holds, nil) }
    let courses = Courses(of: [(policy, document)], in: space, within: region)
    // Where there are too many, lives begin wherever a rule may be shown, although another one may be before it.
    let starts = courses.parts.isEmpty ? places.flatMap(\.self) : courses.parts.filter(mayCount).map(\.situations)
    if let witness = breach(starts, FreshSearch(space, policy, document), space) {
      return (.doesNotHold, .one(witness))
    }
    let horizon = "no life of 60 days and \(max(12, most + 1)) steps that was tried breaks it"
    return (.notDecided(space.limit ?? "\(horizon), and the limits of single rules do not prove it"), nil)
  }

  /// True if a prompt that counts may be shown in a part.
  private func mayCount(_ part: (situations: DeviceBox, courses: [Course])) -> Bool {
    part.courses.flatMap(\.offers).contains { offer in
      offer.kind.map(kinds.contains) ?? false || offer.laterKinds.contains(where: kinds.contains)
    }
  }

  // MARK: Proof

  /// The most prompts of one device, whose properties stay, so that the rules of other devices do not count; nil
  /// without a limit, or for too many kinds of devices.
  private func provedMostOfOneDevice(_ counted: [(Rule, [DeviceBox])], _ space: SituationSpace) -> Int? {
    var parts: [(devices: DeviceBox, rules: [Int])] = [(space.all, [])]
    for (index, (_, places)) in counted.enumerated() {
      let own = places.map(space.widened)
      var next: [(devices: DeviceBox, rules: [Int])] = []
      for (devices, rules) in parts {
        var rest = [devices]
        for box in own {
          guard AnalysisWork.spend(rest.count) else { return nil }
          next += rest.compactMap { $0.intersection(box) }.map { ($0, rules + [index]) }
          rest = rest.flatMap { $0.subtracting(box) }
        }
        next += rest.map { ($0, rules) }
      }
      guard next.count <= [DeviceBox].most else { return nil }
      parts = next
    }
    var most = 0
    for rules in Set(parts.map(\.rules)) {
      guard let sum = provedMost(of: rules.map { counted[$0].0 }) else { return nil }
      most = max(most, sum)
    }
    return most
  }

  /// The most prompts that the limits of single rules and of all together let through; nil without a limit.
  private func provedMost(of rules: [Rule]) -> Int? {
    var sum = 0
    for rule in rules {
      let period = rule.shortestPeriod > 0 ? windows(of: rule.shortestPeriod) : nil
      let limits = [rule.maxDisplayCount, period].compactMap(\.self) + rule.pacing.caps.map { prompts(of: $0) }
      guard limitsHold(for: rule), let own = limits.min() else { return budget(for: rules) }
      sum = sum.addingReportingOverflow(own).overflow ? .max : sum + own
    }
    return min(sum, budget(for: rules) ?? .max)
  }

  /// The most prompts that the limits for all prompts let through; nil where they do not hold for each rule.
  private func budget(for rules: [Rule]) -> Int? {
    guard rules.allSatisfy(limitsHold) else { return nil }
    return rules.first?.pacing.attention?.caps.map { prompts(of: $0) }.min()
  }

  /// True if limits hold for each prompt of the rule that counts. They do not hold once its kind has risen, and for a
  /// version to which the update is critical.
  private func limitsHold(for rule: Rule) -> Bool {
    !rule.kind.isBlocking && rule.critical == nil && rule.kinds.subtracting([rule.kind]).isDisjoint(with: kinds)
  }

  private func prompts(of cap: FrequencyCap) -> Int {
    let (product, isOver) = cap.count.multipliedReportingOverflow(by: windows(of: cap.period))
    return isOver ? .max : product
  }
  private func windows(of period: Int64) -> Int { Int((length - 1) / max(1, period)) + 1 }

  // MARK: Breach

  private func breach(_ places: [DeviceBox], _ search: FreshSearch, _ space: SituationSpace) -> AnalyzeWitness? {
    // A prompt that the user asks for does not count.
    let loud = ClassSet(space.occasions.indices.filter { space.occasions[$0].trigger != .manual })
    let counted = places.compactMap { space.part(of: $0, on: loud) }
    for place in counted.prefix(Self.mostPlaces) {
      guard let situation = space.situation(in: [place]) else { continue }
      for (buttons, waits) in Self.lives {
        guard AnalysisWork.spend(search.steps) else { return nil }
        if let witness = lived(search.app(situation), situation.occasion, buttons, waits) { return witness }
      }
    }
    return nil
  }

  private static let orders: [[Button]] = [
    [.later, .dismiss, .update, .exit], [.update, .open, .exit, .dismiss, .later],
  ]
  private static let lives = [false, true].flatMap { waits in orders.map { (buttons: $0, waits: waits) } }

  private func lived(
    _ first: ObedientApp, _ occasion: Occasion, _ buttons: [Button], _ waits: Bool
  ) -> AnalyzeWitness? {
    var app = first
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
        let question = Question(
          trigger: occasion.trigger, now: decision.question.now, source: app.source, operation: occasion.operation)
        guard let moment = Explanation(question, in: app.state).until, Timestamp.range.contains(moment) else {
          return nil
        }
        app.wait(until: DeviceTime(moment: moment, offsetMinutes: decision.question.now.offsetMinutes))
      }
      app.ask(occasion.trigger, occasion.operation)
    }
    return nil
  }
}

extension Rule {
  /// The kinds as which the rule may be shown.
  var kinds: Set<PromptKind> {
    var kinds: Set<PromptKind> = [kind]
    if kind == .optional, !pacing.forceUpdateTypes.isEmpty || critical != nil { kinds.insert(.force) }
    if let deadline = pacing.deadline { kinds.insert(deadline.becomes) }
    return kinds
  }

  /// The shortest time between two showings of the rule, in milliseconds: its own, or that of a reminder; 0 for none.
  fileprivate var shortestPeriod: Int64 {
    ([displayPeriod] + (pacing.deadline?.reminders.map(\.period) ?? [])).min() ?? 0
  }
}
