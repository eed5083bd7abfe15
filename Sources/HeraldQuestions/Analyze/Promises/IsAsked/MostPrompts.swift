import Herald
import HeraldFormats

/// A bound for the prompts of some rules that one device sees within a length of time.
///
/// The limits of single rules add up, and limits for several rules cut the sum. Where the strictest limit of each rule
/// is not enough, the rule is lived with alone.
struct MostPrompts {
  private let document: Document
  private let kinds: Set<PromptKind>
  private let length: Int64
  /// The smallest number of prompts that is too many. Larger numbers count as this one.
  private let tooMany: Int
  /// The rules whose lives were lived, by their index; nil for a rule with too many lives.
  private(set) var alone: [Int: RuleAlone?] = [:]

  /// The most groups whose limits are weighed against each other.
  private static let mostGroups = 10

  init(_ document: Document, of kinds: Set<PromptKind>, within length: Int64, atMost most: Int) {
    (self.document, self.kinds, self.length, tooMany) = (document, kinds, length, most + 1)
  }

  /// True if a device that may see all of some rules sees fewer prompts than are too many, by the strictest limit of
  /// each rule.
  ///
  /// - Parameter rules: the rules with their indices in the document.
  func areFew(_ rules: [(index: Int, rule: Rule)]) -> Bool { bound(of: rules) < tooMany }

  /// The same by all limits of each rule, found by living with it alone.
  mutating func areFewAlone(_ rules: [(index: Int, rule: Rule)]) -> Bool {
    for (index, rule) in rules where alone[index] == nil && limitsHold(for: rule) && hasSeveralLimits(rule) {
      alone[index] = RuleAlone(rule, document, within: length, enough: tooMany)
    }
    return areFew(rules)
  }

  // MARK: Several rules

  /// The most prompts that limits let through; `tooMany` for more.
  private func bound(of rules: [(index: Int, rule: Rule)]) -> Int {
    let own = rules.map { index, rule in alone[index]??.most ?? limit(of: rule) }
    let windows = rules.map { RuleWindow(of: $0.rule) }
    // A length of time meets the most windows where it begins as one of them ends, or behind all ends.
    var most = 0
    for start in Set(windows.map(\.end)) {
      let met = rules.indices.filter { windows[$0].meets(lengthOfTime: length, from: start) }
      most = max(most, bound(met.map { (rules[$0].rule, own[$0]) }))
    }
    return most
  }

  /// The most prompts of rules with limits of their own, cut by the limits of groups and of all prompts.
  private func bound(_ rules: [(rule: Rule, own: Int)]) -> Int {
    let limited = rules.filter { limitsHold(for: $0.rule) }
    let others = sum(rules.filter { !limitsHold(for: $0.rule) }.map(\.own))
    guard let attention = limited.first?.rule.pacing.attention else { return sum([others] + limited.map(\.own)) }
    var least = min(sum(limited.map(\.own)), attention.caps.map(prompts).min() ?? tooMany)
    let groups = Set(limited.flatMap(\.rule.pacing.groups)).sorted()
    // The limits of some groups, and the rules of no such group by their own.
    for choice in groups.count <= Self.mostGroups ? 1..<(1 << groups.count) : 1..<1 {
      let chosen = groups.indices.filter { choice >> $0 & 1 == 1 }.map { groups[$0] }
      let shared = chosen.map { group in attention.groups[group]?.map(prompts).min() ?? tooMany }
      let rest = limited.filter { rule, _ in !chosen.contains(where: rule.pacing.groups.contains) }
      least = min(least, sum(shared + rest.map(\.own)))
    }
    return sum([least, others])
  }

  private func sum(_ numbers: [Int]) -> Int { numbers.reduce(0) { min(tooMany, $0 + $1) } }

  // MARK: One rule

  /// True if limits hold for each prompt of the rule that counts. They do not hold once its kind has risen, and for a
  /// version to which the update is critical.
  private func limitsHold(for rule: Rule) -> Bool {
    !rule.kind.isBlocking && rule.critical == nil && rule.kinds.subtracting([rule.kind]).isDisjoint(with: kinds)
  }

  /// True if the strictest limit may let more through than all together.
  private func hasSeveralLimits(_ rule: Rule) -> Bool {
    let limits = rule.allCaps.count + (rule.maxDisplayCount == nil ? 0 : 1) + (rule.displayPeriod > 0 ? 1 : 0)
    return rule.pacing.deadline != nil || limits > 1
  }

  /// The most prompts of a rule.
  private func limit(of rule: Rule) -> Int {
    if limitsHold(for: rule) { return strictestLimit(of: rule) }
    guard !rule.kind.isBlocking, rule.critical == nil, !kinds.contains(.force) || rule.pacing.forceUpdateTypes.isEmpty,
      let deadline = rule.pacing.deadline, deadline.at == nil, deadline.afterFirstShown == nil
    else { return tooMany }
    // A rule that deferrals raised waits after each prompt, and no reminder counts down to it.
    let risen = windows(of: max(LengthOfTime.hour, rule.displayPeriod))
    let both = sum([kinds.contains(rule.kind) ? strictestLimit(of: rule) : 0, risen])
    return rule.displayPeriod > 0 ? min(both, windows(of: rule.displayPeriod)) : both
  }

  /// The most prompts of a rule's own kind that its strictest limit lets through.
  private func strictestLimit(of rule: Rule) -> Int {
    let period = rule.shortestPeriod > 0 ? windows(of: rule.shortestPeriod) : tooMany
    return min(([rule.maxDisplayCount ?? tooMany, period] + rule.pacing.caps.map(prompts)).min() ?? tooMany, tooMany)
  }

  private func prompts(of cap: FrequencyCap) -> Int {
    let (product, isOver) = cap.count.multipliedReportingOverflow(by: windows(of: cap.period))
    return isOver ? tooMany : min(product, tooMany)
  }

  /// The number of periods that begin within the length of time.
  private func windows(of period: Int64) -> Int { Int((length - 1) / max(1, period)) + 1 }
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

/// The moments at which the dates of a rule let it through on some clock of the globe, in milliseconds.
private struct RuleWindow {
  let start: Int64
  /// The last moment; the largest number for none.
  let end: Int64

  init(of rule: Rule) {
    start = rule.displayAfter?.moment(offsetMinutes: 840).milliseconds ?? .min
    end = rule.displayBefore?.moment(offsetMinutes: -720).milliseconds ?? .max
  }

  func meets(lengthOfTime length: Int64, from first: Int64) -> Bool {
    let (behind, isOver) = first.addingReportingOverflow(length)
    return end >= first && (isOver || start < behind)
  }
}
