package import Herald
import HeraldLog

/// A question about one decision of a log, as `herald why` asks it.
package struct WhyQuestion {
  /// The subject of the question.
  package enum Kind {
    /// The reasons for the decision.
    case decision
    /// The reasons why the decision did not show this rule.
    case not(ExactString)
    /// The reasons why its prompt came again.
    case again
  }

  private let kind: Kind
  private let source: ExactString?
  private let revision: Int?

  /// - Parameters:
  ///   - source: the installation's name, or any part of it that no other has; nil for the only one of the log.
  ///   - revision: the event to explain; nil for the last prompt that was shown.
  package init(_ kind: Kind = .decision, of source: ExactString? = nil, at revision: Int? = nil) {
    self.kind = kind
    self.source = source
    self.revision = revision
  }

  /// Reads the events once.
  ///
  /// - Throws: ``LogRefused`` where the log has no such decision or installation; what reading it throws.
  package func answer(in events: LoggedEvents) throws -> any DecisionAnswer {
    let found = try found(in: events)
    switch kind {
    case .decision: return WhyAnswer(found)
    case .not(let rule): return WhyNotAnswer(found, rule: rule)
    case .again:
      if let judged = found.unjustified { return UnjustifiedAnswer(found: found, judged: judged) }
      guard let answer = WhyAgainAnswer(found) else { throw Self.nothingShown(found.decision, in: events.name) }
      return answer
    }
  }

  /// Finds the other installations that meet the same test, and the number of installations that each edit of the
  /// policy would reach.
  ///
  /// - Parameters:
  ///   - answer: this question's answer.
  ///   - events: the answer's events, read once more (``LoggedEvents/again()``).
  /// - Returns: nil where the policy in force has no such rule.
  package func others(besides answer: any DecisionAnswer, in events: LoggedEvents) throws -> OthersAnswer? {
    var rule: ExactString?
    if case .not(let asked) = kind { rule = asked }
    return try OthersAnswer(answer.found, rule: rule, in: events)
  }

  private func found(in events: LoggedEvents) throws -> FoundDecision {
    var wanted = DecisionFinder.Wanted.decision
    if case .again = kind { wanted = .showing }
    var finder = DecisionFinder(revision: revision, wanted: wanted)
    try events.replay(events.candidates(source.map { [$0] } ?? []), visitor: &finder)
    let source = try events.installation(source)
    let beginnings = try events.forgottenBeginnings()
    try refuseForgotten(beginnings[source], of: source, in: events.name)
    var found = try finder.found(source, in: events.name)
    found.note(beginnings)
    let state = found.step.state
    for digest in [state.policy?.digest, state.refused?.digest].compactMap(\.self) {
      found.documents[digest] = try events.document(digest)
    }
    return found
  }

  private func refuseForgotten(_ beginning: ForgottenBeginning?, of source: ExactString, in log: LogName) throws {
    guard let revision, let beginning, revision <= beginning.revision else { return }
    throw LogRefused(
      Diagnostic(
        QuestionCode.noDecision, .error, what: "Revision \(revision) of `\(source)` was forgotten.",
        file: log.description,
        why: ForgottenWords.sentence(beginning), fix: "ask about a later revision"))
  }

  private static func nothingShown(_ decision: Decision, in log: LogName) -> LogRefused {
    LogRefused(
      Diagnostic(
        QuestionCode.noDecision, .error, what: "Nothing was shown at revision \(decision.revision).",
        file: log.description,
        why: "a prompt that comes again is one that a decision shows",
        fix: "ask `herald why \(log.quoted) --revision \(decision.revision)` why nothing was"))
  }
}
