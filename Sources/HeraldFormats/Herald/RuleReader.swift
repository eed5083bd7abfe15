import Herald

/// Reads one entry of `updates` or `messages`.
struct RuleReader {
  let entry: HeraldDocument.Entry
  let isUpdate: Bool
  /// The document's package name.
  let packageName: String
  let json: DocumentJSON
  var diagnostics: [Diagnostic] = []
  private var places: [String: DocumentPlace] = [:]

  /// Why the rule is left out.
  struct Invalid: Error {
    let node: JSONNode
    /// The JSON pointer, relative to the rule.
    let key: String
    let what: String
    let why: String
    let fix: String
  }

  init(entry: HeraldDocument.Entry, isUpdate: Bool, packageName: String, json: DocumentJSON) {
    self.entry = entry
    self.isUpdate = isUpdate
    self.packageName = packageName
    self.json = json
  }

  /// The keys of both kinds of rule, and for an update its own.
  static func knownKeys(isUpdate: Bool) -> Set<String> {
    let shared: Set<String> = [
      "id", "filters", "descriptions", "targetWebsiteUrl", "targetPackageUrl", "targetPackageName", "targetGooglePlay",
      "displayAfterDate", "displayBeforeDate", "maxDisplayCount", "displayPeriodInHours", "rollout",
    ]
    let updateOnly: Set<String> = ["forceUpdate", "forceExit", "targetVersion", "targetVersionCode", "skippable"]
    return isUpdate ? shared.union(updateOnly) : shared
  }

  /// Reads the rule.
  ///
  /// - Parameter name: the id in place of that of the document; nil for that one.
  mutating func rule(named name: ExactString? = nil) throws(Invalid) -> Rule {
    guard entry.node.members != nil else {
      throw Invalid(
        node: entry.node, key: "", what: "The rule is \(entry.node.kindName).", why: "a rule is an object",
        fix: "write { … }")
    }
    let kind = try kind()
    let targetPackageName = try text("targetPackageName")?.trimmed
    let target = targetPackageName.flatMap { $0.isEmpty ? nil : $0 }
    let destinations = try destinations(targetPackageName: target)
    let hasDestination = destinations.onAndroid != nil || destinations.elsewhere != nil
    if isUpdate, kind != .exit, !hasDestination {
      throw Invalid(
        node: entry.node, key: "", what: "The update leads nowhere.",
        why: "an update that is not an exit needs a destination",
        fix: "add `targetWebsiteUrl`, `targetPackageUrl` or `targetGooglePlay`")
    }
    let written = try id()
    let rule = Rule(
      id: name ?? written, kind: kind, filters: try filters(), condition: try condition(),
      rollout: try rollout(), displayAfter: try date("displayAfterDate"), displayBefore: try date("displayBeforeDate"),
      maxDisplayCount: try maxDisplayCount(), displayPeriod: try displayPeriod(),
      targetPackageName: target.map { ExactString($0) }, descriptions: try descriptions(), destinations: destinations,
      isSkippable: isUpdate ? try flag("skippable") : false,
      source: RuleSource(place: json.place(entry.node, entry.pointer), keys: places))
    return rule
  }

  private mutating func kind() throws(Invalid) -> PromptKind {
    guard isUpdate else { return .message }
    let exits = try flag("forceExit")
    let forces = try flag("forceUpdate")
    return exits ? .exit : forces ? .force : .optional
  }

  private mutating func condition() throws(Invalid) -> VersionCondition {
    guard isUpdate else { return .none }
    let code = try value("targetVersionCode", "an integer", Coercion.integer)
    let target = try value("targetVersion", "a version such as \"2.10\"") {
      $0.string.flatMap { PublishedVersion($0) }
    }
    return code == nil && target == nil ? .none : .below(target: target, code: code)
  }

  private mutating func rollout() throws(Invalid) -> Int {
    try value("rollout", "a number from 0 to 100", RuleLimits.rollout) ?? 10_000
  }

  private mutating func maxDisplayCount() throws(Invalid) -> Int? {
    try value("maxDisplayCount", "an integer from 0", RuleLimits.displayCount)
  }

  private mutating func displayPeriod() throws(Invalid) -> Int64 {
    try value("displayPeriodInHours", "a number of hours from 0 to 2^53 − 1", RuleLimits.displayPeriod) ?? 0
  }

  private mutating func date(_ name: String) throws(Invalid) -> WindowDate? {
    try value(name, "a date such as \"2026-03-02\" or \"2026-03-02T08:00:00Z\"") {
      $0.string.flatMap { WindowDate($0) }
    }
  }

  mutating func flag(_ name: String) throws(Invalid) -> Bool {
    try value(name, "a boolean", Coercion.bool) ?? false
  }

  mutating func text(_ name: String) throws(Invalid) -> String? {
    try value(name, "a text", \.string)
  }

  /// The value of a key; nil where it is missing. Records its position. An unreadable value makes the rule invalid.
  mutating func value<Value>(
    _ name: String, _ expected: String, _ read: (JSONNode) -> Value?
  ) throws(Invalid) -> Value? {
    guard let node = entry.node[name: name] else { return nil }
    remember(node, at: "/\(name)")
    guard let value = read(node) else {
      throw Invalid(
        node: node, key: "/\(name)", what: "`\(name)` is \(shown(node)), not \(expected).",
        why: "an unreadable value cannot be applied", fix: "write \(expected), or leave the key out")
    }
    return value
  }

  mutating func remember(_ node: JSONNode, at key: String) { places[key] = json.place(node, entry.pointer + key) }

  /// A value as a finding quotes it.
  private func shown(_ node: JSONNode) -> String {
    switch node.value {
    case .string(let text): "`\"\(text.prefix(40))\"`"
    case .number(let text): "`\(text.prefix(40))`"
    case .bool(let bool): "`\(bool)`"
    default: node.kindName
    }
  }
}
