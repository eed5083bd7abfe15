import Herald

extension LintCheck {
  static let possiblyHiddenForce = LintCheck(
    "possiblyHiddenForce", .warning, "a forced rule behind an optional one that shares devices with it",
    policy: { linted in
      linted.hiddenForces.compactMap { later, earlier, hiding in
        guard case .sometimes(let when) = hiding else { return nil }
        return later.finding(
          at: later.kindKey,
          "The optional update \(earlier.name) may hide the \(later.rule.kind.words) \(later.name).",
          why: "the first rule that passes is shown, and \(when)", fix: "put \(later.name) before \(earlier.name)")
      }
    })
}
