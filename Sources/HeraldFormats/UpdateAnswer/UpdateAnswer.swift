import Herald

/// The answer of a service that says whether there is an update, and its version; each service has keys of its own.
///
/// Pre-releases are compared too: a version with a hyphen is older than its release.
struct UpdateAnswer {
  let id: ExactString
  /// The keys of the version and of the address.
  let version: String
  let url: String
  /// The key that says whether the update is forced; nil for a service that forces none.
  var constraint: String?

  func policy(_ object: inout ObjectDocument) throws(Refused) -> Policy {
    object.noteMisspeltKeys(
      at: "", known: Set(["update", "update_log", version, url] + (constraint.map { [$0] } ?? [])))
    guard try hasUpdate(object) else { return Policy(of: object.document, rules: []) }
    let pointer = "/\(version)"
    let target = try object.version(object[version], at: pointer, named: version)
    let rule = RuleDraft(
      id: id, kind: isForced(object) ? .force : .optional, condition: .older(than: target, .compared), target: target,
      texts: PromptTexts(whatIsNew: Coercion.text(object["update_log"])), urls: [object[url]?.string],
      place: object.place(""), keys: [VersionCondition.key: object.place(pointer)])
    return Policy(of: object.document, rules: object.rules(rule))
  }

  private func hasUpdate(_ object: ObjectDocument) throws(Refused) -> Bool {
    let node = object["update"]
    if case .bool(let bool) = node?.value { return bool }
    switch node?.string.map({ ExactString($0.lowercased()) }) {
    case "yes": return true
    case "no": return false
    default:
      throw object.refused(
        .invalidDocument, at: "/update",
        node.map { "`update` is \(quoted($0.canonical))." } ?? "The document has no `update`.",
        why: "it says whether there is an update", fix: "write \"Yes\" or \"No\"")
    }
  }

  private func isForced(_ object: ObjectDocument) -> Bool {
    guard let constraint, case .bool(let bool) = object[constraint]?.value else { return false }
    return bool
  }
}
