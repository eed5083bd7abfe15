import Herald

extension LintCheck {
  static let capsWithoutPeriod = LintCheck(
    "capsWithoutPeriod", .note, "limits of showings that may follow each other within a minute",
    rule: { linted in
      let rule = linted.rule
      guard !rule.kind.isBlocking, rule.displayPeriod == 0, let (place, cap) = tightest(of: linted) else { return [] }
      let hours = max(1, cap.period / Int64(cap.count) / LengthOfTime.hour)
      return [
        linted.finding(
          at: place, "\(linted.name) may be shown \(cap.words), and all of them within a minute.",
          why: "a limit counts showings, and says nothing of the time between two",
          fix: "add `displayPeriodInHours`, such as \(hours)")
      ]
    })

  /// The shortest limit on the rule, with its place; nil without one, and where a limit of one showing keeps two apart.
  private static func tightest(of linted: LintedRule) -> (place: String, cap: FrequencyCap)? {
    let (rule, attention) = (linted.rule, linted.rule.pacing.attention)
    let shared = rule.pacing.groups.flatMap { attention?.groups[$0] ?? [] } + (attention?.caps ?? [])
    guard !(rule.pacing.caps + shared).contains(where: { $0.count == 1 }) else { return nil }
    if let own = rule.pacing.caps.min(by: { $0.period < $1.period }) { return ("/frequencyCaps", own) }
    // Where the rule counts its showings itself, a shared limit promises nothing about it.
    guard rule.maxDisplayCount == nil else { return nil }
    return shared.min { $0.period < $1.period }.map { ("", $0) }
  }
}
