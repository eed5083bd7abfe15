public import Herald
import HeraldLog

/// From a decision to a prompt on the screen, and back to the answer.
extension Installation {
  /// Brings up what was decided, once its showing is on record.
  ///
  /// - Returns: nil where nothing is to be shown, or its showing could not be written down.
  func show(_ decision: Decision?) -> Showing? {
    guard let prompt = decision?.prompt else { return nil }
    let step = record { id in
      .promptShown(PromptShown(prompt: id, rule: prompt.rule, kind: prompt.kind, language: prompt.language))
    }
    guard let step else {
      // It will not be shown, so it must not be written down later.
      if case .promptShown = waiting.last?.data { waiting.removeLast() }
      return nil
    }
    let showing = Showing(id: step.event.id, prompt: prompt)
    onScreen = showing
    if let presenter {
      presentation = Task { [weak self] in
        let button = await presenter.present(showing)
        guard await self?.answered(showing, button) == true, let button else { return }
        await presenter.follow(button, of: showing)
      }
    }
    return showing
  }

  /// Takes the presenter's answer, unless the app told it before.
  private func answered(_ showing: Showing, _ button: Button?) -> Bool {
    guard onScreen?.id == showing.id else { return false }
    answer(showing, with: button.map { ExactString($0.rawValue) } ?? Self.vanished)
    return true
  }

  private func answer(_ showing: Showing, with button: ExactString) {
    onScreen = nil
    _ = record(.buttonChosen(ButtonChosen(prompt: showing.id, button: button)))
  }

  /// The word for a prompt that left the screen without an answer: it may be shown again then.
  public static let vanished: ExactString = "vanished"

  /// The user chose a button of the prompt on the screen, which the app shows itself.
  ///
  /// - Returns: the showing that was answered; nil where no prompt is on the screen.
  @discardableResult
  public func chose(_ button: Button) -> Showing? {
    guard let showing = onScreen else { return nil }
    answer(showing, with: ExactString(button.rawValue))
    return showing
  }

  /// Waits until the presenter's prompt, if there is one, was answered and its button followed.
  public func settled() async { await presentation?.value }

  /// Where a showing is in the ledger that never came up, because writing it seemed to fail: says so there.
  func answerVanishedPrompt() {
    guard let visible = state.visible, visible.prompt != onScreen?.id else { return }
    let isAnswered = waiting.contains { event in
      if case .buttonChosen(let answer) = event.data { answer.prompt == visible.prompt } else { false }
    }
    if isAnswered { return }
    waiting.insert(
      WaitingEvent(
        id: ExactString(environment.newID()), time: environment.now(),
        data: .buttonChosen(ButtonChosen(prompt: visible.prompt, button: Self.vanished))), at: 0)
  }
}
