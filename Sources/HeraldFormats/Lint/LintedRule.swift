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
  /// The rule's conditions on a device's properties.
  let demands: Demands

  init(_ rule: Rule, node: JSONNode, pointer: String, packageName: ExactString?, now: Timestamp?) {
    self.rule = rule
    self.node = node
    self.pointer = pointer
    self.packageName = packageName
    self.now = now
    demands = Demands(of: rule, packageName: packageName)
  }

  /// The id such as `update:7` in backticks, or the JSON pointer for an automatic id, which the document doesn't show.
  var name: String { quoted(hasAutomaticID ? pointer : rule.id.string) }

  /// Whether the document gives no id: it is missing, 0, `"0"` or `""`.
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
        isOfRule: true)
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

extension LintedRule {
  /// The keys of a language's texts.
  static let textNames = TextKey.names

  /// The misspelt key of a language whose `message` is missing.
  static func misspeltMessage(in language: JSONNode) -> String? {
    guard language[name: "message"] == nil else { return nil }
    return language.members?.map(\.name).first {
      !textNames.contains($0) && Spelling.nearest(to: $0, among: textNames) == "message"
    }
  }

  /// The languages with their values, in the order of the document.
  var languages: [JSONMember] { value("descriptions")?.members?.filter { !$0.node.isNull } ?? [] }

  /// The texts besides the message in all languages, with JSON pointers relative to the rule.
  var extraTexts: [(pointer: String, name: String, node: JSONNode)] {
    languages.flatMap { language in
      (language.node.members ?? [])
        .filter { Self.textNames.contains($0.name) && $0.name != "message" && !$0.node.isNull }
        .map { ("/descriptions/\(JSONPointer.token(language.name))/\($0.name)", $0.name, $0.node) }
    }
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
