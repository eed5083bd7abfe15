public import Herald

/// One showing of a prompt on the screen.
public struct Showing: Sendable, Identifiable {
  /// The id of this showing in the installation's events.
  public let id: ExactString
  /// The prompt that is shown.
  public let prompt: Prompt

  /// Makes a showing, such as for a presenter's test.
  public init(id: ExactString, prompt: Prompt) {
    self.id = id
    self.prompt = prompt
  }

  /// The address that a button opens; nil for a button that opens nothing.
  func destination(of button: Button) -> String? {
    button == .update || button == .open ? prompt.destination?.string : nil
  }
}

/// Shows prompts on a screen.
///
/// ```swift
/// struct ConsolePresenter: Presenter {
///   func present(_ showing: Showing) async -> Button? {
///     print(PromptWords(showing.prompt).message)
///     return showing.prompt.buttons.first
///   }
///   func follow(_ button: Button, of showing: Showing) async {
///     print(showing.prompt.destination?.string ?? "")
///   }
/// }
/// ```
///
/// An ``Installation`` calls it with one prompt at a time, after the showing is in the ledger.
public protocol Presenter: Sendable {
  /// Shows a prompt until the user chooses a button.
  ///
  /// - Returns: the button; nil where the prompt vanished without an answer, or could not be shown.
  func present(_ showing: Showing) async -> Button?

  /// Performs a button's action, such as opening the destination. It is called after the choice is in the ledger, because
  /// the system may end the app while the store opens.
  func follow(_ button: Button, of showing: Showing) async
}
