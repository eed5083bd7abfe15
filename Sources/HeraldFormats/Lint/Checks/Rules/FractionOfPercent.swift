import Herald

extension LintCheck {
  static let fractionOfPercent = LintCheck(
    "fractionOfPercent", .warning, "a percentage below 1 that was probably meant as a share",
    policy: { linted in
      let ofHoldout = linted.root[RootKey.holdout].map {
        findings(in: $0, key: HoldoutKey.percent.rawValue, at: RootKey.holdout.pointer)
      }
      return (ofHoldout ?? [])
        + linted.rules.flatMap { rule in
          let own = rule.value("holdout").map { findings(in: $0, key: "percent", at: rule.pointer + "/holdout") }
          return findings(in: rule.node, key: "rollout", at: rule.pointer) + (own ?? []) + steps(of: rule)
        }
    })

  private static func findings(in object: JSONNode, key: String, at pointer: String) -> [LintFinding] {
    guard let node = object[name: key], let written = Coercion.written(node)?.trimmed,
      let hundredths = RuleLimits.rollout(node), isShare(hundredths, written)
    else { return [] }
    return [finding(at: "\(pointer)/\(key)", hundredths, written)]
  }

  /// The first step of a rollout whose steps all look like shares. A first step of half a percent is meant so.
  private static func steps(of rule: LintedRule) -> [LintFinding] {
    guard case .array(let steps)? = rule.value("phasedRollout")?[name: "steps"]?.value else { return [] }
    let read = steps.map { (Coercion.written($0)?.trimmed ?? "", RuleLimits.rollout($0) ?? 0) }
    guard read.allSatisfy({ $0.1 <= 100 }), let index = read.firstIndex(where: { isShare($0.1, $0.0) }) else {
      return []
    }
    return [finding(at: "\(rule.pointer)/phasedRollout/steps/\(index)", read[index].1, read[index].0)]
  }

  /// True for a number between 0 and 1, and for 1 with a point, as shares are written.
  private static func isShare(_ hundredths: Int, _ written: String) -> Bool {
    (1..<100).contains(hundredths) || hundredths == 100 && written.utf8.contains(UInt8(ascii: "."))
  }

  private static func finding(at pointer: String, _ hundredths: Int, _ written: String) -> LintFinding {
    LintFinding(
      pointer: pointer, what: "\(quoted(written)) is \(Rule.percent(hundredths)) of the installations.",
      why: "percentages go from 0 to 100, so this is 1 of \(10_000 / hundredths)",
      fix: "write \(hundredths) for \(hundredths) %")
  }
}
