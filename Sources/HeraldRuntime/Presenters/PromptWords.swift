public import Herald

/// The texts of a prompt for a screen: its document's, and Herald's own in the device's language for the rest.
///
/// ```swift
/// let words = PromptWords(showing.prompt)
/// let text = ([words.message] + words.details).joined(separator: "\n\n")
/// ```
public struct PromptWords: Sendable {
  /// The title.
  public let title: String
  /// The message below the title.
  public let message: String
  /// Paragraphs below the message: release notes and warnings, where the document has them.
  public let details: [String]
  /// The buttons with their titles, in their order.
  public let buttons: [(button: Button, title: String)]

  /// Collects the texts of a prompt.
  public init(_ prompt: Prompt) {
    title = prompt.title
    message = prompt.message
    details = [prompt.whatIsNew, prompt.texts?.warnings].compactMap { $0 }
    buttons = prompt.buttons.map { ($0, prompt.title(of: $0)) }
  }
}
