public import Herald

/// The differences between two policies: the documents' values, and the rules by their ids.
///
/// ```swift
/// let differences = PolicyDifferences(before.policy, after.policy)
/// for value in differences.values { print(value.key, value.left?.text ?? "", value.right?.text ?? "") }
/// ```
public struct PolicyDifferences: Sendable {
  /// The documents' values that differ: digest, format, revision and others.
  public let values: [KeyDifference]
  /// The rules that differ, in the order of the left document, then the rules of the right document only.
  public let rules: [RuleEdit]
  /// The ids of the rules with the same keys and values in both documents.
  public let equal: [ExactString]

  /// The change of a rule from left to right.
  public enum RuleEdit: Sendable {
    /// Only the left document has the rule.
    case removed(Rule)
    /// Only the right document has the rule.
    case added(Rule)
    /// The keys that differ, and `moved`, true if the rule's place among the others changed; no keys if only the place
    /// did.
    case changed(Rule, Rule, [KeyDifference], moved: Bool)
  }

  /// Compares two policies.
  ///
  /// - Parameters:
  ///   - left: the left policy; nil where none is in force. It counts as a policy without values and rules.
  ///   - right: the right policy; nil as for `left`.
  public init(_ left: Policy?, _ right: Policy?) {
    values = KeyDifference.all(left?.values ?? [], right?.values ?? [])
    let (lefts, rights) = (left?.rules ?? [], right?.rules ?? [])
    let common = lefts.map(\.id).filter { right?.rule($0) != nil }
    let commonAfter = rights.map(\.id).filter { left?.rule($0) != nil }
    var edits: [RuleEdit] = []
    var equal: [ExactString] = []
    for rule in lefts {
      guard let other = right?.rule(rule.id) else {
        edits.append(.removed(rule))
        continue
      }
      let keys = KeyDifference.all(rule.values, other.values)
      let isMoved = common.firstIndex(of: rule.id) != commonAfter.firstIndex(of: rule.id)
      if keys.isEmpty, !isMoved {
        equal.append(rule.id)
      } else {
        edits.append(.changed(rule, other, keys, moved: isMoved))
      }
    }
    rules = edits + rights.filter { left?.rule($0.id) == nil }.map(RuleEdit.added)
    self.equal = equal
  }

  /// True if both policies are the same.
  public var isEmpty: Bool { values.isEmpty && rules.isEmpty }
}

/// A key of a document or a rule with different values on both sides.
public struct KeyDifference: Hashable, Sendable {
  /// A value with its place.
  public struct Value: Hashable, Sendable {
    /// The value as text.
    public let text: String
    /// The value's place in the document; nil for a value that is not written there, such as a default.
    public let place: DocumentPlace?
  }

  /// A JSON pointer below the rule, such as `/filters/appVersionName`, or a name for several keys together, such as
  /// `kind`.
  public let key: String
  /// The left value; nil where the left side has none.
  public let left: Value?
  /// The right value; nil where the right side has none.
  public let right: Value?

  /// The keys that differ, in the order of the left side, then the keys of the right side only.
  static func all(_ left: [KeyedValue], _ right: [KeyedValue]) -> [KeyDifference] {
    let keys = left.map(\.key)
    let known = Set(keys.map { ExactString($0) })
    return (keys + right.map(\.key).filter { !known.contains(ExactString($0)) }).compactMap { key in
      let (own, other) = (left.value(of: key), right.value(of: key))
      let isSame = own.map { ExactString($0.text) } == other.map { ExactString($0.text) }
      return isSame ? nil : KeyDifference(key: key, left: own, right: other)
    }
  }
}

extension [KeyedValue] {
  fileprivate func value(of key: String) -> KeyDifference.Value? {
    first { ExactString($0.key) == ExactString(key) }.map { KeyDifference.Value(text: $0.text, place: $0.place) }
  }
}

/// A value of a policy or a rule with its key, for comparing two of them.
struct KeyedValue {
  let key: String
  let text: String
  let place: DocumentPlace?

  init(_ key: String, _ text: String, _ place: DocumentPlace? = nil) {
    self.key = key
    self.text = text
    self.place = place
  }
}

extension Policy {
  /// The document's values, without its rules' values.
  var values: [KeyedValue] {
    var values = [KeyedValue("digest", digest.string), KeyedValue("format", format.string)]
    if let revision { values.append(KeyedValue("revision", String(revision))) }
    if let packageName { values.append(KeyedValue("packageName", packageName.string)) }
    if let reviewVersions { values.append(KeyedValue("reviewVersions", reviewVersions.words)) }
    if pushOnForeground { values.append(KeyedValue("pushOnForeground", "true")) }
    if let url { values.append(KeyedValue("url", url.string)) }
    if let storeURL { values.append(KeyedValue("storeUrl", storeURL.string)) }
    values += attention?.values ?? []
    if let houseRules { values.append(KeyedValue("houseRules", houseRules.json.string)) }
    return values
  }
}

extension Attention {
  fileprivate var values: [KeyedValue] {
    caps.enumerated().map { KeyedValue("frequencyCaps/\($0)", $1.words) }
      + groups.sorted { $0.key < $1.key }.map { name, caps in
        KeyedValue("groups/\(JSONPointer.token(name.string))", caps.map(\.words).joined(separator: ", "))
      }
      + [
        holdout.map { KeyedValue("holdout", "\($0.id), \(Rule.percent($0.share))") },
        quietHours.map { KeyedValue("quietHours", $0.words) },
      ].compactMap(\.self)
  }
}

extension RulePacing {
  fileprivate var forceTypeWords: String {
    VersionChange.allCases.filter(forceUpdateTypes.contains).map(\.rawValue).joined(separator: ", ")
  }
}

extension Deadline {
  /// The deadline's parts, such as `at 2026-12-01, grace 3 d`.
  package var words: String {
    var parts: [String] = []
    if let at { parts.append("at \(at.text.trimmed)") }
    if let grace { parts.append("grace \(LengthOfTime.words(grace))") }
    if let afterFirstShown { parts.append("\(LengthOfTime.words(afterFirstShown)) after the first showing") }
    if let deferrals { parts.append("after \(deferrals) deferrals") }
    parts += reminders.map { "within \(LengthOfTime.words($0.within)) every \(LengthOfTime.words($0.period))" }
    return parts.joined(separator: ", ") + ", becomes \(becomes.rawValue)"
  }
}

extension ReviewedVersions {
  fileprivate var words: String {
    switch self {
    case .all: "all versions"
    case .matching(let filter): filter.text
    case .equal(let versions): versions.map(\.text.string).joined(separator: ", ")
    }
  }
}

extension Rule {
  /// The rule's values by key, without the keys that the rule does not have.
  var values: [KeyedValue] {
    var values = [KeyedValue("kind", kind.rawValue, place("/forceExit") ?? place("/forceUpdate"))]
    func add(_ key: String, _ text: String?) {
      if let text { values.append(KeyedValue(key, text, place(key))) }
    }
    for term in terms { add(term.key, term.text) }
    if condition.target == nil { add("/targetVersion", targetVersion?.text.string) }
    if condition.targetCode == nil { add("/targetVersionCode", targetVersionCode.map { String($0) }) }
    add("/releasedAt", releasedAt?.text)
    for remark in remarks { add("/\(JSONPointer.token(remark.key))", remark.text) }
    if let page = destinations.page {
      add("page for \(page.versions.map(\.text.string).joined(separator: ", "))", page.url.string)
    }
    add("/forceUpdateTypes", pacing.forceUpdateTypes.isEmpty ? nil : pacing.forceTypeWords)
    add("/deadline", pacing.deadline?.words)
    let forced = pacing.forcedDescriptions?.values { _ in place("/forcedDescriptions") } ?? []
    values += forced.map {
      KeyedValue("/forcedDescriptions" + $0.key.dropFirst("/descriptions".count), $0.text, $0.place)
    }
    for variant in pacing.variants {
      let key = "/variants/\(JSONPointer.token(variant.id.string))"
      add(key, "weight \(variant.weight)")
      values += variant.descriptions.values { _ in place("/variants") }.map {
        KeyedValue(key + $0.key, $0.text, $0.place)
      }
    }
    add("/skippable", isSkippable ? "true" : nil)
    for (name, destination) in [
      ("destination", destinations.elsewhere), ("destination on Android", destinations.onAndroid),
    ] {
      guard let destination else { continue }
      let place = place("/targetWebsiteUrl") ?? place("/targetPackageUrl") ?? place("/targetGooglePlay")
      values.append(KeyedValue(name, destination.string, place))
    }
    return values + descriptions.values { place($0) ?? place("/descriptions") }
  }

  private func place(_ key: String) -> DocumentPlace? { source.keys[key] }
}

extension Descriptions {
  fileprivate func values(_ place: (String) -> DocumentPlace?) -> [KeyedValue] {
    let own = besideOwnMessage.map { [("Herald's own message", $0)] } ?? []
    return (entries.map { (JSONPointer.token($0.key.string), $0.texts) } + own).flatMap { language, texts in
      texts.named.compactMap { name, text in
        text.map { KeyedValue("/descriptions/\(language)/\(name)", $0, place("/descriptions/\(language)/\(name)")) }
      }
    }
  }
}

extension PromptTexts {
  fileprivate var named: [(name: String, text: String?)] {
    [
      ("message", message), ("title", title), ("whatIsNew", whatIsNew), ("warnings", warnings), ("imageUrl", imageURL),
      ("updateButton", updateButton),
    ]
  }
}
