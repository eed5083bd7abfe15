import Herald

/// Reads one entry of `updates` or `messages`.
struct RuleReader {
  let entry: HeraldDocument.Entry
  let isUpdate: Bool
  /// The document's package name.
  let packageName: String
  let json: DocumentJSON
  /// The settings in the root of the document for all rules.
  let root: RootTerms
  /// True to suggest a known name for the first unknown segment or group of each list. A suggestion compares with all
  /// names, so a document with thousands of mistakes would take minutes.
  let suggestsNames: Bool
  /// Every value that cannot be read, in reading order; empty for a rule that can be used.
  private(set) var faults: [Fault] = []
  /// Values that are not read, and that their author may expect to count.
  private(set) var remarks: [Fault] = []
  private var places: [String: DocumentPlace] = [:]

  /// A reason why the rule is left out.
  struct Fault {
    let node: JSONNode
    /// The JSON pointer, relative to the rule.
    let pointer: String
    let finding: Finding
  }

  init(
    entry: HeraldDocument.Entry, isUpdate: Bool, packageName: String, json: DocumentJSON, root: RootTerms,
    suggestsNames: Bool
  ) {
    self.root = root
    self.suggestsNames = suggestsNames
    self.entry = entry
    self.isUpdate = isUpdate
    self.packageName = packageName
    self.json = json
  }

  /// Reads the rule to its end, so that an author learns of all its mistakes at once; nil where there are ``faults``.
  ///
  /// - Parameter name: the id of the rule; nil for the id in the document.
  mutating func rule(named name: ExactString? = nil) -> Rule? {
    guard entry.node.members != nil else {
      fail(entry.node, "", "The rule is \(entry.node.kindName).", why: "a rule is an object", fix: "write { … }")
      return nil
    }
    let kind = kind()
    let targetPackageName = text(.targetPackageName)?.trimmed
    let target = targetPackageName.flatMap { $0.isEmpty ? nil : $0 }
    let destinations = destinations(targetPackageName: target)
    demandDestination(destinations, of: kind)
    let written = id()
    let rule = Rule(
      id: name ?? written, kind: kind, filters: filters(), condition: condition(),
      releasedAt: date(.releasedAt), rollout: value(.rollout, RuleLimits.rollout) ?? 10_000,
      displayAfter: date(.displayAfterDate),
      displayBefore: date(.displayBeforeDate), maxDisplayCount: value(.maxDisplayCount, RuleLimits.displayCount),
      displayPeriod: value(.displayPeriodInHours, RuleLimits.displayPeriod) ?? 0,
      targetPackageName: target.map { ExactString($0) }, descriptions: descriptions(), destinations: destinations,
      isSkippable: isUpdate ? flag(.skippable) : false,
      phases: value(.phasedRollout, PacingKeys.phasesFromStart),
      pacing: pacing(of: kind),
      source: RuleSource(
        place: json.place(entry.node, entry.pointer), keys: places, repeatedID: name == nil ? nil : written))
    return faults.isEmpty ? rule : nil
  }

  private mutating func kind() -> PromptKind {
    guard isUpdate else { return .message }
    let exits = flag(.forceExit)
    let forces = flag(.forceUpdate)
    return exits ? .exit : forces ? .force : .optional
  }

  /// The JSON pointers of the keys that decide if a rule leads out of the app.
  private static let deciding = [RuleKey.forceExit, .targetWebsiteUrl, .targetPackageUrl, .targetGooglePlay]
    .map(\.pointer)

  private mutating func demandDestination(_ destinations: Rule.Destinations, of kind: PromptKind) {
    guard isUpdate, kind != .exit, destinations.onAndroid == nil, destinations.elsewhere == nil else { return }
    // A destination that cannot be read is reported already.
    guard !faults.contains(where: { Self.deciding.contains($0.pointer) }) else { return }
    fail(
      entry.node, "", "The update leads nowhere.", why: "an update that is not an exit needs a destination",
      fix: "add `targetWebsiteUrl`, `targetPackageUrl` or `targetGooglePlay`")
  }

  private mutating func condition() -> VersionCondition {
    guard isUpdate else { return .none }
    let code = value(.targetVersionCode, Coercion.integer)
    let target = value(.targetVersion) { $0.string.flatMap { PublishedVersion($0) } }
    return code == nil && target == nil ? .none : .below(target: target, code: code)
  }

  private mutating func date(_ key: RuleKey) -> WindowDate? { value(key) { $0.string.flatMap { WindowDate($0) } } }

  mutating func flag(_ key: RuleKey) -> Bool { value(key, Coercion.bool) ?? false }

  mutating func text(_ key: RuleKey) -> String? { value(key, \.string) }

  /// The value of a key; nil where it is missing or cannot be read. Records its position.
  mutating func value<Value>(_ key: RuleKey, _ read: (JSONNode) -> Value?) -> Value? {
    guard let node = entry.node[key] else { return nil }
    remember(node, at: key.pointer)
    if let value = read(node) { return value }
    let expected = key.about.shape.name
    fail(
      node, key.pointer, "`\(key.rawValue)` is \(shown(node)), not \(expected).",
      why: "an unreadable value cannot be applied", fix: "write \(expected), or leave the key out")
    return nil
  }

  /// The value of a key with parts; nil where it is missing or cannot be read.
  mutating func value<Value>(_ key: RuleKey, _ read: (JSONNode) throws(ValueFault) -> Value) -> Value? {
    guard let node = entry.node[key] else { return nil }
    remember(node, at: key.pointer)
    do throws(ValueFault) {
      return try read(node)
    } catch {
      fail(
        error.node, key.pointer + error.pointer,
        "`\(key.rawValue)` has \(shown(error.node)) in the place of \(error.expected).",
        why: "an unreadable value cannot be applied", fix: "write \(error.expected), or leave `\(key.rawValue)` out")
      return nil
    }
  }

  mutating func remark(_ node: JSONNode, _ key: RuleKey, _ what: String, why: String, fix: String) {
    remarks.append(Fault(node: node, pointer: key.pointer, finding: Finding(what, why: why, fix: fix)))
  }

  mutating func remember(_ node: JSONNode, at key: String) { places[key] = json.place(node, entry.pointer + key) }

  mutating func fail(_ node: JSONNode, _ pointer: String, _ what: String, why: String, fix: String) {
    faults.append(Fault(node: node, pointer: pointer, finding: Finding(what, why: why, fix: fix)))
  }

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
