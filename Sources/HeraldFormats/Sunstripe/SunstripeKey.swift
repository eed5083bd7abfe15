import Herald

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
        key(
          .either([.boolean, .words(["1", "true", "YES"])], name: "true, 1, \"1\", \"true\" or \"YES\""), "no",
          "Whether there is an update.", #""1""#)
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
