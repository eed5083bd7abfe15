package import Herald

/// The answer of a login service that knows the version of the app that signs in.
package enum LoginFormat: Format {
  package static let names = ["login"]

  package static var reference: FormatReference {
    FormatReference(
      "The answer of a login service that compared the versions.", keys: Key.self, constraints: [.anySaid(of: deciding)]
    )
  }

  private typealias Key = LoginKey
  private static let deciding: [Key] = [.hasNewVersion, .needUpgrade, .downloadUrl]

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(Key.hasNewVersion) || outline.has(Key.needUpgrade)
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      try object.demandAny(of: deciding)
      let hasNewVersion = try object.decidingFlag(
        object[Key.hasNewVersion], at: Key.hasNewVersion.pointer, named: Key.hasNewVersion.rawValue)
      let isForced = try needsUpgrade(&object)
      let review = object.review(Key.review)
      guard hasNewVersion == true else { return Policy(of: document, reviewVersions: review, rules: []) }
      let rule = RuleDraft(
        id: "update:login", kind: isForced ? .force : .optional, urls: [object[Key.downloadUrl]?.string],
        place: object.place(""))
      return Policy(of: document, reviewVersions: review, rules: object.rules(rule))
    }
  }

  private static func needsUpgrade(_ object: inout ObjectDocument) throws(Refused) -> Bool {
    let (node, key) = (object[Key.needUpgrade], Key.needUpgrade)
    switch node?.value {
    case .array, .object:
      throw object.refused(
        .invalidDocument, at: key.pointer, "`\(key.rawValue)` is \(node?.kindName ?? "missing").",
        why: "it is a yes or a no", fix: Flag.fix)
    case .null, .bool, .number, .string, nil: return object.flag(node, at: key.pointer, named: key.rawValue)
    }
  }
}

/// The keys of a login service's answer.
enum LoginKey: String, DocumentKey {
  case hasNewVersion, needUpgrade, downloadUrl, review

  var about: KeyReference {
    switch self {
    case .hasNewVersion:
      answer("Whether there is an update.", default: "no update")
    case .needUpgrade: answer("Whether the update is forced.", .lenientFlag, default: "no")
    case .downloadUrl: .downloadURL
    case .review: .review(fault: .countsAsAbsent)
    }
  }

  private func answer(_ meaning: String, _ shape: ValueShape = .flag, default: String) -> KeyReference {
    KeyReference(shape, .optional(default: `default`), meaning, example: #""1""#, fault: .refusesDocument)
  }
}
