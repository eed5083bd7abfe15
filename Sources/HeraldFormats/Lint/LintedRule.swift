import Herald

/// A rule with what the document says of it.
struct LintedRule: Sendable {
  let rule: Rule
  let node: JSONNode
  let pointer: String
  /// The policy's: on every device that comes to the rules, `appPackageName` is this.
  let packageName: ExactString?
  /// When dates are judged.
  let now: Timestamp?
  /// All that the rule asks of a device's properties.
  let demands: Demands

  init(_ rule: Rule, node: JSONNode, pointer: String, packageName: ExactString?, now: Timestamp?) {
    self.rule = rule
    self.node = node
    self.pointer = pointer
    self.packageName = packageName
    self.now = now
    demands = Demands(of: rule, packageName: packageName)
  }

  /// `update:7`, or where it stands, in backticks: nobody finds an automatic id in the document.
  var name: String { quoted(hasAutomaticID ? pointer : rule.id.string) }

  /// Whether the document gives the rule no id of its own: none, 0, `"0"` or `""`.
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

  /// The value of a key, as the document has it; nil where it's absent.
  func value(_ key: String) -> JSONNode? { node[name: key] }

  /// The key that makes the rule an exit or a force, as JSON pointer below it.
  var kindKey: String {
    switch rule.kind {
    case .exit: "/forceExit"
    case .force: "/forceUpdate"
    case .optional, .message: ""
    }
  }

  /// - Parameter key: JSON pointer below the rule.
  func finding(at key: String = "", _ what: String, why: String, fix: String) -> LintFinding {
    LintFinding(pointer: pointer + key, what: what, why: why, fix: fix)
  }
}

extension LintedRule {
  /// The keys of a language's texts.
  static let textNames: Set<String> = ["message", "title", "whatIsNew", "warnings", "imageUrl"]

  /// The key under a language that was meant to be its missing `message`.
  static func misspeltMessage(in language: JSONNode) -> String? {
    guard language[name: "message"] == nil else { return nil }
    return language.members?.map(\.name).first {
      !textNames.contains($0) && Spelling.nearest(to: $0, among: textNames) == "message"
    }
  }

  /// Languages and what stands under them, as the document has them.
  var languages: [JSONMember] { value("descriptions")?.members?.filter { !$0.node.isNull } ?? [] }

  /// The texts beside the message in all languages, with their JSON pointers below the rule.
  var extraTexts: [(pointer: String, name: String, node: JSONNode)] {
    languages.flatMap { language in
      (language.node.members ?? [])
        .filter { Self.textNames.contains($0.name) && $0.name != "message" && !$0.node.isNull }
        .map { ("/descriptions/\(JSONPointer.token(language.name))/\($0.name)", $0.name, $0.node) }
    }
  }
}

extension PromptKind {
  /// The kind as a finding calls it.
  var words: String {
    switch self {
    case .exit: "end of service"
    case .force: "forced update"
    case .optional: "optional update"
    case .message: "message"
    }
  }
}
