public import Herald
import HeraldFormats
import HeraldLog

/// A question about one decision of a log: what another policy would have decided at the same moment.
///
/// Only the policy is another one. The device, the time, what is on the screen, and what was shown and answered before
/// stay as they were recorded. ``WhatIfQuestion`` asks what another policy would have done from the first event on.
///
/// ```swift
/// let answer = try DraftQuestion(document, at: 9).answer(in: LoggedEvents(path: "phone.jsonl"))
/// print(answer.words)
/// ```
public struct DraftQuestion: LogQuestion, Sendable {
  /// The other policy.
  public var document: Document
  /// The installation's name, or any part of it that no other has; nil for the only one of the log.
  public var source: ExactString?
  /// The event whose decision is asked about; nil for the last prompt that was shown.
  public var revision: Int?

  /// Asks about the decision behind an event.
  ///
  /// - Parameters:
  ///   - document: the other policy.
  ///   - source: the installation's name, or any part of it that no other has; nil for the only one of the log.
  ///   - revision: the event whose decision is asked about; nil for the last prompt that was shown.
  public init(_ document: Document, of source: ExactString? = nil, at revision: Int? = nil) {
    self.document = document
    self.source = source
    self.revision = revision
  }

  /// Reads the events once.
  ///
  /// - Throws: ``LogRefused`` where the log has no such decision or installation, or where the phone would have refused
  ///   the document; what reading the log throws.
  public func answer(in events: LoggedEvents) throws -> DraftAnswer {
    let recorded = try WhyQuestion(of: source, at: revision).answer(in: events).decision.found
    return DraftAnswer(recorded, under: try found(recorded))
  }

  /// The recorded moment, decided again with the document in force.
  private func found(_ recorded: FoundDecision) throws -> FoundDecision {
    let policy = try policy(in: recorded.step.state)
    let step = recorded.step
    var (before, state) = (step.before, step.state)
    (before.policy, state.policy) = (policy, policy)
    (before.refused, state.refused) = (nil, nil)
    var decider = Decider()
    let decision = decider.decide(recorded.decision.question, in: state)
    return FoundDecision(
      step: ReplayStep(event: step.event, before: before, state: state, decision: decision, position: step.position),
      decision: decision, causes: recorded.causes.withoutPolicy, showings: recorded.showings,
      documents: [document.digest: document.text], missing: recorded.missing)
  }

  /// The document, read as the phone would have read it at the address of the policy that it had.
  private func policy(in state: InstallationState) throws -> Policy {
    let shelf = DocumentShelf(reading: Formats.reading, replacement: document)
    let known = state.policy
    let fetch = shelf.replacing(
      FetchSucceeded(
        trigger: .launch, url: known?.url ?? "", format: document.format, storeURL: known?.storeURL,
        houseRules: known?.houseRules, digest: known?.digest ?? document.digest))
    if case .accepted(let policy)? = fetch.reading { return policy.shared }
    var findings = Formats.read(document).diagnostics.filter { $0.severity == .error }
    if findings.isEmpty, case .refused(let reason)? = fetch.reading {
      findings = [
        Diagnostic(
          QuestionCode.notAPolicy, .error, what: "The document is not read as a policy.", place: nil,
          why: "\(reason.rawValue): \(reason.words)", fix: "check that it is the one that was meant, and its format")
      ]
    }
    throw LogRefused(findings)
  }
}
