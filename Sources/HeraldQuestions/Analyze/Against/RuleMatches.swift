import Herald

/// Rules of two documents that have one history: they are shown and answered at the same questions, until the prompts
/// of the documents part.
struct RuleMatches {
  /// A rule of the later document, and how its limits relate to the earlier rule's.
  struct Match {
    let rule: Int
    let relation: RuleRelation
  }

  /// The matches of the rules of the earlier document, by their index.
  private(set) var pairs: [Int: Match] = [:]
  /// The rules of each document that both documents may have shown alike before they part.
  private var shown: (before: Set<Int>, later: Set<Int>) = ([], [])
  /// True if the rules of each group have been shown alike in both documents.
  private var groupsCountAlike = true
  private let before: Policy
  private let later: Policy

  private init(_ before: Policy, _ later: Policy, _ rules: [(Int, Int)]) {
    (self.before, self.later) = (before, later)
    for (rule, other) in rules {
      let relation = RuleRelation(before.rules[rule], later.rules[other])
      pairs[rule] = relation.map { Match(rule: other, relation: $0) }
    }
  }

  /// Matches the rules of one id; of several, which are for several systems, in their order.
  init(_ before: Policy, _ later: Policy) {
    let places = Dictionary(grouping: later.rules.indices) { later.rules[$0].id }
    var seen: [ExactString: Int] = [:]
    let rules = before.rules.indices.compactMap { index -> (Int, Int)? in
      let id = before.rules[index].id
      let count = seen[id, default: 0]
      seen[id] = count + 1
      return places[id].flatMap { $0.dropFirst(count).first }.map { (index, $0) }
    }
    self.init(before, later, rules)
  }

  /// Matches the rules of each kind as they stand in the documents; nil where these are the rules of one id, and where
  /// groups count rules by their ids.
  init?(inOrderOf before: Policy, _ later: Policy) {
    guard (before.rules + later.rules).allSatisfy(\.pacing.groups.isEmpty) else { return nil }
    let kinds = Set(before.rules.map(\.kind))
    let rules = kinds.flatMap { kind in
      zip(
        before.rules.indices.filter { before.rules[$0].kind == kind },
        later.rules.indices.filter { later.rules[$0].kind == kind })
    }
    if rules.allSatisfy({ before.rules[$0].id == later.rules[$1].id }) { return nil }
    self.init(before, later, rules.map { ($0, $1) })
  }

  /// True if a rule of the earlier document is matched with one of the later document.
  func match(_ rule: Int, _ other: Int) -> Bool { pairs[rule]?.rule == other }

  /// Takes apart rules that may be shown for each other, so that their histories differ from then on.
  ///
  /// - Returns: true if anything was taken apart.
  mutating func separate(_ rule: Int, from other: Int) -> Bool {
    let (own, others) = (before.rules[rule], later.rules[other])
    guard own.isLimited || others.isLimited, !match(rule, other) else { return false }
    let (old, oldGroups) = (pairs.count, groupsCountAlike)
    pairs = pairs.filter { first, second in first != rule && second.rule != other }
    if Set(own.pacing.groups) != Set(others.pacing.groups) { groupsCountAlike = false }
    return pairs.count < old || groupsCountAlike != oldGroups
  }

  /// Notes that both documents may show a rule of the earlier one and a rule of the later one alike.
  ///
  /// - Returns: true if that was not noted before.
  mutating func show(_ rule: Int, as other: Int) -> Bool {
    let isNew = shown.before.insert(rule).inserted
    return shown.later.insert(other).inserted || isNew
  }

  /// Notes that some rules may have been shown, because the histories before them are too many.
  mutating func show(all rules: [Int], and others: [Int]) -> Bool {
    let old = (shown.before.count, shown.later.count)
    shown.before.formUnion(rules)
    shown.later.formUnion(others)
    return old != (shown.before.count, shown.later.count)
  }

  /// The limits that rules of both documents share.
  func budgets(of rules: [Int], and others: [Int]) -> [BudgetRelation] {
    BudgetRelation.all(
      rules.map { before.rules[$0] }, others.map { later.rules[$0] }, groupsCountAlike: groupsCountAlike)
  }

  /// The kinds as which a rule of the earlier document may be shown by its own limits; nil for not at all.
  func kinds(of offer: Course.Offer) -> [PromptKind?] {
    before.rules[offer.rule].kinds(of: offer, hasHistory: shown.before.contains(offer.rule))
  }

  /// The same of a rule of the later document.
  func kinds(ofLater offer: Course.Offer) -> [PromptKind?] {
    later.rules[offer.rule].kinds(of: offer, hasHistory: shown.later.contains(offer.rule))
  }

  /// The kind as which a rule of the earlier document is shown, where some of the shared limits are open; nil for none.
  func kind(_ kind: PromptKind?, of rule: Int, under open: [ExactString?: Bool]) -> PromptKind? {
    before.rules[rule].kind(kind, under: open)
  }

  /// The same of a rule of the later document.
  func kind(_ kind: PromptKind?, ofLater rule: Int, under open: [ExactString?: Bool]) -> PromptKind? {
    later.rules[rule].kind(kind, under: open)
  }
}

extension Rule {
  /// The kinds as which the rule may be shown by its own limits; nil for not at all.
  ///
  /// Without a showing of its own, a rule is shown as on a device that has seen nothing, unless other rules' showings
  /// hold it back.
  fileprivate func kinds(of offer: Course.Offer, hasHistory: Bool) -> [PromptKind?] {
    let kinds = offer.laterKinds.filter { hasHistory || $0 == offer.kind }
    // A deadline alone changes the kind. Where that kind is not shown on the occasion, nothing is. A date that has come
    // makes a rule steady, so that here it has not.
    let isShownWhenDue =
      pacing.deadline.map { deadline in
        !hasHistory || deadline.isDateAlone || offer.laterKinds.contains(deadline.becomes)
      } ?? true
    let isAlwaysShown =
      !hasOwnLimits || (offer.isLifted || !mayBeHeldBack) && offer.kind != nil && isShownWhenDue
    return isAlwaysShown && !kinds.isEmpty ? kinds : [nil] + kinds.map(Optional.some)
  }

  /// Shared limits hold for a kind that is not forced.
  fileprivate func kind(_ kind: PromptKind?, under open: [ExactString?: Bool]) -> PromptKind? {
    guard let kind, !kind.isBlocking else { return kind }
    let isOpen = (pacing.attention?.budgets(of: self) ?? []).allSatisfy { open[$0.group] ?? true }
    return isOpen ? kind : nil
  }
}

extension Deadline {
  /// True if a date alone makes a rule due, whatever was shown and chosen before.
  fileprivate var isDateAlone: Bool { afterFirstShown == nil && deferrals == nil && grace == nil }
}
