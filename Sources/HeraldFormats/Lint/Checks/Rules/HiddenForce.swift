import Herald

extension LintCheck {
  static let hiddenForce = LintCheck(
    "hiddenForce", .warning, "a forced rule behind an optional one for the same devices",
    policy: { linted in
      linted.hiddenForces.compactMap { later, earlier, hiding in
        guard case .always = hiding else { return nil }
        return later.finding(
          at: later.kindKey,
          "The optional update \(earlier.name) stands before the \(later.rule.kind.words) \(later.name).",
          why: "it is for all of its devices, and the first that passes is shown: at a launch users may answer `later`",
          fix: "put \(later.name) before \(earlier.name)")
      }
    })
}
