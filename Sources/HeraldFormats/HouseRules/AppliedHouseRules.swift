import Herald

/// What an app has configured for the rules of a store's document, as far as it can be read.
///
/// A document's own value comes before it, and a forced update takes none of it: what is configured against nagging must
/// not hold back a minimum.
struct AppliedHouseRules {
  private(set) var diagnostics: [Diagnostic] = []
  private var displayPeriod: Int64?
  private var maxDisplayCount: Int?
  private var isSkippable: Bool?
  private var rollout: Int?

  init(_ houseRules: HouseRules) {
    // An event's house rules are an object already.
    guard let root = try? JSONNode.read(houseRules.json.string).node else { return }
    displayPeriod = value(.displayPeriodInHours, of: root, RuleLimits.displayPeriod)
    maxDisplayCount = value(.maxDisplayCount, of: root, RuleLimits.displayCount)
    isSkippable = value(.skippable, of: root, Coercion.bool)
    rollout = value(.rollout, of: root, RuleLimits.rollout)
    for member in root.members ?? [] where !member.node.isNull { noteUnapplied(member.name) }
  }

  private mutating func value<Value>(
    _ key: HouseRuleKey, of root: JSONNode, _ read: (JSONNode) -> Value?
  ) -> Value? {
    guard let node = root[key] else { return nil }
    if let value = read(node) { return value }
    let expected = key.about.shape.name
    diagnostics.note(
      Diagnostic(
        DocumentCode.invalidHouseRule, .warning,
        what: "The house rule `\(key.rawValue)` is \(quoted(node.canonical)), not \(expected).",
        why: "what cannot be read counts as absent", fix: "write \(expected), or leave the key out"))
    return nil
  }

  private mutating func noteUnapplied(_ name: String) {
    if let key = HouseRuleKey(rawValue: name) {
      guard !key.isApplied else { return }
      diagnostics.note(
        Diagnostic(
          DocumentCode.houseRuleNotApplied, .note, what: "The house rule `\(name)` is not applied yet.",
          why: "this version of Herald keeps it and does not know what it asks", fix: "use a later version of Herald"))
    } else {
      diagnostics.note(
        Diagnostic(
          DocumentCode.unknownHouseRule, .warning,
          what: "The house rule `\(quotedName(name))` is not one that Herald knows.",
          why: "unknown keys count as absent",
          fix: Spelling.nearest(to: name, among: HouseRuleKey.names).map { "did you mean `\($0)`?" } ?? "remove it"))
    }
  }

  private func quotedName(_ name: String) -> String { String(quoted(name).dropFirst().dropLast()) }

  /// A rule of the document with what the app has configured for it.
  func applied(to rule: Rule) -> Rule {
    guard rule.kind != .force else { return rule }
    return Rule(
      rule, rollout: rule.rollout == 10_000 ? rollout : nil,
      maxDisplayCount: rule.maxDisplayCount == nil ? maxDisplayCount : nil,
      displayPeriod: rule.displayPeriod == 0 ? displayPeriod : nil,
      isSkippable: rule.kind == .optional && !rule.isSkippable ? isSkippable : nil)
  }
}

extension ReadDocument {
  /// Applies what the fetch says of the rules of its document.
  func applying(_ houseRules: HouseRules?) -> ReadDocument {
    guard let houseRules, case .accepted(let policy) = reading else { return self }
    let house = AppliedHouseRules(houseRules)
    return ReadDocument(
      policy.mapRules(house.applied), diagnostics + house.diagnostics, leftOut: leftOut)
  }
}
