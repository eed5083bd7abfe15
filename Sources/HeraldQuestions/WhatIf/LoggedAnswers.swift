package import Herald

/// One user's answers to each rule's prompts, in the order of the log. The user is assumed to give the same answers
/// under another policy.
///
/// Pass it every screen change of a stream, in order and to the end, before its ``Counterfactual`` begins.
package struct LoggedAnswers: Sendable {
  /// The answers of one rule; nil for a word that no prompt offers.
  private struct Queue: Sendable {
    let rule: ExactString
    var answers: [Button?]
    var used = 0
  }
  private var queues: [Queue] = []
  private var visible: PromptShown?

  /// Makes an empty collection.
  package init() {}

  /// True if no prompt was answered.
  package var isEmpty: Bool { queues.isEmpty }

  /// Takes note of the next change of the screen. An answer counts if its prompt was on the screen.
  package mutating func note(_ change: ScreenChange) {
    switch change {
    case .cleared: visible = nil
    case .shown(let showing): visible = showing
    case .answered(let choice):
      guard let showing = visible, showing.prompt == choice.prompt else { return }
      visible = nil
      append(Button(rawValue: choice.button.string), to: showing.rule)
    }
  }

  private mutating func append(_ answer: Button?, to rule: ExactString) {
    if let index = queues.firstIndex(where: { $0.rule == rule }) {
      queues[index].answers.append(answer)
    } else {
      queues.append(Queue(rule: rule, answers: [answer]))
    }
  }

  /// The answer to a prompt: the answer to the rule's next answered showing, otherwise the usual answer of its kind.
  ///
  /// A logged answer that the prompt does not offer is used up too, because it belongs to that showing.
  mutating func answer(to prompt: Prompt) -> Button {
    if let index = queues.firstIndex(where: { $0.rule == prompt.rule && $0.used < $0.answers.count }) {
      let logged = queues[index].answers[queues[index].used]
      queues[index].used += 1
      if let logged, prompt.buttons.contains(logged) { return logged }
    }
    return prompt.kind.usualAnswer
  }
}

extension PromptKind {
  /// The assumed answer of a user without a logged answer.
  package var usualAnswer: Button {
    switch self {
    case .exit: .exit
    case .force: .update
    case .optional: .later
    case .message: .dismiss
    }
  }
}
