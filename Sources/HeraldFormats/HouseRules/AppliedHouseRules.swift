import Herald

/// The house rules that an app has configured for the rules of a store's document, as far as they can be read.
///
/// A document's own value comes before them. A forced update takes no house rule: settings against nagging must not
/// hold back a minimum.
struct AppliedHouseRules {
  private(set) var diagnostics: [Diagnostic] = []
  private var displayPeriod: Int64?
  private var maxDisplayCount: Int?
  private var isSkippable: Bool?
  private var rollout: Int?
  private var pacing = RulePacing()
  /// The phases, which may begin at a rule's release; nil for none.
  private var phases: WrittenPhases?
  /// True if rules of the document's format keep their ids while the version rises.
  private let countsTarget: Bool

  /// Formats whose rules have the version in their ids, or count an entry of their own.
  private static let versionedFormats: Set<ExactString> = ["table", "princeofversions", "appcast"]

  /// - Parameter format: the document's.
  init(_ houseRules: HouseRules, format: ExactString) {
    countsTarget = !Self.versionedFormats.contains(format)
    // An event's house rules are an object already.
    guard let root = try? JSONNode.read(houseRules.json.string).node else { return }
    displayPeriod = value(.displayPeriodInHours, of: root, RuleLimits.displayPeriod)
    maxDisplayCount = value(.maxDisplayCount, of: root, RuleLimits.displayCount)
    isSkippable = value(.skippable, of: root, Coercion.bool)
    rollout = value(.rollout, of: root, RuleLimits.rollout)
    pacing.triggers = part(.triggers, of: root, PacingKeys.triggers)
    pacing.updateTypes = part(.updateTypes, of: root) { (node) throws(ValueFault) in
      try PacingKeys.changes(node, MannerShape.someChanges)
    }
    pacing.forceUpdateTypes =
      part(.forceUpdateTypes, of: root) { (node) throws(ValueFault) in
        try PacingKeys.changes(node, MannerShape.changes)
      } ?? []
    pacing.releasedFor = value(.releasedForDays, of: root, RuleLimits.days)
    pacing.caps = part(.frequencyCaps, of: root, PacingKeys.caps) ?? []
    pacing.deadline = part(.deadline, of: root, PacingKeys.deadline)
    phases = part(.phasedRollout, of: root, PacingKeys.phases)
    for unknown in HouseRuleKey.object.unknownKeys(in: root) where !unknown.node.isNull { record(unknown) }
  }

  private mutating func value<Value>(
    _ key: HouseRuleKey, of root: JSONNode, _ read: (JSONNode) -> Value?
  ) -> Value? {
    guard let node = root[key] else { return nil }
    if let value = read(node) { return value }
    record(key, node, ValueFault(node: node, pointer: "", expected: key.about.shape.name))
    return nil
  }

  private mutating func part<Value>(
    _ key: HouseRuleKey, of root: JSONNode, _ read: (JSONNode) throws(ValueFault) -> Value
  ) -> Value? {
    guard let node = root[key] else { return nil }
    do throws(ValueFault) {
      return try read(node)
    } catch {
      record(key, node, error)
      return nil
    }
  }

  private mutating func record(_ key: HouseRuleKey, _ node: JSONNode, _ fault: ValueFault) {
    let place =
      fault.pointer.isEmpty ? "is \(quoted(node.canonical)), not" : "has at `\(fault.pointer)` no value that is"
    diagnostics.record(
      Diagnostic(
        DocumentCode.invalidHouseRule, .warning,
        what: "The house rule `\(key.rawValue)` \(place) \(fault.expected).",
        why: "what cannot be read counts as absent", fix: "write \(fault.expected), or leave the key out"))
  }

  private mutating func record(_ unknown: UnknownKey) {
    let isOfRoot = unknown.object.id == HouseRuleKey.object.id
    diagnostics.record(
      Diagnostic(
        DocumentCode.unknownHouseRule, .warning,
        what: "The \(isOfRoot ? "house rule" : "key") \(quoted(unknown.name)) "
          + (isOfRoot ? "" : "at \(quoted(unknown.pointer)) of the house rules ") + "is not one that Herald knows.",
        why: "unknown keys count as absent", fix: unknown.suggestion ?? "remove it"))
  }

  /// Returns a rule of the document with the house rules applied.
  func applied(to rule: Rule) -> Rule {
    guard rule.kind != .force else { return rule }
    let applied = Rule(
      rule, rollout: rule.rollout == 10_000 ? rollout : nil,
      maxDisplayCount: rule.maxDisplayCount == nil ? maxDisplayCount : nil,
      displayPeriod: rule.displayPeriod == 0 ? displayPeriod : nil,
      isSkippable: rule.kind == .optional && !rule.isSkippable ? isSkippable : nil,
      phases: rule.phases == nil ? phases?.of(rule) : nil, pacing: pacing(of: rule))
    return Rule(applied, source: rule.source.taking(Self.keys(of: applied, besides: rule)))
  }

  /// The house rules that set something of a rule which its document does not.
  private static func keys(of applied: Rule, besides rule: Rule) -> Set<String> {
    let (own, house) = (rule.pacing, applied.pacing)
    let all: [(key: HouseRuleKey, isSet: Bool)] = [
      (.displayPeriodInHours, applied.displayPeriod != rule.displayPeriod),
      (.maxDisplayCount, applied.maxDisplayCount != rule.maxDisplayCount),
      (.skippable, applied.isSkippable != rule.isSkippable), (.rollout, applied.rollout != rule.rollout),
      (.triggers, own.triggers == nil && house.triggers != nil),
      (.updateTypes, own.updateTypes == nil && house.updateTypes != nil),
      (.forceUpdateTypes, own.forceUpdateTypes.isEmpty && !house.forceUpdateTypes.isEmpty),
      (.releasedForDays, own.releasedFor == nil && house.releasedFor != nil),
      (.phasedRollout, rule.phases == nil && applied.phases != nil),
      (.frequencyCaps, own.caps.isEmpty && !house.caps.isEmpty),
      (.deadline, own.deadline == nil && house.deadline != nil),
    ]
    return Set(all.filter(\.isSet).map(\.key.rawValue))
  }

  /// Returns the manners that the house rules add to a rule. A manner that needs a release or a version is left out
  /// where the rule has none.
  private func pacing(of rule: Rule) -> RulePacing {
    rule.pacing.with {
      $0.triggers = pacing.triggers
      $0.caps = pacing.caps
      $0.countsTarget = countsTarget && rule.maxDisplayCount == nil && maxDisplayCount != nil
      guard rule.kind == .optional else { return }
      $0.updateTypes = pacing.updateTypes
      $0.forceUpdateTypes = pacing.forceUpdateTypes
      $0.releasedFor = rule.releasedAt == nil && !rule.pacing.isReleaseUnread ? nil : pacing.releasedFor
      $0.deadline = pacing.deadline.flatMap { $0.needsTarget && rule.target == nil ? nil : $0 }
    }
  }

  /// Returns findings about house rules that need a value which a rule of the document lacks.
  func missing(in rules: [Rule]) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    func record(_ key: HouseRuleKey, needs what: String, fix: String) {
      findings.append(
        Diagnostic(
          DocumentCode.invalidHouseRule, .warning, what: "The house rule `\(key.rawValue)` needs \(what).",
          why: "the document names none for some of its rules, which go without it", fix: fix))
    }
    let taking = rules.filter { $0.kind != .force }
    if let phases, taking.contains(where: { $0.phases == nil && phases.of($0) == nil }) {
      record(.phasedRollout, needs: "`startAt`, or a release", fix: "add `startAt` to `phasedRollout`")
    }
    if let deadline = pacing.deadline, deadline.needsTarget, taking.contains(where: { $0.target == nil }) {
      record(
        .deadline, needs: "a version that is offered",
        fix: "give the deadline `at`, in place of `afterFirstShownInHours` and `deferrals`")
    }
    return findings
  }
}

extension WrittenPhases {
  /// The phases of a rule. Those that begin at a release whose date cannot be read reach nobody.
  fileprivate func of(_ rule: Rule) -> RolloutPhases? {
    rule.pacing.isReleaseUnread && startAt == nil ? .lasting(0, from: nil) : from(rule.releasedAt)
  }
}

extension ReadDocument {
  /// Applies the house rules of the fetch to the rules of its document.
  func applying(_ houseRules: HouseRules?) -> ReadDocument {
    guard let houseRules, case .accepted(let policy) = reading else { return self }
    let house = AppliedHouseRules(houseRules, format: policy.format)
    return ReadDocument(
      policy.mapRules(house.applied), diagnostics + house.diagnostics + house.missing(in: policy.rules),
      leftOut: leftOut)
  }
}
