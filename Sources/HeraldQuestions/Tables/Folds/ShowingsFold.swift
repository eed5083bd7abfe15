import Herald

/// The showings of one installation, from their appearance to the change of version that followed.
///
/// A showing is complete as soon as its prompt is gone, the app's version has changed and its target is reached, or the
/// stream has ended. Until then it waits, packed.
struct ShowingsFold {
  /// The effect of an event on a showing.
  enum Change {
    case shown(PromptRow)
    case answered(PromptRow)
  }

  private var audit = PromptAudit()
  /// Decisions that showed something, and nothing was shown before the next one.
  private(set) var missed = 0
  /// Showings, and decisions without one, behind revisions that are missing, where log and policy disagree.
  private(set) var unknown = 0
  /// The showing on the screen.
  private var open: PromptRow?
  private var waiting = PendingShowings()
  private var lastShown: [(rule: ExactString, at: Timestamp, unanswered: Int)] = []
  /// The state's count before the current event. A button that does not raise it answered the showing on the screen.
  private var strayButtons = 0

  /// Takes note of the revision of an event that changes nothing.
  mutating func pass(_ revision: Int, after previous: Int) { audit.pass(revision, after: previous) }

  /// Applies the next event.
  ///
  /// - Parameters:
  ///   - previous: the revision of the state before the event; nil for that of the event before, or 0.
  ///   - state: after the event.
  ///   - decision: the decision that the event asked for, if any.
  mutating func record(
    _ fact: Fact, after previous: Int? = nil, of source: ExactString, in state: InstallationState, decision: Decision?
  ) -> Change? {
    let judged = audit.record(fact, after: previous, decision: decision)
    if judged?.verdict == .missed { missed += 1 }
    if judged?.verdict == .unknown { unknown += 1 }
    switch fact.data.screenChange {
    case .shown(let showing):
      if let open, open.showing.prompt == showing.prompt, open.showing.rule == showing.rule { return nil }
      close(as: .replaced)
      let row = row(of: showing, fact, source, state, judged)
      open = row
      return .shown(row)
    case .answered(let answer):
      defer { strayButtons = state.counts.strayButtons }
      guard strayButtons == state.counts.strayButtons else { return nil }
      open?.answer = answer.button
      open?.answeredAt = fact.time.moment
      if let place = lastShown.firstIndex(where: { $0.rule == open?.showing.rule }) { lastShown[place].unanswered = 0 }
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
    let unanswered = 1 + (place.map { lastShown[$0].unanswered } ?? 0)
    let row = PromptRow(
      source: source, showing: showing, revision: fact.revision, shownAt: fact.time,
      verdict: judged?.verdict ?? .unjustified, trigger: judged?.decision?.question.trigger,
      digest: state.policy?.digest, number: state.records[showing.rule]?.shown ?? 1,
      deferrals: state.records[showing.rule]?.deferrals ?? 0,
      lastShownAt: place.map { lastShown[$0].at }, profile: state.profile,
      offer: OfferedVersion(of: showing, in: state), offeredFormat: state.policy?.format,
      decisionRevision: judged?.decision?.revision, user: state.user, unanswered: unanswered)
    if let place {
      (lastShown[place].at, lastShown[place].unanswered) = (fact.time.moment, unanswered)
    } else {
      lastShown.append((showing.rule, fact.time.moment, unanswered))
    }
    return row
  }

  private mutating func close(as outcome: ShowingOutcome) {
    guard var row = open else { return }
    open = nil
    row.outcome = outcome
    waiting.append(row)
  }

  /// Takes note of a launch, after ``record(_:after:of:in:decision:)``, and sends the rows that are complete.
  ///
  /// - Parameters:
  ///   - profile: the properties that the launch brought.
  ///   - update: the change of version with it, if any.
  mutating func launched(
    _ profile: Profile, at time: Timestamp, _ update: UpdateRow?, of source: ExactString,
    _ send: (PromptRow) throws -> Void
  ) rethrows {
    try waiting.launched(profile, at: time, update, of: source, send)
  }

  /// Sends the rows that still wait when the stream ends.
  mutating func end(of source: ExactString, _ send: (PromptRow) throws -> Void) rethrows {
    try waiting.removeAll(of: source) { try send($0) }
    if let open { try send(open) }
    open = nil
  }
}
