package import Herald

/// The document that javiersantos' AppUpdater reads: the latest version, and its code.
///
/// Versions are compared where the device or the document lacks a code.
package enum AppUpdaterFormat: Format {
  package static let names = ["appupdater"]

  package static var reference: FormatReference {
    FormatReference(
      "The document that javiersantos' AppUpdater reads: the newest version, and its code.", keys: Key.self,
      constraints: [.any(of: [Key.latestVersion, .latestVersionCode]), Key.versionWithoutCode])
  }

  private typealias Key = AppUpdaterKey

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(Key.latestVersion) || outline.has(Key.latestVersionCode)
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      object.noteMisspeltKeys(at: "", known: Key.self)
      let code = try code(object)
      let version = try version(&object, besideCode: code != nil)
      guard version != nil || code != nil else {
        throw object.refused(
          .noVersion, at: "", "The document has neither `latestVersion` nor `latestVersionCode`.",
          why: "the installed version is compared with them", fix: "write {\"latestVersion\": \"2.10.1\", …}")
      }
      let rule = RuleDraft(
        id: "update:appupdater", kind: .optional, condition: condition(version, code), target: version,
        targetCode: version == nil ? code : nil,
        texts: PromptTexts(whatIsNew: notes(object[Key.releaseNotes])), urls: [object[Key.url]?.string],
        place: object.place(""),
        keys: [
          VersionCondition.key: object.place(Key.latestVersion.pointer),
          VersionCondition.codeKey: object.place(Key.latestVersionCode.pointer),
        ])
      return Policy(of: document, rules: object.rules(rule))
    }
  }

  /// The version; beside a code one that cannot be read counts as absent, with a finding.
  private static func version(
    _ object: inout ObjectDocument, besideCode hasCode: Bool
  ) throws(Refused) -> PublishedVersion? {
    guard let node = object[Key.latestVersion] else { return nil }
    do throws(Refused) {
      return try object.version(node, at: Key.latestVersion.pointer, named: Key.latestVersion.rawValue)
    } catch {
      guard hasCode else { throw error }
      object.record(
        .invalidVersion, .warning, at: Key.latestVersion.pointer,
        "`latestVersion` is \(quoted(node.canonical)), which is not a version.",
        why: "the code alone is compared", fix: "write a text such as \"2.10.1\"")
      return nil
    }
  }

  private static func condition(_ version: PublishedVersion?, _ code: Int?) -> VersionCondition {
    if let build = code.flatMap({ PublishedVersion(String($0)) }) { return .olderBuild(than: build, version: version) }
    return version.map { .older(than: $0, .compared) } ?? .never
  }

  private static func code(_ object: ObjectDocument) throws(Refused) -> Int? {
    guard let node = object[Key.latestVersionCode] else { return nil }
    if let code = Coercion.integer(node) { return code }
    throw object.refused(
      .invalidDocument, at: Key.latestVersionCode.pointer, "`latestVersionCode` is \(quoted(node.canonical)).",
      why: "a version code is an integer", fix: "write an integer such as 12")
  }

  /// The notes of a release: a text, or a list of texts as lines.
  private static func notes(_ node: JSONNode?) -> String? {
    guard case .array(let lines) = node?.value else { return Coercion.text(node) }
    let texts = lines.compactMap { Coercion.text($0) }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }
}

/// The keys of the document that javiersantos' AppUpdater reads.
enum AppUpdaterKey: String, DocumentKey {
  case latestVersion, latestVersionCode, url, releaseNotes

  /// The constraint that a version which stands alone can be read.
  static var versionWithoutCode: ObjectReference.Constraint {
    ObjectReference.Constraint(
      "Without a code, `latestVersion` must be a version.",
      .without([latestVersionCode], latestVersion, is: .form(.version)))
  }

  var about: KeyReference {
    switch self {
    case .latestVersion:
      KeyReference(
        .either([.form(.version), .anything], name: #"a version such as "2.10""#),
        .optional(default: "compared by code alone"),
        "The newest version; older ones are offered the update.", example: #""2.10.1""#, fault: .refusesDocument)
    case .latestVersionCode:
      KeyReference(
        .lenient(.anyInteger), .optional(default: "compared by version alone"),
        "The newest version code, which is compared where the device has one too.", example: "12",
        fault: .refusesDocument)
    case .url: .downloadURL
    case .releaseNotes:
      KeyReference(
        .either([.text, .list(.text)], name: "a text, or a list of texts"), .optional(default: "none"),
        "What is new in the version.", example: #"["Signing in is faster."]"#, fault: .countsAsAbsent)
    }
  }
}
