import Herald

/// Whether an earlier rule is shown in a later one's place.
enum Hiding: Sendable {
  case never
  /// Sometimes, and when.
  case sometimes(String)
  /// Whenever the later one could be, at the triggers that both know.
  case always

  init(of later: LintedRule, behind earlier: LintedRule) {
    guard WindowOrder.canMeet(earlier.rule, later.rule) else {
      self = .never
      return
    }
    switch Overlap(of: earlier, over: later) {
    case .none: self = .never
    case .some(let example): self = .sometimes("both are for \(example)")
    case .whole:
      let limit = Self.limit(on: earlier.rule, over: later.rule)
      self = limit.map { .sometimes("both are for the same devices, \($0)") } ?? .always
    }
  }

  /// Whether nothing lets a later rule through now and then, but for the windows.
  static func isUnlimited(_ rule: Rule) -> Bool {
    rule.rollout == 10_000
      && (rule.kind.isBlocking || rule.maxDisplayCount == nil && rule.displayPeriod == 0 && !rule.isSkippable)
  }

  /// What lets the later rule through now and then.
  private static func limit(on earlier: Rule, over later: Rule) -> String? {
    if earlier.rollout == 0 { return "as soon as the first is rolled out to any" }
    if earlier.rollout < 10_000 { return "and the first is rolled out to part of them" }
    if !WindowOrder.covers(earlier, later) { return "for as long as the first's window is open" }
    guard !earlier.kind.isBlocking else { return nil }
    if earlier.maxDisplayCount == 0 { return "where the user asks for updates" }
    if earlier.maxDisplayCount != nil { return "until the first was shown often enough" }
    if earlier.displayPeriod > 0 { return "whenever the first is due" }
    return earlier.isSkippable ? "until the user skips the first" : nil
  }

  /// Each forced rule that stands behind an optional one which is shown instead of it: always, where there is such a
  /// one, else sometimes.
  static func forces(
    in rules: ArraySlice<LintedRule>
  ) -> [(later: LintedRule, earlier: LintedRule, hiding: Hiding)] {
    rules.enumerated().compactMap { index, later in
      guard later.rule.kind.isBlocking else { return nil }
      var sometimes: (LintedRule, LintedRule, Hiding)?
      for earlier in rules.prefix(index) where earlier.rule.kind == .optional {
        let hiding = Hiding(of: later, behind: earlier)
        switch hiding {
        case .always: return (later, earlier, hiding)
        case .sometimes: sometimes = sometimes ?? (later, earlier, hiding)
        case .never: continue
        }
      }
      return sometimes
    }
  }
}
