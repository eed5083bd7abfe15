public import Herald

/// What a prompt says, ready for a screen: its own texts, and Herald's words where it brings none.
public struct PromptWords: Sendable {
  public let title: String?
  public let message: String
  /// What is new, and warnings: paragraphs below the message.
  public let details: [String]
  /// The buttons in their order, with what they say.
  public let buttons: [(button: Button, title: String)]

  public init(_ prompt: Prompt) {
    title = prompt.texts?.title
    message = prompt.texts?.message ?? Self.message(of: prompt.kind)
    details = [prompt.texts?.whatIsNew, prompt.texts?.warnings].compactMap { $0 }
    let update = prompt.texts?.updateButton
    buttons = prompt.buttons.map { ($0, $0 == .update ? update ?? Self.title(of: $0) : Self.title(of: $0)) }
  }

  private static func message(of kind: PromptKind) -> String {
    switch kind {
    case .exit: "This app is no longer available."
    case .force: "An update is needed to go on."
    case .optional: "A new version is available."
    case .message: ""
    }
  }

  private static func title(of button: Button) -> String {
    switch button {
    case .update: "Update"
    case .later: "Later"
    case .skip: "Skip this version"
    case .exit: "Exit"
    case .open: "Open"
    case .dismiss: "Close"
    }
  }
}
