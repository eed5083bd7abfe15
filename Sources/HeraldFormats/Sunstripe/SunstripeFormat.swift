package import Herald

/// SSVersionUpdater's answer: the server compared the versions, and says what to show.
///
/// Blank texts count as missing, here and in the other formats. Herald's own texts replace them.
package enum SunstripeFormat: Format {
  package static let names = ["sunstripe"]

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has("version_info") || outline.has("result") && outline.has("code")
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      try demandSuccess(object)
      noteWithdrawal(&object)
      guard let info = object["version_info"] else { return Policy(of: document, rules: []) }
      try object.demandObject(at: pointer, "`version_info`")
      guard let kind = kind(info, &object) else { return Policy(of: document, rules: []) }
      let texts = PromptTexts(
        message: Coercion.text(info[name: "update_alert_body"]), title: Coercion.text(info[name: "update_alert_title"]),
        updateButton: Coercion.text(info[name: "update_update_button_title"]))
      let rule = RuleDraft(
        id: "update:sunstripe", kind: kind, texts: texts, urls: [info[name: "update_url"]?.string],
        place: object.place(pointer))
      return Policy(of: document, rules: object.rules(rule))
    }
  }

  private static let pointer = "/version_info"

  private static func demandSuccess(_ object: ObjectDocument) throws(Refused) {
    let result = object["result"]
    if let text = result?.string, ExactString(text) == "successed" { return }
    let details = ["code", "messages"].compactMap { name in object[name].map { "`\(name)` \(quoted($0.canonical))" } }
    throw object.refused(
      .serverSaidFailure, at: "/result",
      (result.map { "The server's `result` is \(quoted($0.canonical))" } ?? "The server's answer has no `result`")
        + (details.isEmpty ? "." : ", with \(details.joined(separator: " and "))."),
      why: "only \"successed\" says that it could answer", fix: "look at the server, and ask again later")
  }

  /// Reports code 3000, which some services send for a withdrawn app. The code does not change what is shown.
  private static func noteWithdrawal(_ object: inout ObjectDocument) {
    guard let code = object["code"], Coercion.integer(code) == 3000 else { return }
    object.note(
      .appWithdrawn, .note, at: "/code", "The server says with code 3000 that the app was withdrawn.",
      why: "the code decides nothing: `version_info` does",
      fix: "check that `version_info` says what users need to know")
  }

  /// The kind of prompt; nil where nothing is to be shown.
  private static func kind(_ info: JSONNode, _ object: inout ObjectDocument) -> PromptKind? {
    guard Coercion.isYes(info[name: "needed_version_update"], orOneOf: ["1", "true", "YES"]) else { return nil }
    switch info[name: "update_type"]?.string.map({ ExactString($0) }) {
    case "force_update": return .force
    case "no_update":
      object.note(
        .contradiction, .warning, at: pointer + "/update_type",
        "An update is needed, and `update_type` is `no_update`.",
        why: "nobody can tell which is meant, so nothing is shown",
        fix: "write `optional_update` or `force_update`, or set `needed_version_update` to 0")
      return nil
    default: return .optional
    }
  }
}

extension JSONNode {
  /// The value as RFC 8785 writes it, for findings.
  var canonical: String {
    var writer = JSONWriter()
    CanonicalJSON.write(self, into: &writer)
    return writer.string
  }
}
