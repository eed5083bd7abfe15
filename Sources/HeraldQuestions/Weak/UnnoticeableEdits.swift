import Herald

/// Proves that no device could notice an edit.
///
/// No other type says that an edit cannot be noticed, and this one says it by proof alone. An edit without a proof may
/// be noticed or not. A proof shows that no test reads a value, or that every device sees the same under both documents.
struct UnnoticeableEdits {
  private let policy: Policy
  /// The names of the segments and groups that rules use.
  private let used: Set<ExactString>

  /// The keys that are for prompts that can be put off.
  private static let ofOptional: Set<String> = [
    "maxDisplayCount", "displayPeriodInHours", "frequencyCaps", "quietHours", "weekdays", "holdout", "skippable",
  ]
  private static let ofOptionalInRoot: Set<String> = ["frequencyCaps", "quietHours", "holdout", "groups"]

  init(of policy: Policy) {
    self.policy = policy
    used = Set(policy.rules.flatMap { rule in rule.pacing.segments.map(\.segment.name) + rule.pacing.groups })
  }

  /// True if it is proved that every decision of every device stays the same.
  func contain(_ edit: PolicyEdit) -> Bool {
    let keys = edit.key.split(separator: "/").map { String($0).unescapedToken }
    guard let first = keys.first else { return false }
    guard let id = edit.rule else { return isOfNobody(first, keys) }
    guard let rule = policy.rule(id) else { return false }
    switch rule.kind {
    case .exit: return Self.ofOptional.contains(first) || first == "forceUpdate"
    case .force: return Self.ofOptional.contains(first)
    // A rule with a deadline has no button to skip.
    case .optional: return first == "skippable" && rule.pacing.deadline != nil
    case .message: return false
    }
  }

  /// True if it is proved that every device sees the same prompts under the edited document, as
  /// `herald analyze --against` proves it. That asks about every device, so it is for edits that no log notices.
  ///
  /// - Parameter text: the edited document.
  func prove(_ edit: PolicyEdit, _ text: String) -> Bool {
    // A push is in no history that is asked there.
    guard !edit.key.hasSuffix("/pushOnForeground") else { return false }
    let original = Document(text: policy.body.text, format: policy.format)
    let edited = Document(text: text, format: policy.format)
    let question = AgainstQuestion(edited, named: "edited", against: original, named: "original")
    guard let answer = try? question.answer(), case .holds = answer.verdict(on: .equivalent) else { return false }
    return true
  }

  /// True for a setting of the root that is for a kind of rules, where the document has no such rule.
  private func isOfNobody(_ key: String, _ keys: [String]) -> Bool {
    if Self.ofOptionalInRoot.contains(key), policy.rules.allSatisfy(\.isForcedFromStart) { return true }
    guard key == "segments" || key == "groups", keys.count > 1 else { return false }
    return !used.contains(ExactString(keys[1]))
  }
}

extension Rule {
  fileprivate var isForcedFromStart: Bool { kind == .force || kind == .exit }
}

extension String {
  /// The name that a token of a JSON pointer stands for (RFC 6901, section 4).
  fileprivate var unescapedToken: String { replacing("~1", with: "/").replacing("~0", with: "~") }
}
