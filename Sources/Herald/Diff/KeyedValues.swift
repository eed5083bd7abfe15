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
  /// The document's values, without those of its rules.
  var values: [KeyedValue] {
    var values = [KeyedValue("digest", digest.string), KeyedValue("format", format.string)]
    if let revision { values.append(KeyedValue("revision", String(revision))) }
    if let packageName { values.append(KeyedValue("packageName", packageName.string)) }
    if let reviewVersions { values.append(KeyedValue("reviewVersions", reviewVersions.words)) }
    if pushOnForeground { values.append(KeyedValue("pushOnForeground", "true")) }
    if let url { values.append(KeyedValue("url", url.string)) }
    if let storeURL { values.append(KeyedValue("storeUrl", storeURL.string)) }
    if let houseRules { values.append(KeyedValue("houseRules", houseRules.json.string)) }
    return values
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
    for test in RuleTests.inOrder {
      for term in test.check.terms(of: self) { add(term.key, term.text) }
    }
    if condition.target == nil { add("/targetVersion", targetVersion?.text.string) }
    if condition.targetCode == nil { add("/targetVersionCode", targetVersionCode.map { String($0) }) }
    add("/releasedAt", releasedAt?.text)
    for remark in remarks { add("/\(JSONPointer.token(remark.key))", remark.text) }
    if let page = destinations.page {
      add("page for \(page.versions.map(\.text.string).joined(separator: ", "))", page.url.string)
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
