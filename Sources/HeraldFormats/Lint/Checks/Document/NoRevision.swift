import Herald

extension LintCheck {
  static let noRevision = LintCheck(
    "noRevision", .note, "a document without `revision`",
    policy: { linted in
      guard linted.policy.revision == nil else { return [] }
      return [
        LintFinding(
          pointer: "", what: "The document has no `revision`.",
          why: "it counts as 0: a device that has accepted a higher one refuses it, and an older copy may replace it",
          fix: "add \"revision\" and raise it by 1 at each publication")
      ]
    })
}
