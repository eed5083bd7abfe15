/// The effect of an event on the prompt on the screen.
///
/// Past showings, logged answers, ignored events, pages and the tables follow showings by it. Every type of event declares its own, so a new
/// type that shows or answers prompts reaches all of them.
package enum ScreenChange: Sendable {
  /// The app's process started. A dead process shows nothing.
  case cleared
  /// A prompt appeared, in place of any earlier one.
  case shown(PromptShown)
  /// The user answered a prompt. It leaves the screen if it was there.
  case answered(PromptAnswer)
}

/// An answer to a prompt, whatever type of event brings it.
package struct PromptAnswer: Hashable, Sendable {
  /// The id of the showing that was answered.
  package let prompt: ExactString
  /// A ``Button``'s word, ``ButtonChosen/vanished``, or another one.
  package let button: ExactString
}

extension EventData {
  private struct ScreenVisitor: PayloadVisitor {
    func visit<Payload: EventPayload>(_ payload: Payload) -> ScreenChange? { payload.screenChange }
  }

  /// The effect of the event on the prompt on the screen; nil for none.
  package var screenChange: ScreenChange? {
    var visitor = ScreenVisitor()
    return accept(&visitor) ?? nil
  }

  /// The user's answer to a prompt; nil for an event that answers none.
  package var answer: PromptAnswer? {
    if case .answered(let answer) = screenChange { answer } else { nil }
  }
}
