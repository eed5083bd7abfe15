package import Herald

/// One version: an older first number forces an update, an older second number suggests one.
///
/// A sign belongs to the first number, which is negative then.
package enum SegmentsFormat: Format {
  package static let names = ["segments"]

  package static var reference: FormatReference {
    FormatReference("One version: an older first number forces, an older second number offers.", keys: Key.self)
  }

  private typealias Key = SegmentsKey

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(Key.version) && !outline.has(UmengKey.update)
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      let version = try object.version(object[Key.version], at: Key.version.pointer)
      let texts = PromptTexts(
        message: Coercion.text(object[Key.message]), title: Coercion.text(object[Key.title]),
        whatIsNew: Coercion.text(object[Key.whatIsNew]))
      let place = object.place(Key.version.pointer)
      func draft(_ id: ExactString, _ kind: PromptKind, _ number: VersionCondition.Number) -> RuleDraft {
        RuleDraft(
          id: id, kind: kind, condition: .lower(number, than: version), target: version, texts: texts,
          urls: [object[Key.downloadUrl]?.string], place: place, keys: [VersionCondition.key: place])
      }
      let major = draft("update:segments-major", .force, .first)
      let minor = draft("update:segments-minor", .optional, .second)
      return Policy(
        of: document, reviewVersions: object.review(Key.review),
        rules: object.rules(major) + object.rules(minor))
    }
  }
}

/// The keys of a document with one version, whose first number forces and whose second suggests.
enum SegmentsKey: String, DocumentKey {
  case version, downloadUrl, review, title, message, whatIsNew

  var about: KeyReference {
    switch self {
    case .version:
      .version("The newest version: an older first number forces the update, an older second number offers it.")
    case .downloadUrl: .downloadURL
    case .review: .review(fault: .countsAsAbsent)
    case .title: .optionalText("The prompt's heading.", example: #""New version""#)
    case .message: .optionalText("What the prompt says.", example: #""Please update.""#)
    case .whatIsNew: .whatIsNew
    }
  }
}
