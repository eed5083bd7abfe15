import Herald

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
