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
  /// The reason why changes of texts alone may be missing, as a clause; nil if none are.
  private(set) var limitOfTexts: String?

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
    let places = order.map { groups[$0] ?? [] }
    var first: [Kind: [Place]] = [:]
    for (pair, boxes) in zip(pairs, places) { add(pair.first, in: boxes, to: &first) }
    fresh = first
    later = changes(after: pairs, in: places, RuleMatches(policies[0], policies[1]))
    for kind in fresh.keys { later[kind] = nil }
    guard !later.isEmpty, let others = RuleMatches(inOrderOf: policies[0], policies[1]) else { return }
    // Each way to pair rules rules out changes.
    let possible = changes(after: pairs, in: places, others)
    later = later.filter { possible[$0.key] != nil }
  }

  /// The changes after prompts that both show, where some rules are paired.
  private mutating func changes(
    after pairs: [CoursePair], in places: [[DeviceBox]], _ pairing: RuleMatches
  ) -> [Kind: [Place]] {
    var matches = pairing
    var outcomes = pairs.map { $0.outcomes(matches, atMost: Self.mostHistories) }
    // Rules that are shown for each other have other histories from then on, which may part others. A rule has a history
    // only once both documents show it.
    while [Self.separate(outcomes, &matches), Self.show(outcomes, of: pairs, &matches)].contains(true) {
      outcomes = pairs.map { $0.outcomes(matches, atMost: Self.mostHistories) }
    }
    var changes: [Kind: [Place]] = [:]
    for (pair, (outcomes, boxes)) in zip(pairs, zip(outcomes, places)) {
      guard let outcomes else {
        limit =
          limit ?? AnalysisWork.limit
          ?? "more than \(Self.mostHistories.grouped) kinds of histories come before a prompt"
        continue
      }
      for outcome in outcomes where outcome != pair.first { add(outcome, in: boxes, to: &changes) }
    }
    return changes
  }

  private static func show(
    _ outcomes: [[CoursePair.Outcomes]?], of pairs: [CoursePair], _ matches: inout RuleMatches
  ) -> Bool {
    var isChanged = false
    for (pair, outcomes) in zip(pairs, outcomes) {
      guard let outcomes else {
        let rules = [pair.before, pair.after].map { $0.offers.map(\.rule) }
        if matches.show(all: rules[0], and: rules[1]) { isChanged = true }
        continue
      }
      for outcome in outcomes + [pair.first] {
        guard let before = outcome.before, let after = outcome.after, before.kind == after.kind else { continue }
        if matches.show(before.rule, as: after.rule) { isChanged = true }
      }
    }
    return isChanged
  }

  private static func separate(_ outcomes: [[CoursePair.Outcomes]?], _ matches: inout RuleMatches) -> Bool {
    var isChanged = false
    for outcome in outcomes.compactMap(\.self).joined() {
      guard let before = outcome.before, let after = outcome.after, before.kind == after.kind else { continue }
      if matches.separate(before.rule, from: after.rule) { isChanged = true }
    }
    return isChanged
  }

  private mutating func add(
    _ outcome: CoursePair.Outcomes, in boxes: [DeviceBox], to changes: inout [Kind: [Place]]
  ) {
    guard AnalysisWork.spend(boxes.count) else { return }
    func record(_ differs: DocumentChange.Difference, _ place: Place) {
      let kind = Kind(before: outcome.before?.kind, after: outcome.after?.kind, differs: differs)
      changes[kind, default: []].append(place)
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
      limitOfTexts =
        limitOfTexts
        ?? "`\(rules.0.id)` and `\(rules.1.id)` have other texts, and no language that was tried tells them apart"
    }
  }
}
