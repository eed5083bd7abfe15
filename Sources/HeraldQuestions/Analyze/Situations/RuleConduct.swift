import Herald
import HeraldFormats

/// Situations in which a rule does the same.
struct RuleConduct {
  let situations: DeviceBox
  /// The kind that a device sees which has seen nothing; nil where the rule is not shown to it.
  let kind: PromptKind?
  /// True if no history changes that. Else the rule may also be shown, or not, after other prompts.
  let isSteady: Bool
  /// The kinds as which the rule may be shown after other prompts.
  let laterKinds: [PromptKind]
  /// True if no limit keeps the rule back, because the user asks.
  let isLifted: Bool
}

/// The conduct of each rule of a document, asked of the product's own tests for each draw and occasion.
struct RuleConducts {
  private let space: SituationSpace
  private let policy: Policy
  private let document: Document
  private let devices: [RuleDevices]

  private static let stepsOfAnswer = 20

  init(of policy: Policy, _ document: Document, in space: SituationSpace) {
    (self.space, self.policy, self.document) = (space, policy, document)
    devices = policy.ruleDevices(of: space.packageName)
  }

  /// The situations in which nothing is shown because the version is under review.
  var underReview: [DeviceBox] {
    policy.reviewedDevices.compactMap { space.devices.box($0) }.map(space.everywhere)
  }

  /// The situations in which no rule behind another one is tested.
  ///
  /// - Parameter index: the other rule's place in the document.
  func closing(of index: Int) -> [DeviceBox] {
    devices[index].closing.compactMap { space.devices.box($0) }.map(space.everywhere)
  }

  /// The situations in which a rule may be shown, on a device that has seen nothing or after other prompts.
  ///
  /// - Parameter index: the rule's place in the document.
  func conducts(of index: Int) -> [RuleConduct] {
    let (own, rule) = (devices[index], policy.rules[index])
    var all: [RuleConduct] = []
    for (terms, kind) in own.kinds {
      for text in rule.textCases {
        let trial = BareRule(rule, isForced: kind != rule.kind, hasOwnText: text.isOfAnyKind)
        let boxes = own.devices.compactMap { space.devices.box($0.and(terms).and(text.terms)) }.map(space.everywhere)
          .compactMap { box in text.variant.map { part(of: box, drawing: $0, of: rule) } ?? box }
        if boxes.isEmpty { continue }
        for (part, answer) in answers(trial) {
          all += boxes.compactMap { $0.intersection(part) }.map {
            RuleConduct(
              situations: $0, kind: answer.kind, isSteady: answer.isSteady, laterKinds: answer.laterKinds,
              isLifted: answer.isLifted)
          }
        }
      }
    }
    return all
  }

  /// The part of a box that draws a variant of a rule; nil where there is none.
  private func part(of box: DeviceBox, drawing variant: Int, of rule: Rule) -> DeviceBox? {
    let name = Draw.variant(rule: rule.id).name
    guard let draw = space.draws.firstIndex(where: { $0.name == name }) else { return nil }
    let cells = space.draws[draw].bounds.enumerated().filter { _, number in
      rule.variantIndex(of: "/analyze", unless: Draws([name: number])) == variant
    }
    return space.part(of: box, drawing: ClassSet(cells.map(\.offset)), at: draw)
  }

  /// The answers of a rule without conditions on devices, each with all situations that have it.
  private func answers(_ trial: BareRule) -> [(part: DeviceBox, answer: BareRuleJudge.Answer)] {
    var answers: [(part: DeviceBox, answer: BareRuleJudge.Answer)] = []
    let judge = BareRuleJudge(trial, document)
    for choice in cells(for: trial.rule) {
      var drawn: [ExactString: Int] = [:]
      for cell in choice { drawn[space.draws[cell.draw].name] = cell.number }
      var sets: [BareRuleJudge.Answer: [Int]] = [:]
      for (index, occasion) in space.occasions.enumerated() {
        guard AnalysisWork.spend(Self.stepsOfAnswer) else { break }
        if let answer = judge.answer(on: occasion, drawing: Draws(drawn)) { sets[answer, default: []].append(index) }
      }
      for (answer, occasions) in sets.sorted(by: { $0.value[0] < $1.value[0] }) {
        var part = space.part(of: space.all, on: ClassSet(occasions))
        for cell in choice {
          part = part.flatMap { space.part(of: $0, drawing: ClassSet([cell.index]), at: cell.draw) }
        }
        if let part { answers.append((part, answer)) }
      }
    }
    return answers
  }

  /// Each combination of cells of the draws that a rule's tests read.
  private func cells(for rule: Rule) -> [[(draw: Int, index: Int, number: Int)]] {
    var names: Set<ExactString> = []
    if rule.rollout < 10_000 || rule.phases != nil { names.insert(Draw.rollout(rule: rule.id).name) }
    for holdout in [rule.pacing.holdout, rule.pacing.attention?.holdout].compactMap(\.self) {
      names.insert(holdout.draw.name)
    }
    var all: [[(draw: Int, index: Int, number: Int)]] = [[]]
    for (draw, cells) in space.draws.enumerated() where names.contains(cells.name) {
      guard AnalysisWork.spend(all.count * cells.bounds.count) else { return [] }
      all = all.flatMap { choice in
        cells.bounds.enumerated().map { choice + [(draw: draw, index: $0.offset, number: $0.element)] }
      }
    }
    return all
  }
}

/// A rule without its conditions on devices, so that draws and occasions alone decide.
struct BareRule {
  /// The rule as the document has it.
  let rule: Rule
  /// True if the change of version forces it.
  let isForced: Bool
  /// The same without conditions on devices.
  let bare: Rule
  /// The same without limits that a history uses up.
  let unlimited: Rule
  /// The rule as its deadline makes it; nil without a deadline.
  let due: Rule?

  private static let texts = Descriptions(inAllLanguages: PromptTexts(message: "-"))

  init(_ rule: Rule, isForced: Bool, hasOwnText: Bool) {
    (self.rule, self.isForced) = (rule, isForced)
    let own = hasOwnText ? Self.texts : Descriptions([])
    let pacing = rule.pacing.with {
      $0.segments = []
      $0.updateTypes = nil
      $0.variants = []
      $0.forcedDescriptions = hasOwnText ? nil : Self.texts
      $0.forceUpdateTypes = isForced ? Set(VersionChange.allCases) : []
    }
    func copy(as kind: PromptKind, _ descriptions: Descriptions, limited: Bool, _ pacing: RulePacing) -> Rule {
      Rule(
        id: rule.id, kind: kind, targetVersion: isForced ? PublishedVersion("2.0") : nil, releasedAt: rule.releasedAt,
        rollout: rule.rollout, displayAfter: rule.displayAfter, displayBefore: rule.displayBefore,
        maxDisplayCount: limited ? rule.maxDisplayCount : nil, displayPeriod: limited ? rule.displayPeriod : 0,
        descriptions: descriptions, destinations: rule.destinations, phases: rule.phases, pacing: pacing)
    }
    bare = copy(as: rule.kind, own, limited: true, pacing)
    let open = pacing.with {
      $0.caps = []
      // A rule with a deadline is held out from nobody.
      if $0.deadline != nil { $0.holdout = nil }
      let holdout = $0.deadline == nil ? $0.attention?.holdout : nil
      $0.attention = $0.attention.map { Attention(holdout: holdout, quietHours: $0.quietHours) }
      $0.deadline = nil
    }
    unlimited = copy(as: rule.kind, own, limited: false, open)
    due = rule.pacing.deadline.flatMap { deadline in
      isForced ? nil : copy(as: deadline.becomes, Self.texts, limited: false, open.with { $0.triggers = nil })
    }
  }

  /// The kinds as which the rule may be shown.
  var kinds: [PromptKind] {
    if isForced { return [.force] }
    return [rule.kind] + [rule.pacing.deadline?.becomes].compactMap { $0 == rule.kind ? nil : $0 }
  }

  /// True if an answer on some occasion may rest on what was shown and chosen before.
  var isLimited: Bool {
    if rule.hasAgeOfFetch { return true }
    if isForced || rule.kind.isBlocking { return false }
    return rule.isLimited
  }
}

extension Rule {
  /// True if a showing or an answer may keep the rule back, or change its kind.
  var isLimited: Bool {
    if hasAgeOfFetch { return true }
    if kind.isBlocking { return false }
    return hasOwnLimits || !(pacing.attention?.budgets(of: self) ?? []).isEmpty
  }

  /// True if the rule's own limits or its deadline may keep it back, or change its kind.
  var hasOwnLimits: Bool { mayBeHeldBack || pacing.deadline != nil }

  /// True if the rule's own limits, or the reminders of its deadline, may keep it back.
  var mayBeHeldBack: Bool {
    isSkippable || maxDisplayCount != nil || displayPeriod > 0 || !pacing.caps.isEmpty
      || !(pacing.deadline?.reminders.isEmpty ?? true)
  }

  /// The caps that the rule's own showings fill: its own, and the limits that it shares with others.
  var allCaps: [FrequencyCap] { pacing.caps + (pacing.attention?.budgets(of: self) ?? []).flatMap(\.caps) }

  /// True if the rule asks for the age of a release that a fetch before it leaves out, as a store's.
  fileprivate var hasAgeOfFetch: Bool { pacing.releasedFor != nil && !isReleaseOfAuthor }

  /// Devices that have a text of a rule.
  fileprivate struct TextCase {
    let terms: DeviceTerms
    /// The variant that has the text; nil for a text that each draw has.
    var variant: Int?
    /// True if the rule has the text as every kind, and not for a forced update alone.
    let isOfAnyKind: Bool
  }

  /// The devices with a text of the rule's own, then with a text of a variant, then with a text for a forced update. Of
  /// cases that a device has together, the first counts.
  fileprivate var textCases: [TextCase] {
    func terms(_ texts: Descriptions, besideOwn: Bool) -> DeviceTerms {
      var terms = DeviceTerms()
      if besideOwn { terms.add(ValueCondition(text: descriptions), isWanted: false) }
      terms.add(ValueCondition(text: texts))
      return terms
    }
    let variants = pacing.variants.enumerated().filter { !$1.descriptions.entries.isEmpty }.map { index, variant in
      TextCase(terms: terms(variant.descriptions, besideOwn: true), variant: index, isOfAnyKind: true)
    }
    let forced = [pacing.forcedDescriptions].compactMap(\.self).filter { !$0.entries.isEmpty }.map {
      TextCase(terms: terms($0, besideOwn: true), isOfAnyKind: false)
    }
    return [TextCase(terms: terms(descriptions, besideOwn: false), isOfAnyKind: true)] + variants + forced
  }
}

/// Asks the tests of a rule that is without conditions on devices.
struct BareRuleJudge {
  struct Answer: Hashable {
    let kind: PromptKind?
    let isSteady: Bool
    /// The kinds as which the rule may be shown after other prompts.
    let laterKinds: [PromptKind]
    let isLifted: Bool
  }

  private let trial: BareRule
  private let document: Document
  private let policies: [(policy: Policy, isAsked: Bool)]
  private static let profile = Profile([(name: .appVersionName, value: "1.0")])

  init(_ trial: BareRule, _ document: Document) {
    (self.trial, self.document) = (trial, document)
    policies = [trial.bare, trial.unlimited, trial.due].map { rule in
      (Policy(of: document, rules: rule.map { [$0] } ?? []), rule != nil)
    }
  }

  /// The answer on an occasion; nil where the rule is not shown on it after any history.
  func answer(on occasion: Occasion, drawing draws: Draws) -> Answer? {
    let kind = kind(under: 0, on: occasion, drawing: draws)
    let isLifted = occasion.trigger == .manual
    if isSteady(on: occasion) {
      return kind.map { Answer(kind: $0, isSteady: true, laterKinds: [$0], isLifted: isLifted) }
    }
    let later = [kind, self.kind(under: 1, on: occasion, drawing: draws), dueKind(on: occasion, drawing: draws)]
    let kinds = trial.kinds.filter(later.contains)
    return kinds.isEmpty ? nil : Answer(kind: kind, isSteady: false, laterKinds: kinds, isLifted: isLifted)
  }

  /// The kind that the deadline makes; nil where no history brings it on the occasion.
  private func dueKind(on occasion: Occasion, drawing draws: Draws) -> PromptKind? {
    guard let deadline = trial.rule.pacing.deadline else { return nil }
    let isDated = deadline.at.map { $0.distance(to: occasion.time) >= 0 } ?? false
    guard isDated || deadline.afterFirstShown != nil || deadline.deferrals != nil else { return nil }
    return kind(under: 2, on: occasion, drawing: draws)
  }

  private func isSteady(on occasion: Occasion) -> Bool {
    guard trial.isLimited else { return true }
    let isManual = occasion.trigger == .manual
    if trial.rule.hasAgeOfFetch, !isManual { return false }
    guard let deadline = trial.rule.pacing.deadline, !trial.isForced else { return isManual }
    // A date that has passed decides alone, unless a grace begins with the first prompt.
    return deadline.grace == nil && deadline.at.map { $0.distance(to: occasion.time) >= 0 } ?? false
  }

  private func kind(under index: Int, on occasion: Occasion, drawing draws: Draws) -> PromptKind? {
    guard policies[index].isAsked else { return nil }
    var state = InstallationState()
    let launch = AppLaunched(profile: Self.profile, draws: draws)
    state.apply(Fact(revision: 1, time: occasion.time, data: .appLaunched(launch)))
    let fetch = FetchSucceeded(
      trigger: .heartbeat, url: "", format: document.format, digest: document.digest, document: document.text,
      reading: .accepted(policies[index].policy))
    state.apply(Fact(revision: 2, time: occasion.time, data: .fetchSucceeded(fetch)))
    var decider = Decider()
    let question = Question(
      trigger: occasion.trigger, now: occasion.time, source: "/analyze", operation: occasion.operation)
    return decider.decide(question, in: state).prompt?.kind
  }
}
