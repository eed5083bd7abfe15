package import Herald

/// The answer that WVector's AppUpdate reads.
package enum AppUpdateFormat: Format {
  package static let names = ["appupdate"]

  package static var reference: FormatReference {
    FormatReference(
      "The answer that WVector's AppUpdate reads.", keys: AppUpdateKey.self, constraints: [AppUpdateKey.demand])
  }

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(AppUpdateKey.version) || outline.has(AppUpdateKey.url)
  }

  package static func read(_ document: Document) -> ReadDocument {
    let answer = UpdateAnswer<AppUpdateKey>(id: "update:appupdate")
    return ObjectDocument.read(document) { (object) throws(Refused) in try answer.policy(&object) }
  }
}

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
    let isForced = isForced(&object)
    let rule = RuleDraft(
      id: id, kind: isForced ? .force : .optional, condition: .older(than: target, .compared), target: target,
      texts: PromptTexts(whatIsNew: Coercion.text(object[Key.notes])), urls: [object[Key.url]?.string],
      place: object.place(""), keys: [VersionCondition.key: object.place(pointer)])
    return Policy(of: object.document, rules: object.rules(rule))
  }

  private func hasUpdate(_ object: ObjectDocument) throws(Refused) -> Bool {
    let pointer = Key.update.pointer
    if let flag = try object.decidingFlag(object[Key.update], at: pointer, named: Key.update.rawValue) { return flag }
    throw object.refused(
      .invalidDocument, at: pointer, "The document has no `\(Key.update.rawValue)`.",
      why: "it says whether there is an update", fix: "write \"Yes\" or \"No\"")
  }

  private func isForced(_ object: inout ObjectDocument) -> Bool {
    guard let constraint = Key.constraint else { return false }
    return object.flag(object[constraint], at: constraint.pointer, named: constraint.rawValue)
  }
}

/// The keys of a service that reports an update; each service has names of its own.
protocol UpdateAnswerKey: DocumentKey {
  static var update: Self { get }
  static var version: Self { get }
  static var url: Self { get }
  static var notes: Self { get }
  /// The key for a forced update; nil for a service that forces none.
  static var constraint: Self? { get }
}

extension UpdateAnswerKey {
  static var constraint: Self? { nil }

  /// The entry in the reference of a key that both services have.
  var aboutAnswer: KeyReference {
    if self == .update {
      return KeyReference(
        .saidFlag, .required, "Whether there is an update.", example: #""Yes""#, fault: .refusesDocument)
    }
    if self == .version {
      return KeyReference(
        .form(.version), .requiredIf("where `\(Self.update.rawValue)` is Yes"),
        "The newest version; older ones are offered the update.", example: #""2.10.1""#, fault: .refusesDocument,
        isReadByConstraint: true)
    }
    return self == .url ? .downloadURL : .whatIsNew
  }

  /// The constraint that an update has a valid version.
  static var demand: ObjectReference.Constraint {
    let yes = JSONNode.object([
      "anyOf": .list([
        .object(["const": .bool(true)]),
        .object(["type": .text("number"), "not": .object(["const": .number(0)])]),
        .object(["type": .text("string"), "pattern": .text(TextForm.flagOfYes.pattern)]),
      ])
    ])
    let isVersion = JSONNode.object(["type": .text("string"), "pattern": .text(TextForm.version.pattern)])
    return ObjectReference.Constraint(
      "Where `\(update.rawValue)` is Yes, `\(version.rawValue)` must be a version.",
      .object([
        "if": JSONNode.present(update, yes),
        "then": JSONNode.present(version, isVersion),
      ]))
  }
}
