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
  /// The installation's name, a user, or a part of its name that no other has; nil for the only one of the log.
  public var source: ExactString?
  /// The event whose decision is asked about; nil for the last prompt that was shown.
  public var revision: Int?

  /// Asks about the decision behind an event.
  ///
  /// - Parameters:
  ///   - document: the other policy.
  ///   - source: the installation's name, a user, or a part of its name that no other has; nil for the only one of the log.
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

/// One decision as it was recorded, and as another policy would have taken it at the same moment.
public struct DraftAnswer: LogAnswer {
  /// The decision of the log.
  package let recorded: WhyDecisionAnswer
  /// The decision under the other policy.
  package let draft: WhyDecisionAnswer
  private let difference: DiffAnswer

  init(_ recorded: FoundDecision, under draft: FoundDecision) {
    self.recorded = WhyDecisionAnswer(recorded)
    self.draft = WhyDecisionAnswer(draft)
    difference = DiffAnswer(
      DiffPoint(log: "recorded", step: recorded.step, found: recorded),
      DiffPoint(log: "draft", step: draft.step, found: draft))
  }

  /// The difference of the two decisions, as `herald diff` prints it; the points are the logs `recorded` and `draft`.
  public var json: String { difference.json }

  /// The changes in a sentence, and the difference as `herald diff` prints it.
  public var words: String { sentence + "\n\n" + difference.words }

  /// True if the user would have seen the same.
  public var isSame: Bool { difference.decisions?.isSameAnswer ?? true }

  /// The changes under the other policy, in a sentence.
  public var sentence: String {
    let (own, other) = (recorded.explanation.decision, draft.explanation.decision)
    if isSame {
      return own.prompt.map { "The draft changes nothing here: it shows \(Self.name($0)) too." }
        ?? "The draft changes nothing here: it shows nothing either."
    }
    switch (own.prompt, other.prompt) {
    case (let own?, let other?) where own.rule == other.rule && own.kind == other.kind:
      return "The draft shows \(Self.name(own)) too, with another text, language, address or buttons."
    case (let own?, let other?):
      return "The draft shows \(Self.name(other)) in place of \(Self.name(own))."
    case (nil, let other?): return "The draft shows \(Self.name(other)), where nothing was to be shown."
    case (let own?, nil): return "The draft shows nothing, where \(Self.name(own)) was to be shown."
    case (nil, nil): return "The draft shows nothing either, for another reason."
    }
  }

  private static func name(_ prompt: Prompt) -> String { "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))" }

  /// A rule that ends otherwise under the other policy.
  package struct Row {
    /// The rule with its kind.
    package let rule: String
    /// The rule's end in the log's decision and under the other policy, each with a sign.
    package let recorded, draft: String
  }

  /// The rules of both policies that end otherwise.
  package var rows: [Row] {
    (difference.decisions?.rules ?? []).filter(\.endsDifferently).map { rule in
      let kind = (rule.left ?? rule.right).map { " (\($0.rule.kind.rawValue))" } ?? ""
      return Row(
        rule: "\(rule.rule.string.shown)\(kind)",
        recorded: difference.ending(of: rule.left, rule.rule, difference.left),
        draft: difference.ending(of: rule.right, rule.rule, difference.right))
    }
  }

  /// The number of rules that end alike.
  package var alike: Int {
    guard let decisions = difference.decisions else { return 0 }
    return decisions.alike.count + decisions.rules.count { !$0.endsDifferently }
  }
}
