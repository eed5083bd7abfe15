package import Herald

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
  package mutating func note(_ fact: Fact, decider: inout Decider) -> Step? {
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
