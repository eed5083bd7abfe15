package import Herald

/// SSVersionUpdater's answer: the server compared the versions, and says what to show.
///
/// Blank texts count as missing, here and in the other formats. Herald's own texts replace them.
package enum SunstripeFormat: Format {
  package static let names = ["sunstripe"]

  package static var reference: FormatReference {
    FormatReference("SSVersionUpdater's answer: the server compared the versions.", keys: Key.self)
  }

  private typealias Key = SunstripeKey
  private typealias Info = SunstripeKey.Info

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(Key.info) || outline.has(Key.result) && outline.has(Key.code)
  }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      try demandSuccess(object)
      noteWithdrawal(&object)
      guard let info = object[Key.info] else { return Policy(of: document, rules: []) }
      try object.demandObject(at: pointer, "`version_info`")
      guard let kind = try kind(info, &object) else { return Policy(of: document, rules: []) }
      let texts = PromptTexts(
        message: Coercion.text(info[Info.message]), title: Coercion.text(info[Info.title]),
        updateButton: Coercion.text(info[Info.button]))
      let rule = RuleDraft(
        id: "update:sunstripe", kind: kind, texts: texts, urls: [info[Info.url]?.string],
        place: object.place(pointer))
      return Policy(of: document, rules: object.rules(rule))
    }
  }

  private static let pointer = Key.info.pointer

  private static func demandSuccess(_ object: ObjectDocument) throws(Refused) {
    let result = object[Key.result]
    if let text = result?.string, ExactString(text) == "successed" { return }
    let details = [Key.code, .messages].compactMap { key in
      object[key].map { "`\(key.rawValue)` \(quoted($0.canonical))" }
    }
    throw object.refused(
      .serverSaidFailure, at: Key.result.pointer,
      (result.map { "The server's `result` is \(quoted($0.canonical))" } ?? "The server's answer has no `result`")
        + (details.isEmpty ? "." : ", with \(details.joined(separator: " and "))."),
      why: "only \"successed\" says that it could answer", fix: "look at the server, and ask again later")
  }

  /// Reports code 3000, which some services send for a withdrawn app. The code does not change what is shown.
  private static func noteWithdrawal(_ object: inout ObjectDocument) {
    guard let code = object[Key.code], Coercion.integer(code) == 3000 else { return }
    object.record(
      .appWithdrawn, .note, at: Key.code.pointer, "The server says with code 3000 that the app was withdrawn.",
      why: "the code decides nothing: `version_info` does",
      fix: "check that `version_info` says what users need to know")
  }

  /// The kind of prompt; nil where nothing is to be shown.
  private static func kind(_ info: JSONNode, _ object: inout ObjectDocument) throws(Refused) -> PromptKind? {
    let isNeeded = try object.decidingFlag(
      info[Info.isNeeded], at: pointer + Info.isNeeded.pointer, named: Info.isNeeded.rawValue)
    guard isNeeded == true else { return nil }
    switch info[Info.type]?.string.map({ ExactString($0) }) {
    case "force_update": return .force
    case "no_update":
      object.record(
        .contradiction, .warning, at: pointer + Info.type.pointer,
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

/// The keys of SSVersionUpdater's answer.
enum SunstripeKey: String, DocumentKey {
  case result, code, messages
  case info = "version_info"

  var about: KeyReference {
    switch self {
    case .result:
      KeyReference(
        .words(["successed"]), .required, "Whether the server could answer; any other word refuses the document.",
        example: #""successed""#, fault: .refusesDocument)
    case .code:
      key(
        .anything, "The server's own code; 3000 means that the app was withdrawn, and nothing follows from it.", "3000")
    case .messages: key(.anything, "What the server says of a failure; a refusal quotes it.", #""OK""#)
    case .info:
      KeyReference(
        .object(Info.object), .optional(default: "no update"), "The update that the server found.",
        example: #"{"needed_version_update": "1", "update_type": "force_update", "update_url": "https://example.com"}"#,
        fault: .refusesDocument)
    }
  }

  private func key(_ shape: ValueShape, _ meaning: String, _ example: String) -> KeyReference {
    KeyReference(shape, .optional(default: "none"), meaning, example: example, fault: .countsAsAbsent)
  }

  /// The keys of `version_info`.
  enum Info: String, DocumentKey {
    case isNeeded = "needed_version_update"
    case type = "update_type"
    case url = "update_url"
    case title = "update_alert_title"
    case message = "update_alert_body"
    case button = "update_update_button_title"

    static let object = ObjectReference("version_info", "an object", at: "version_info", references)

    var about: KeyReference {
      switch self {
      case .isNeeded:
        KeyReference(
          .flag, .optional(default: "no"), "Whether there is an update.", example: #""1""#, fault: .refusesDocument)
      case .type:
        key(
          .words(["force_update", "no_update", "optional_update"], isOpen: true), "optional",
          "Whether the update is forced; every other word offers it.", #""force_update""#)
      case .url:
        key(.form(.url), "the fetch's `storeUrl`", "The page that the button opens.", #""https://example.com""#)
      case .title: key(.text, "Herald's own", "The prompt's heading.", #""New version""#)
      case .message: key(.text, "Herald's own", "What the prompt says.", #""Please update.""#)
      case .button: key(.text, "Herald's own", "The title of the update button.", #""Update""#)
      }
    }

    private func key(_ shape: ValueShape, _ default: String, _ meaning: String, _ example: String) -> KeyReference {
      KeyReference(shape, .optional(default: `default`), meaning, example: example, fault: .countsAsAbsent)
    }
  }
}
