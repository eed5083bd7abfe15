public import Herald
import HeraldLog

/// A question about one decision of a log: why a prompt was shown or none, why a rule was not shown, or why a prompt came
/// again (`herald why`).
///
/// ```swift
/// let events = try LoggedEvents(path: "phone.jsonl")
/// let why = try WhyQuestion(at: 9).answer(in: events)
/// print(why.words(.sentence))
/// let whyNot = try WhyQuestion(.not("update:7"), at: 9).answer(in: events)
/// print(whyNot.words)
/// ```
public struct WhyQuestion: LogQuestion, Sendable {
  /// The subject of the question.
  public enum Kind: Hashable, Sendable {
    /// The reasons for the decision.
    case decision
    /// The reasons why the decision did not show this rule, and the fewest changes with which it would have.
    case not(ExactString)
    /// The reasons why its prompt came again.
    case again
  }

  /// The subject of the question.
  public var kind: Kind
  /// The installation's name, a user, or a part of its name that no other has; nil for the only one of the log.
  public var source: ExactString?
  /// The event to explain; nil for the last prompt that was shown, and of a rule that was not shown for the newest
  /// decision that came to the rules, a person's before one that nobody caused.
  public var revision: Int?
  /// True to read the log a second time, for the other installations that meet the same test on the same value, and for
  /// the number of them that each change of the policy would reach.
  public var findsOthers = false
  /// Number of threads that may work on a ledger to find them.
  public var jobs = 1

  /// Asks about the decision behind an event.
  ///
  /// - Parameters:
  ///   - kind: the subject of the question.
  ///   - source: the installation's name, a user, or a part of its name that no other has; nil for the only one of the log.
  ///   - revision: the event to explain; nil for the last prompt that was shown.
  public init(_ kind: Kind = .decision, of source: ExactString? = nil, at revision: Int? = nil) {
    self.kind = kind
    self.source = source
    self.revision = revision
  }

  /// Reads the events once, and once more with ``findsOthers``.
  ///
  /// - Throws: ``LogRefused`` where the log has no such decision or installation; what reading it throws.
  public func answer(in events: LoggedEvents) throws -> WhyAnswer {
    let events = try events.unread().needingEvents().naming(source.map { [$0] } ?? [])
    let decision = try decisionAnswer(in: events)
    return WhyAnswer(decision: decision, others: try others(besides: decision, in: events))
  }

  private func decisionAnswer(in events: LoggedEvents) throws -> any DecisionAnswer {
    let found = try found(in: events)
    switch kind {
    case .decision: return WhyDecisionAnswer(found)
    case .not(let rule): return WhyNotAnswer(found, rule: rule)
    case .again:
      if let judged = found.showingWithoutDecision { return UnjustifiedAnswer(found: found, judged: judged) }
      guard let answer = WhyAgainAnswer(found) else { throw Self.nothingShown(found.decision, in: events.name) }
      return answer
    }
  }

  /// The other installations; nil where they are not asked for, and where the policy in force has no such rule.
  private func others(besides answer: any DecisionAnswer, in events: LoggedEvents) throws -> OthersAnswer? {
    guard findsOthers else { return nil }
    var rule: ExactString?
    if case .not(let asked) = kind { rule = asked }
    return try OthersAnswer(answer.found, rule: rule, in: events.again(), jobs: jobs)
  }

  private func found(in events: LoggedEvents) throws -> FoundDecision {
    var wanted = DecisionFinder.Wanted.decision
    switch kind {
    case .decision: break
    case .not(let rule): wanted = .onRule(rule)
    case .again: wanted = .showing
    }
    var finder = DecisionFinder(revision: revision, wanted: wanted)
    try events.replay(events.candidates(source.map { [$0] } ?? []), visitor: &finder)
    let source = try events.installation(source)
    let beginnings = try events.forgottenBeginnings()
    try refuseForgotten(beginnings[source], of: source, in: events.name)
    var found = try finder.found(source, in: events.name)
    found.record(beginnings)
    try found.takeDocuments(of: events)
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
