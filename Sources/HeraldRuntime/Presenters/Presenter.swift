public import Herald

/// A prompt on the screen: what an app shows, once.
public struct Showing: Sendable, Identifiable {
  /// Names this showing in the installation's events.
  public let id: ExactString
  public let prompt: Prompt

  public init(id: ExactString, prompt: Prompt) {
    self.id = id
    self.prompt = prompt
  }
}

/// Puts prompts on a screen.
///
/// An ``Installation`` calls it after the showing is in the ledger, and one prompt at a time.
public protocol Presenter: Sendable {
  /// Shows a prompt until the user chooses a button.
  ///
  /// - Returns: the button, or nil where the prompt vanished without an answer, or could not be shown.
  func present(_ showing: Showing) async -> Button?

  /// Does what a button promises, such as opening the destination. Called after the choice is in the ledger, because
  /// opening a store may be the last thing that the app does.
  func follow(_ button: Button, of showing: Showing) async
}
