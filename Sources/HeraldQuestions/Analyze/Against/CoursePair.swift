import Herald
import HeraldFormats

/// The courses of two documents in the same situations.
struct CoursePair {
  let before: Course
  let after: Course

  /// The prompts of one device under both documents.
  struct Outcomes: Hashable {
    let before: Course.Outcome?
    let after: Course.Outcome?
  }

  /// The kinds as which a rule of the earlier document and the rule that it is matched with are shown at one question.
  private struct Choice {
    let before: PromptKind?
    let after: PromptKind?
  }

  /// The outcomes on a device that has seen nothing.
  var first: Outcomes { Outcomes(before: before.first, after: after.first) }

  /// The outcomes after any history that is the same under both; nil where there are too many histories, or
  /// no work is left.
  ///
  /// A rule that is not steady is shown as one of its kinds or not at all. Two rules that are matched are shown as their
  /// limits and deadlines let both, and limits that rules share let all of them through or none.
  func outcomes(_ matches: RuleMatches, atMost most: Int) -> [Outcomes]? {
    let own = before.offers.filter { !$0.isSteady }
    var others = after.offers.filter { !$0.isSteady }
    let budgets = matches.budgets(of: own.map(\.rule), and: others.map(\.rule))
    var rules: [(before: Int?, after: Int?)] = []
    var choices: [[Choice]] = []
    for offer in own {
      let kinds = matches.kinds(of: offer)
      guard let match = matches.pairs[offer.rule], let place = others.firstIndex(where: { $0.rule == match.rule })
      else {
        rules.append((offer.rule, nil))
        choices.append(kinds.map { Choice(before: $0, after: nil) })
        continue
      }
      let other = others.remove(at: place)
      rules.append((offer.rule, other.rule))
      choices.append(
        kinds.flatMap { kind in
          matches.kinds(ofLater: other).map { Choice(before: kind, after: $0) }
        }.filter { match.relation.allows($0.before, of: offer.laterKinds, beside: $0.after, of: other.laterKinds) })
    }
    for offer in others {
      rules.append((nil, offer.rule))
      choices.append(matches.kinds(ofLater: offer).map { Choice(before: nil, after: $0) })
    }
    let sizes = budgets.map(\.choices.count) + choices.map(\.count)
    guard let histories = Self.product(of: sizes, atMost: most), AnalysisWork.spend(histories * (sizes.count + 1))
    else {
      return nil
    }
    var all: [Outcomes] = []
    var seen: Set<Outcomes> = []
    for history in 0..<histories {
      var rest = history
      var (open, othersOpen) = ([:] as [ExactString?: Bool], [:] as [ExactString?: Bool])
      for budget in budgets {
        let choice = Self.next(of: budget.choices, &rest)
        (open[budget.group], othersOpen[budget.group]) = (choice.before, choice.after)
      }
      var (shown, othersShown) = ([:] as [Int: PromptKind], [:] as [Int: PromptKind])
      for (rule, options) in zip(rules, choices) {
        let choice = Self.next(of: options, &rest)
        if let before = rule.before { shown[before] = matches.kind(choice.before, of: before, under: open) }
        if let after = rule.after { othersShown[after] = matches.kind(choice.after, ofLater: after, under: othersOpen) }
      }
      let outcomes = Outcomes(before: Self.outcome(before, shown), after: Self.outcome(after, othersShown))
      if seen.insert(outcomes).inserted { all.append(outcomes) }
    }
    return all
  }

  /// The product of some numbers; nil for more than a limit.
  private static func product(of numbers: [Int], atMost most: Int) -> Int? {
    var product = 1
    for number in numbers {
      product *= number
      if product > most { return nil }
    }
    return product
  }

  /// The choice that the lowest digit of a history names, which is taken off.
  private static func next<Choice>(of choices: [Choice], _ history: inout Int) -> Choice {
    defer { history /= choices.count }
    return choices[history % choices.count]
  }

  /// The outcome where the rules that are not steady are shown as some kinds.
  private static func outcome(_ course: Course, _ shown: [Int: PromptKind]) -> Course.Outcome? {
    course.offers.lazy.compactMap { offer in
      (offer.isSteady ? offer.kind : shown[offer.rule]).map { Course.Outcome(rule: offer.rule, kind: $0) }
    }.first
  }
}
