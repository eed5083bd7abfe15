public import Herald

/// A third party's update service: whether there is an update, and which.
///
/// Pre-releases are compared as versions are: what stands behind a hyphen comes before its release.
public enum UmengFormat: Format {
  public static let names = ["umeng"]

  public static func recognizes(_ outline: DocumentOutline) -> Bool { outline.has("update") }

  public static func read(_ document: Document) -> ReadDocument {
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
