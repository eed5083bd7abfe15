public import Herald

/// What a prompt says, ready for a screen: its document's texts, and Herald's own in the device's language for the rest.
public struct PromptWords: Sendable {
  public let title: String
  public let message: String
  /// What is new, and warnings: paragraphs below the message.
  public let details: [String]
  /// The buttons in their order, with what they say.
  public let buttons: [(button: Button, title: String)]

  public init(_ prompt: Prompt) {
    title = prompt.title
    message = prompt.message
    details = [prompt.whatIsNew, prompt.texts?.warnings].compactMap { $0 }
    buttons = prompt.buttons.map { ($0, prompt.title(of: $0)) }
  }
}
