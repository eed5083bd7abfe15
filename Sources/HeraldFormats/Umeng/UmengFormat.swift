package import Herald

/// Umeng's update service: whether an update exists, and its version.
///
/// Pre-releases are compared too: a version with a hyphen is older than its release.
package enum UmengFormat: Format {
  package static let names = ["umeng"]

  package static func recognizes(_ outline: DocumentOutline) -> Bool { outline.has("update") }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      guard try hasUpdate(object) else { return Policy(of: document, rules: []) }
      let version = try object.version(object["version"], at: "/version")
      let rule = RuleDraft(
        id: "update:umeng", kind: .optional, condition: .older(than: version, .compared),
        texts: PromptTexts(whatIsNew: Coercion.text(object["update_log"])), urls: [object["path"]?.string],
        place: object.place(""), keys: [VersionCondition.key: object.place("/version")])
      return Policy(of: document, rules: object.rules(rule))
    }
  }

  private static func hasUpdate(_ object: ObjectDocument) throws(Refused) -> Bool {
    switch object["update"]?.string.map({ ExactString($0.lowercased()) }) {
    case "yes": return true
    case "no": return false
    default:
      throw object.refused(
        .invalidDocument, at: "/update",
        object["update"].map { "`update` is \(quoted($0.canonical))." } ?? "The document has no `update`.",
        why: "it says whether there is an update", fix: "write \"Yes\" or \"No\"")
    }
  }
}
