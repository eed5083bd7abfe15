package import Herald

/// One version: an older first number forces an update, an older second number suggests one.
///
/// A sign belongs to the first number, which is negative then.
package enum SegmentsFormat: Format {
  package static let names = ["segments"]

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has("version") && !outline.has("update")
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      let version = try object.version(object["version"], at: "/version")
      let texts = PromptTexts(
        message: Coercion.text(object["message"]), title: Coercion.text(object["title"]),
        whatIsNew: Coercion.text(object["whatIsNew"]))
      let place = object.place("/version")
      func draft(_ id: ExactString, _ kind: PromptKind, _ number: VersionCondition.Number) -> RuleDraft {
        RuleDraft(
          id: id, kind: kind, condition: .lower(number, than: version), target: version, texts: texts,
          urls: [object["downloadUrl"]?.string], place: place, keys: [VersionCondition.key: place])
      }
      let major = draft("update:segments-major", .force, .first)
      let minor = draft("update:segments-minor", .optional, .second)
      return Policy(of: document, reviewVersions: object.review, rules: object.rules(major) + object.rules(minor))
    }
  }
}
