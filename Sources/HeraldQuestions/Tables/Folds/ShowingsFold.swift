import Herald

/// The showings of one installation, from their appearance to the change of version that followed.
///
/// A showing is complete as soon as its prompt is gone and the app's version has changed, or the stream has ended. Until then
/// it waits, packed.
struct ShowingsFold {
  /// The effect of an event on a showing.
  enum Change {
    case shown(PromptRow)
    case answered(PromptRow)
  }

  private var audit = PromptAudit()
  /// Decisions that showed something, and nothing was shown before the next one.
  private(set) var missed = 0
  /// The showing on the screen.
  private var open: PromptRow?
  private var waiting = PendingShowings()
  private var lastShown: [(rule: ExactString, at: Timestamp)] = []
  /// The state's count before the current event. A button that does not raise it answered the showing on the screen.
  private var strayButtons = 0

  /// Applies the next event.
  ///
  /// - Parameters:
  ///   - state: after the event.
  ///   - decision: the decision that the event asked for, if any.
  mutating func note(
    _ fact: Fact, of source: ExactString, in state: InstallationState, decision: Decision?
  ) -> Change? {
    let judged = audit.note(fact, decision: decision)
    if judged?.verdict == .missed { missed += 1 }
    switch fact.data.screenChange {
    case .shown(let showing):
      close(as: .replaced)
      let row = row(of: showing, fact, source, state, judged)
      open = row
      return .shown(row)
    case .answered(let answer):
      defer { strayButtons = state.counts.strayButtons }
      guard strayButtons == state.counts.strayButtons else { return nil }
      open?.answer = answer.button
      open?.answeredAt = fact.time.moment
      defer { close(as: .answered) }
      return open.map { .answered($0) }
    case .cleared:
      close(as: .ended)
      return nil
    case nil: return nil
    }
  }

  private mutating func row(
    of showing: PromptShown, _ fact: Fact, _ source: ExactString, _ state: InstallationState, _ judged: JudgedPrompt?
  ) -> PromptRow {
    let place = lastShown.firstIndex { $0.rule == showing.rule }
    let row = PromptRow(
      source: source, showing: showing, revision: fact.revision, shownAt: fact.time,
      verdict: judged?.verdict ?? .unjustified, trigger: judged?.decision?.question.trigger,
      digest: state.policy?.digest, number: state.records[showing.rule]?.shown ?? 1,
      deferrals: state.records[showing.rule]?.deferrals ?? 0,
      lastShownAt: place.map { lastShown[$0].at }, profile: state.profile)
    if let place {
      lastShown[place].at = fact.time.moment
    } else {
      lastShown.append((showing.rule, fact.time.moment))
    }
    return row
  }

  private mutating func close(as outcome: ShowingOutcome) {
    guard var row = open else { return }
    open = nil
    row.outcome = outcome
    waiting.append(row)
  }

  /// Sends the waiting rows, with the version that followed them.
  mutating func changeVersion(
    to version: ExactString?, at time: Timestamp, of source: ExactString, _ send: (PromptRow) throws -> Void
  ) rethrows {
    try waiting.removeAll(of: source) { row in
      row.nextVersion = version
      row.updatedAt = time
      try send(row)
    }
  }

  /// Sends the rows that still wait when the stream ends.
  mutating func end(of source: ExactString, _ send: (PromptRow) throws -> Void) rethrows {
    try waiting.removeAll(of: source) { try send($0) }
    if let open { try send(open) }
    open = nil
  }
}
