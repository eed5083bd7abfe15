package import Herald

/// The answer of a login service that knows the version of the app that signs in.
///
/// Its values are compared exactly: `"FALSE"` and `""` are neither `"0"` nor `"false"`, so they announce a new version.
package enum LoginFormat: Format {
  package static let names = ["login"]

  package static var reference: FormatReference {
    FormatReference(
      "The answer of a login service that compared the versions.", keys: Key.self, constraints: [.any(of: deciding)])
  }

  private typealias Key = LoginKey
  private static let deciding: [Key] = [.hasNewVersion, .needUpgrade, .downloadUrl]

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(Key.hasNewVersion) || outline.has(Key.needUpgrade)
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      try object.demandAny(of: deciding)
      let hasNewVersion = try answer(.hasNewVersion, object)
      let needsUpgrade = try answer(.needUpgrade, object)
      let review = object.review(Key.review)
      guard let hasNewVersion, !["0", "false"].contains(hasNewVersion) else {
        return Policy(of: document, reviewVersions: review, rules: [])
      }
      let isForced = needsUpgrade.map { ["1", "true"].contains($0) } ?? false
      let rule = RuleDraft(
        id: "update:login", kind: isForced ? .force : .optional, urls: [object[Key.downloadUrl]?.string],
        place: object.place(""))
      return Policy(of: document, reviewVersions: review, rules: object.rules(rule))
    }
  }

  /// The value as text, where it is a text, a number or a boolean; nil where the key is missing.
  private static func answer(_ key: Key, _ object: ObjectDocument) throws(Refused) -> ExactString? {
    guard let node = object[key] else { return nil }
    switch node.value {
    case .string(let text): return ExactString(text)
    case .bool: return ExactString(node.canonical)
    // A number beyond every double has no form in RFC 8785.
    case .number(let text) where Double(text)?.isFinite == true: return ExactString(node.canonical)
    default:
      throw object.refused(
        .invalidDocument, at: key.pointer, "`\(key.rawValue)` is \(node.kindName).", why: "it is a yes or a no",
        fix: "write \"1\" or \"0\"")
    }
  }
}

/// The keys of a login service's answer.
enum LoginKey: String, DocumentKey {
  case hasNewVersion, needUpgrade, downloadUrl, review

  var about: KeyReference {
    switch self {
    case .hasNewVersion:
      answer("Whether there is an update: everything but \"0\" and \"false\" says yes.", default: "no update")
    case .needUpgrade: answer("Whether the update is forced: \"1\" and \"true\" say yes.", default: "no")
    case .downloadUrl: .downloadURL
    case .review: .review
    }
  }

  private func answer(_ meaning: String, default: String) -> KeyReference {
    KeyReference(
      .either([.text, .boolean, .anyNumber], name: "a text, a number or a boolean"), .optional(default: `default`),
      meaning, example: #""1""#, fault: .refusesDocument)
  }
}
