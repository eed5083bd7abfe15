import Herald

extension LintCheck {
  static let writtenAsText = LintCheck(
    "writtenAsText", .note, "booleans and numbers written as something else",
    policy: { linted in
      let ofRules = linted.rules.flatMap { rule in
        let isUpdate = rule.rule.kind != .message
        return findings(
          in: rule.node, at: rule.pointer,
          booleans: ["targetGooglePlay"] + (isUpdate ? ["forceUpdate", "forceExit", "skippable"] : []),
          numbers: ["maxDisplayCount", "displayPeriodInHours", "rollout"] + (isUpdate ? ["targetVersionCode"] : []))
      }
      return findings(in: linted.root, at: "", booleans: ["pushOnForeground"], numbers: ["revision"]) + ofRules
    })

  private static func findings(
    in node: JSONNode, at pointer: String, booleans: [String], numbers: [String]
  ) -> [LintFinding] {
    let asBoolean = booleans.compactMap { key -> LintFinding? in
      guard let value = node[name: key], let bool = Coercion.bool(value) else { return nil }
      if case .bool = value.value { return nil }
      return finding(at: "\(pointer)/\(key)", "The boolean `\(key)`", value, fix: "write \(bool)")
    }
    let asNumber = numbers.compactMap { key -> LintFinding? in
      guard let value = node[name: key], let text = value.string else { return nil }
      return finding(at: "\(pointer)/\(key)", "The number `\(key)`", value, fix: "write \(text.trimmed)")
    }
    return asBoolean + asNumber
  }

  private static func finding(at pointer: String, _ subject: String, _ value: JSONNode, fix: String) -> LintFinding {
    LintFinding(
      pointer: pointer, what: "\(subject) is written as \(value.kindName).",
      why: "Herald reads it, and other readers may not", fix: fix)
  }
}
