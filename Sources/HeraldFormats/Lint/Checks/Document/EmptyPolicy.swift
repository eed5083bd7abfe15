import Herald

extension LintCheck {
  static let emptyPolicy = LintCheck(
    "emptyPolicy", .note, "a document without rules",
    policy: { linted in
      guard !["updates", "messages"].contains(where: { linted.hasEntries($0) }) else { return [] }
      return [
        LintFinding(
          pointer: "", what: "The document has no rules.",
          why: "it shows nothing, which is right only where that is meant",
          fix: "add an entry to `updates` or `messages`, or leave it so")
      ]
    })
}

extension LintedPolicy {
  /// True if a list has entries, valid or not.
  fileprivate func hasEntries(_ name: String) -> Bool {
    switch root[name: name]?.value {
    case .array(let elements): !elements.isEmpty
    case .object: true
    default: false
    }
  }
}
