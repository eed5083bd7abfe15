import Herald
import HeraldFormats

/// The kinds of change from one document to another that may be, on a device that has seen nothing or after prompts.
struct PossibleChanges {
  /// A kind of change.
  struct Kind: Hashable {
    let before: PromptKind?
    let after: PromptKind?
    let differs: DocumentChange.Difference
  }

  /// The situations of a change, with values that the device has to have.
  struct Place {
    let situations: DeviceBox
    let values: [ExactString: ExactString?]
  }

  /// The changes on a device that has seen nothing.
  private(set) var fresh: [Kind: [Place]] = [:]
  /// The changes that may be after prompts; whether they are, a log alone can show.
  private(set) var later: [Kind: [Place]] = [:]
  /// The reason why changes may be missing, as a clause; nil if none are.
  private(set) var limit: String?

  private let space: SituationSpace
  private let policies: [Policy]

  private static let mostHistories = 4_096

  init(_ courses: Courses, of policies: [Policy]) {
    (space, self.policies) = (courses.space, policies)
    limit = courses.limit
    var groups: [[Course]: [DeviceBox]] = [:]
    var order: [[Course]] = []
    for (situations, courses) in courses.parts {
      if groups[courses] == nil { order.append(courses) }
      groups[courses, default: []].append(situations)
    }
    let pairs = order.map { CoursePair(before: $0[0], after: $0[1]) }
    var matches = RuleMatches(policies[0], policies[1])
    var outcomes = pairs.map { $0.outcomes(matches, atMost: Self.mostHistories) }
    // Rules that are shown for each other have other histories from then on, which may part others.
    while Self.separate(outcomes, &matches) {
      outcomes = pairs.map { $0.outcomes(matches, atMost: Self.mostHistories) }
    }
    for (pair, outcomes) in zip(pairs, outcomes) {
      let boxes = groups[[pair.before, pair.after]] ?? []
      add(pair.first, in: boxes, isFresh: true)
      guard let outcomes else {
        limit =
          limit ?? AnalysisWork.limit
          ?? "more than \(Self.mostHistories.grouped) kinds of histories come before a prompt"
        continue
      }
      for outcome in outcomes where outcome != pair.first { add(outcome, in: boxes, isFresh: false) }
    }
    for kind in fresh.keys { later[kind] = nil }
  }

  private static func separate(_ outcomes: [[CoursePair.Outcomes]?], _ matches: inout RuleMatches) -> Bool {
    var isChanged = false
    for outcome in outcomes.compactMap(\.self).joined() {
      guard let before = outcome.before, let after = outcome.after, before.kind == after.kind else { continue }
      if matches.separate(before.rule, from: after.rule) { isChanged = true }
    }
    return isChanged
  }

  private mutating func add(_ outcome: CoursePair.Outcomes, in boxes: [DeviceBox], isFresh: Bool) {
    guard AnalysisWork.spend(boxes.count) else { return }
    func record(_ differs: DocumentChange.Difference, _ place: Place) {
      let kind = Kind(before: outcome.before?.kind, after: outcome.after?.kind, differs: differs)
      if isFresh { fresh[kind, default: []].append(place) } else { later[kind, default: []].append(place) }
    }
    guard let before = outcome.before, let after = outcome.after, before.kind == after.kind else {
      if outcome.before?.kind != outcome.after?.kind {
        for box in boxes { record(.kind, Place(situations: box, values: [:])) }
      }
      return
    }
    let rules = (policies[0].rules[before.rule], policies[1].rules[after.rule])
    let texts = (ShownTexts(of: rules.0, as: before.kind), ShownTexts(of: rules.1, as: after.kind))
    let areSame = texts.0.areSame(as: texts.1)
    let leads = (rules.0.destinations, rules.1.destinations)
    if areSame, leads.0.onAndroid == leads.1.onAndroid, leads.0.elsewhere == leads.1.elsewhere { return }
    var isToldApart = false
    for box in boxes {
      for isAndroid in [true, false] {
        guard let part = space.part(of: box, isAndroid: isAndroid) else { continue }
        let areElsewhere =
          isAndroid ? leads.0.onAndroid != leads.1.onAndroid : leads.0.elsewhere != leads.1.elsewhere
        if areElsewhere {
          record(.destination, Place(situations: part, values: [:]))
        } else if !areSame {
          guard let (own, language) = space.part(of: part, where: texts.0, differsFrom: texts.1) else { continue }
          isToldApart = true
          record(.text, Place(situations: own, values: [.deviceLanguage: language]))
        }
      }
    }
    if !areSame, !isToldApart {
      limit =
        limit ?? "`\(rules.0.id)` and `\(rules.1.id)` have other texts, and no language that was tried tells them apart"
    }
  }
}

/// The courses of two documents in the same situations.
struct CoursePair {
  let before: Course
  let after: Course

  /// The prompts of one device under both documents.
  struct Outcomes: Hashable {
    let before: Course.Outcome?
    let after: Course.Outcome?
  }

  /// The outcomes on a device that has seen nothing.
  var first: Outcomes { Outcomes(before: before.first, after: after.first) }

  /// The outcomes after any history that is the same under both; nil where there are too many histories, or
  /// no work is left.
  ///
  /// A rule that is not steady is shown as one of its kinds or not at all. A matched rule does the same under both.
  func outcomes(_ matches: RuleMatches, atMost most: Int) -> [Outcomes]? {
    let own = before.offers.filter { !$0.isSteady }
    let others = after.offers.filter { other in
      !other.isSteady && !own.contains { matches.match($0.rule, other.rule) }
    }
    let choices: [[PromptKind?]] = (own + others).map { [nil] + $0.laterKinds.map(Optional.some) }
    var count = 1
    for choice in choices {
      count *= choice.count
      if count > most { return nil }
    }
    guard AnalysisWork.spend(count * (choices.count + 1)) else { return nil }
    var all: [Outcomes] = []
    var seen: Set<Outcomes> = []
    for history in 0..<count {
      var (rest, shown, othersShown) = (history, [:] as [Int: PromptKind], [:] as [Int: PromptKind])
      for (index, choice) in choices.enumerated() {
        let kind = choice[rest % choice.count]
        rest /= choice.count
        if index < own.count {
          shown[own[index].rule] = kind
          if let match = matches.after[own[index].rule] { othersShown[match] = kind }
        } else {
          othersShown[others[index - own.count].rule] = kind
        }
      }
      let outcomes = Outcomes(before: Self.outcome(before, shown), after: Self.outcome(after, othersShown))
      if seen.insert(outcomes).inserted { all.append(outcomes) }
    }
    return all
  }

  /// The outcome where the rules that are not steady are shown as some kinds.
  private static func outcome(_ course: Course, _ shown: [Int: PromptKind]) -> Course.Outcome? {
    course.offers.lazy.compactMap { offer in
      (offer.isSteady ? offer.kind : shown[offer.rule]).map { Course.Outcome(rule: offer.rule, kind: $0) }
    }.first
  }
}
