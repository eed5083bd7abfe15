/// Herald's texts in one language for documents without texts: for every kind of prompt and every button.
public struct OwnTexts: Sendable {
  let exit: Words
  let force: Words
  let optional: Words
  let message: Words
  let buttons: Buttons

  /// A prompt's title and message.
  public struct Words: Hashable, Sendable {
    /// One line.
    public let title: String
    /// A sentence or two.
    public let message: String
  }

  /// The titles of the buttons.
  struct Buttons: Sendable {
    let update: String
    let later: String
    let skip: String
    let exit: String
    let open: String
    let dismiss: String
  }

  /// The words for a kind of prompt; a pushed one is a forced update.
  public func words(for kind: PromptKind) -> Words {
    switch kind {
    case .exit: exit
    case .force: force
    case .optional: optional
    case .message: message
    }
  }

  /// The title of a button.
  public func title(of button: Button) -> String {
    switch button {
    case .update: buttons.update
    case .later: buttons.later
    case .skip: buttons.skip
    case .exit: buttons.exit
    case .open: buttons.open
    case .dismiss: buttons.dismiss
    }
  }
}
