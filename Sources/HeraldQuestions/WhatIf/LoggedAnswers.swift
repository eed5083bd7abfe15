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
  package mutating func record(_ change: ScreenChange) {
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

/// Replays one installation under another policy.
///
/// All events come from the log, except that its prompts and their answers are dropped. Where a decision shows something,
/// the prompt is shown and answered at that moment. The app changes its version when the log says so, and never because
/// of a prompt.
package struct Counterfactual: Sendable {
  /// The state. Its `revision` is the revision of the last event taken from the log; prompts shown here have none.
  package private(set) var state = InstallationState()
  private let source: ExactString
  private var answers: LoggedAnswers
  private var showings = 0

  /// The decision on an event, and the user's answer to its prompt.
  package struct Step: Sendable {
    /// The decision.
    package let decision: Decision
    /// The button that the user chose; nil if nothing was shown.
    package let answer: Button?
  }

  /// - Parameters:
  ///   - source: the installation's name, which decides on rollouts.
  ///   - answers: the user's answers in the whole log.
  package init(of source: ExactString, answers: LoggedAnswers) {
    self.source = source
    self.answers = answers
  }

  /// Begins behind events that were forgotten, with the state that was kept. Its prompt on the screen is dropped, like
  /// all prompts of the log.
  ///
  /// - Parameter fetched: the fetch of the policy in force, with the reading of the other policy; nil to keep the policy.
  package mutating func begin(in start: InstallationState, fetched: EventData?) {
    state = start
    state.visible = nil
    if case .fetchSucceeded(let fetch)? = fetched, case .accepted(let policy)? = fetch.reading {
      state.policy = policy.shared
    }
  }

  /// Takes note of the next logged fact.
  ///
  /// - Parameters:
  ///   - fact: the fact; a successful fetch carries the reading of the other policy.
  ///   - decider: a decider, which many installations can share.
  /// - Returns: nil for an event without a decision.
  package mutating func record(_ fact: Fact, decider: inout Decider) -> Step? {
    switch fact.data.screenChange {
    case .shown, .answered: return nil
    case .cleared, nil: state.apply(fact)
    }
    guard let decision = decider.decide(after: fact.data, at: fact.time, of: source, in: state) else { return nil }
    guard let prompt = decision.prompt else { return Step(decision: decision, answer: nil) }
    let answer = answers.answer(to: prompt)
    showings += 1
    let id = ExactString("whatif-\(showings)")
    apply(.promptShown(PromptShown(of: prompt, id: id)), fact)
    apply(.buttonChosen(ButtonChosen(prompt: id, button: ExactString(answer.rawValue))), fact)
    return Step(decision: decision, answer: answer)
  }

  private mutating func apply(_ data: EventData, _ asked: Fact) {
    state.apply(Fact(revision: asked.revision, time: asked.time, data: data))
  }
}
