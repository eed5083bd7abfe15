public import Herald
import HeraldLog

/// Shows the prompt of a decision, and records the answer.
extension Installation {
  /// Shows the prompt of a decision, after its showing is in the ledger.
  ///
  /// - Returns: nil where the decision has no prompt, or its showing could not be written.
  func show(_ decision: Decision?) -> Showing? {
    guard let prompt = decision?.prompt else { return nil }
    let step = record { id in
      .promptShown(PromptShown(of: prompt, id: id))
    }
    guard let step else {
      // The prompt is not shown, so the ledger must not record it later.
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

  /// Records the presenter's answer, unless the app reported one before.
  private func answered(_ showing: Showing, _ button: Button?) -> Bool {
    guard onScreen?.id == showing.id else { return false }
    answer(showing, with: button.map { ExactString($0.rawValue) } ?? Self.vanished)
    return true
  }

  private func answer(_ showing: Showing, with button: ExactString) {
    onScreen = nil
    _ = record(.buttonChosen(ButtonChosen(prompt: showing.id, button: button)))
  }

  /// The answer of a prompt that left the screen without one, `vanished`. The prompt may be shown again then.
  public static let vanished = ButtonChosen.vanished

  /// Records that ``onScreen`` has gone without an answer, for an app that shows it itself.
  ///
  /// - Returns: the showing that has gone; nil where no prompt is on the screen.
  @discardableResult
  public func promptVanished() -> Showing? {
    guard let showing = onScreen else { return nil }
    answer(showing, with: Self.vanished)
    return showing
  }

  /// Records the button that the user chose, for an app that shows ``onScreen`` itself.
  ///
  /// - Returns: the showing that was answered; nil where no prompt is on the screen.
  @discardableResult
  public func chose(_ button: Button) -> Showing? {
    guard let showing = onScreen else { return nil }
    answer(showing, with: ExactString(button.rawValue))
    return showing
  }

  /// Waits until the presenter's prompt is answered and its button followed; returns at once without a prompt.
  public func settled() async { await presentation?.value }

  /// Records `vanished` for a showing that is in the ledger but never came up, because its write reported an error.
  func answerVanishedPrompt() {
    guard let visible = state.visible, visible.prompt != onScreen?.id else { return }
    let isAnswered = waiting.contains { event in
      if case .answered(let answer) = event.data.screenChange { answer.prompt == visible.prompt } else { false }
    }
    if isAnswered { return }
    waiting.insert(
      WaitingEvent(
        id: ExactString(environment.newID()), time: environment.now(), salt: environment.newSalt(),
        data: .buttonChosen(ButtonChosen(prompt: visible.prompt, button: Self.vanished))), at: 0)
  }
}
