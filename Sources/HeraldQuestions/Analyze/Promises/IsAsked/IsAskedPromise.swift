import Herald
import HeraldFormats

/// The promise of a largest number of prompts: a device that meets the filters sees at most that many prompts of the
/// named kinds within a length of time.
struct IsAskedPromise {
  private let filters: [Filter]
  private let most: Int
  private let length: Int64
  private let kinds: Set<PromptKind>

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
    let places = policy.rules.indices.map { index in
      policy.rules[index].kinds.isDisjoint(with: kinds)
        ? []
        : conducts.conducts(of: index).flatMap { conduct in region.compactMap(conduct.situations.intersection) }
    }
    // Behind a limit situations may be missing, so each rule of the kinds counts.
    let counted = zip(policy.rules, places).enumerated().map { (index: $0, rule: $1.0, places: $1.1) }
      .filter { !$0.places.isEmpty || space.limit != nil && !$0.rule.kinds.isDisjoint(with: kinds) }
    var bound = MostPrompts(document, of: kinds, within: length, atMost: most)
    let rules = counted.map { (index: $0.index, rule: $0.rule) }
    if bound.areFew(rules) { return (.holds, nil) }
    let ofDevices = space.limit == nil ? rulesOfDevices(counted, space) : nil
    if let ofDevices, ofDevices.allSatisfy({ bound.areFew($0) }) { return (.holds, nil) }
    let lives = AskedLives(filters, moreThan: most, within: length, kinds, FreshSearch(space, policy, document), space)
    let courses = Courses(of: [(policy, document)], in: space, within: region)
    // Where there are too many, lives begin wherever a rule may be shown, although another one may be before it.
    let starts = courses.parts.isEmpty ? places.flatMap(\.self) : courses.parts.filter(mayCount).map(\.situations)
    if let witness = lives.breach(starts, [], from: scope.start) { return (.doesNotHold, .one(witness)) }
    if bound.areFewAlone(rules) { return (.holds, nil) }
    if let ofDevices, ofDevices.allSatisfy({ bound.areFewAlone($0) }) { return (.holds, nil) }
    let plans = counted.flatMap { index, rule, places in
      LifePlan.all(for: rule, of: kinds, bound.alone[index]??.beginning).map { (plan: $0, places: places) }
    }
    if let witness = lives.breach([], plans, from: scope.start) { return (.doesNotHold, .one(witness)) }
    return (.notDecided(space.limit ?? nothingFound(among: counted.map(\.rule))), nil)
  }

  /// The reason why lives and limits decide nothing.
  private func nothingFound(among rules: [Rule]) -> String {
    let horizon = "no life of 60 days and \(max(12, most + 1)) steps that was tried breaks it"
    let moving = rules.first { rule in
      rule.pacing.deadline.map { !$0.reminders.isEmpty && $0.at?.isInstant == false } ?? false
    }
    guard let moving else { return horizon + ", and the rules' limits do not prove it" }
    return horizon + ", and the rules' limits do not prove it where a traveller's clock moves the deadline of "
      + "`\(moving.id)`; a date with an offset stays where it is"
  }

  /// True if a prompt that counts may be shown in a part.
  private func mayCount(_ part: (situations: DeviceBox, courses: [Course])) -> Bool {
    part.courses.flatMap(\.offers).contains { offer in
      offer.kind.map(kinds.contains) ?? false || offer.laterKinds.contains(where: kinds.contains)
    }
  }

  /// The rules that single devices may see, whose properties stay, so that the rules of other devices do not count.
  ///
  /// - Returns: nil for too many kinds of devices.
  private func rulesOfDevices(
    _ counted: [(index: Int, rule: Rule, places: [DeviceBox])], _ space: SituationSpace
  ) -> [[(index: Int, rule: Rule)]]? {
    var parts: [(devices: DeviceBox, rules: [Int])] = [(space.all, [])]
    for (place, (_, _, boxes)) in counted.enumerated() {
      var next: [(devices: DeviceBox, rules: [Int])] = []
      for (devices, rules) in parts {
        var rest = [devices]
        for box in boxes.map(space.widened) {
          guard AnalysisWork.spend(rest.count) else { return nil }
          next += rest.compactMap { $0.intersection(box) }.map { ($0, rules + [place]) }
          rest = rest.flatMap { $0.subtracting(box) }
        }
        next += rest.map { ($0, rules) }
      }
      guard next.count <= [DeviceBox].most else { return nil }
      parts = next
    }
    return Set(parts.map(\.rules)).map { rules in rules.map { (counted[$0].index, counted[$0].rule) } }
  }
}
