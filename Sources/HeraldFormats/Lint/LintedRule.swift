import Herald

/// A rule with its JSON.
struct LintedRule: Sendable {
  let rule: Rule
  let node: JSONNode
  let pointer: String
  /// The policy's package name, which is the `appPackageName` of every device that evaluates the rules.
  let packageName: ExactString?
  /// The moment for checks of dates.
  let now: Timestamp?
  /// The rule's conditions on a device's properties; nil where its segments have too many.
  let demands: Demands?

  /// - Parameter hasDemands: false for a rule whose segments have too many filters.
  init(
    _ rule: Rule, node: JSONNode, pointer: String, packageName: ExactString?, now: Timestamp?, hasDemands: Bool = true
  ) {
    self.rule = rule
    self.node = node
    self.pointer = pointer
    self.packageName = packageName
    self.now = now
    demands = hasDemands ? Demands(of: rule, packageName: packageName) : nil
  }

  /// The id such as `update:7` in backticks, or the JSON pointer for an automatic id, which the document doesn't show.
  var name: String { quoted(hasAutomaticID ? pointer : rule.id.string) }

  /// True if the document gives no id: it is missing, 0, `"0"` or `""`.
  var hasAutomaticID: Bool {
    switch value("id")?.value {
    case .number(let text): ExactString(CanonicalJSON.number(text)) == "0"
    case .string(let text): text.isEmpty || ExactString(text) == "0"
    default: true
    }
  }

  var filters: [LintedFilter] {
    rule.filters.map {
      LintedFilter(
        filter: $0, pointer: pointer + "/filters/" + JSONPointer.token($0.property.string), packageName: packageName,
        owner: .rule)
    }
  }

  /// The JSON value of a key; nil where it is missing.
  func value(_ key: String) -> JSONNode? { node[name: key] }

  /// The JSON pointer, relative to the rule, of the key that makes it an exit or a force.
  var kindKey: String {
    switch rule.kind {
    case .exit: "/forceExit"
    case .force: "/forceUpdate"
    case .optional, .message: ""
    }
  }

  /// - Parameter key: the JSON pointer, relative to the rule.
  func finding(at key: String = "", _ what: String, why: String, fix: String) -> LintFinding {
    LintFinding(pointer: pointer + key, what: what, why: why, fix: fix)
  }
}

extension PromptKind {
  /// The name of the kind in findings.
  var words: String {
    switch self {
    case .exit: "end of service"
    case .force: "forced update"
    case .optional: "optional update"
    case .message: "message"
    }
  }
}
