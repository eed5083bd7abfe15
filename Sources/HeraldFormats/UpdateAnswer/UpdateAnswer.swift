import Herald

/// The answer of a service that reports an update and its version; each service has keys of its own.
///
/// Pre-releases are compared too: a version with a hyphen is older than its release.
struct UpdateAnswer<Key: UpdateAnswerKey> {
  let id: ExactString

  func policy(_ object: inout ObjectDocument) throws(Refused) -> Policy {
    object.noteMisspeltKeys(at: "", known: Key.self)
    guard try hasUpdate(object) else { return Policy(of: object.document, rules: []) }
    let pointer = Key.version.pointer
    let target = try object.version(object[Key.version], at: pointer, named: Key.version.rawValue)
    let rule = RuleDraft(
      id: id, kind: isForced(object) ? .force : .optional, condition: .older(than: target, .compared), target: target,
      texts: PromptTexts(whatIsNew: Coercion.text(object[Key.notes])), urls: [object[Key.url]?.string],
      place: object.place(""), keys: [VersionCondition.key: object.place(pointer)])
    return Policy(of: object.document, rules: object.rules(rule))
  }

  private func hasUpdate(_ object: ObjectDocument) throws(Refused) -> Bool {
    let node = object[Key.update]
    if case .bool(let bool) = node?.value { return bool }
    switch node?.string.map({ ExactString($0.lowercased()) }) {
    case "yes": return true
    case "no": return false
    default:
      throw object.refused(
        .invalidDocument, at: Key.update.pointer,
        node.map { "`update` is \(quoted($0.canonical))." } ?? "The document has no `update`.",
        why: "it says whether there is an update", fix: "write \"Yes\" or \"No\"")
    }
  }

  private func isForced(_ object: ObjectDocument) -> Bool {
    guard let constraint = Key.constraint, case .bool(let bool) = object[constraint]?.value else { return false }
    return bool
  }
}
