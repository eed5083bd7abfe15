package import Herald

/// Compares the prompts that one installation was shown with the prompts that it should have been shown.

///
/// A showing is judged by the last decision before it, if no other showing lies between. Behind revisions that are
/// missing the state is not known, so a disagreement there accuses nobody.
///
/// ```swift
/// var audit = PromptAudit()
/// var judged = facts.compactMap { audit.record($0.fact, decision: $0.decision) }
/// if let last = audit.end() { judged.append(last) }
/// ```
package struct PromptAudit: Sendable {
  /// The last decision; nil if something was shown since.
  private var last: Decision?
  /// The showing on the screen.
  private var visible: PromptShown?
  /// The revision of the fact before.
  private var revision = 0
  /// The revisions that are missing so far.
  package private(set) var missing = MissingRevisions()

  /// Makes an audit at the beginning of a stream.
  package init() {}

  /// Takes note of the stream's next fact, and returns the judgement that it makes possible.
  ///
  /// - Parameters:
  ///   - previous: the revision of the state before the fact; nil for that of the fact recorded before, or 0.
  ///   - decision: the decision on the fact; nil for a fact without a decision.
  package mutating func record(_ fact: Fact, after previous: Int? = nil, decision: Decision?) -> JudgedPrompt? {
    pass(fact.revision, after: previous ?? revision)
    if let decision {
      defer { last = decision }
      return missed(as: .missed, until: decision)
    }
    switch fact.data.screenChange {
    case .cleared: visible = nil
    case .answered(let answer): if visible?.prompt == answer.prompt { visible = nil }
    case .shown(let showing):
      // Recorded again, it is the same showing.
      if visible.map({ $0.prompt == showing.prompt && $0.rule == showing.rule }) ?? false { return nil }
      visible = showing
      return judge(showing, fact)
    case nil: break
    }
    return nil
  }

  /// Takes note of an event's revision alone, for an event that is not judged.
  package mutating func pass(_ revision: Int, after previous: Int) {
    missing.note(before: revision, after: previous)
    self.revision = revision
  }

  private mutating func judge(_ showing: PromptShown, _ fact: Fact) -> JudgedPrompt {
    defer { last = nil }
    let isJustified = last?.prompt.map { $0.isShown(by: showing) } ?? false
    return JudgedPrompt(
      verdict: isJustified ? .justified : missing.isEmpty ? .unjustified : .unknown, revision: fact.revision,
      time: fact.time, showing: showing, decision: last, next: nil, missing: missing)
  }

  /// Ends the stream, and returns the last judgement.
  package mutating func end() -> JudgedPrompt? {
    defer { last = nil }
    return missed(as: .open)
  }

  private func missed(as verdict: AuditVerdict, until next: Decision? = nil) -> JudgedPrompt? {
    guard let last, last.prompt != nil else { return nil }
    return JudgedPrompt(
      verdict: verdict == .missed && !missing.isEmpty ? .unknown : verdict, revision: last.revision,
      time: last.question.now, showing: nil, decision: last,
      next: next.map { JudgedPrompt.Next(revision: $0.revision, time: $0.question.now) }, missing: missing)
  }
}

extension Prompt {
  /// True if a showing is of this prompt: the same rule, kind, and variant where it names one.
  fileprivate func isShown(by showing: PromptShown) -> Bool {
    rule == showing.rule && kind == showing.kind && (showing.variant == nil || showing.variant == variant)
  }
}

/// The judgement on a prompt that was shown, or should have been.
package enum AuditVerdict: String, Hashable, Sendable, CaseIterable {
  /// The decision before it shows the same rule as the same kind.
  case justified
  /// The decision before it shows nothing or something else, or nothing was decided since the last showing.
  case unjustified
  /// A decision showed something, and nothing was shown until the next decision.
  case missed
  /// As ``missed``, but the log ends before the next decision: it may have been shown since.
  case open
  /// Log and policy disagree behind revisions that are missing: nobody knows whether the app is wrong.
  case unknown

  /// True if log and policy disagree.
  package var isDisagreement: Bool { self == .unjustified || self == .missed }
}

/// A prompt that was shown or should have been, with the decision that it is judged by.
package struct JudgedPrompt: Sendable {
  /// The judgement.
  package let verdict: AuditVerdict
  /// The revision of the showing; if nothing was shown, of the event that asked.
  package let revision: Int
  /// The time of that event.
  package let time: DeviceTime
  /// The showing; nil if nothing was shown.
  package let showing: PromptShown?
  /// The decision that it is judged by; nil if nothing was decided since the showing before.
  package let decision: Decision?
  /// The decision before which the prompt did not appear; nil for a prompt that was not missed.
  package let next: Next?
  /// The revisions that are missing before the event that makes the judgement possible.
  package let missing: MissingRevisions

  /// A later decision.
  package struct Next: Sendable {
    /// The revision of the event that asked.
    package let revision: Int
    /// The time of that event.
    package let time: DeviceTime
  }

  /// The rule that was shown, or should have been.
  package var rule: ExactString? { showing?.rule ?? decision?.prompt?.rule }
  /// The kind that was shown, or should have been.
  package var kind: PromptKind? { showing?.kind ?? decision?.prompt?.kind }
}

/// A verdict in words, for people.
extension AuditVerdict {
  /// The showing of a prompt, compared with the decision.
  package var words: String {
    switch self {
    case .justified: "as decided"
    case .unjustified: "not as decided"
    case .missed: "decided, but not shown"
    case .open: "decided, and the log ends"
    case .unknown: "cannot be judged"
    }
  }

  /// A sign beside the words, because colour alone must not carry the meaning.
  package var sign: String {
    switch self {
    case .justified: "✓"
    case .unjustified: "✗"
    case .missed: "○"
    case .open: "…"
    case .unknown: "?"
    }
  }
}

/// The meaning of each verdict.

extension AuditVerdict: ExplainedCode {
  package static let kind = "verdict of an audit"

  package var explanation: CodeExplanation {
    switch self {
    case .justified:
      CodeExplanation(
        "The prompt is the one that the decision before it shows.",
        when: "Rule and kind are the same.",
        fix: "Nothing.")
    case .unjustified:
      CodeExplanation(
        "The prompt is not the one that should have been shown.",
        when: "The decision before it shows nothing or something else, or was shown already.",
        fix: "Ask `herald why` for the revision that is named, and look at how the app shows prompts.")
    case .missed:
      CodeExplanation(
        "A prompt should have been shown and was not.",
        when: "A decision shows something, and no showing follows before the next one.",
        fix: "Check that the app shows what is decided and records `prompt.shown`.")
    case .open:
      CodeExplanation(
        "A prompt should be shown, and the log ends there.",
        when: "No decision follows that could tell.",
        fix: "Nothing, or audit a later log.")
    case .unknown:
      CodeExplanation(
        "Nobody can say whether the app did what was decided.",
        when: "Log and policy disagree behind revisions that are missing, so the state is not known.",
        fix: "Look for the missing revisions: the app may still have them, or a log that ends later.")
    }
  }
}

/// A judgement in one line, for people.
extension JudgedPrompt {
  package var words: String {
    let rule = rule?.string.shown ?? "a prompt"
    let kind = kind?.rawValue ?? ""
    switch verdict {
    case .justified: return "\(rule) (\(kind)) was shown, as decided at revision \(decision?.revision ?? 0)"
    case .missed:
      return "\(rule) (\(kind)) should have been shown, but nothing appeared before the next decision\(wait)"
    case .open: return "\(rule) (\(kind)) should be shown; the log ends before that"
    case .unknown:
      let what =
        showing == nil ? "was decided, and no showing follows; this" : "was shown; whether that was decided"
      return "\(rule) (\(kind)) \(what) cannot be judged: \(missing.words)"
    case .unjustified:
      guard let decision else {
        return "\(rule) (\(kind)) was shown, though nothing had been decided since the launch or the last showing"
      }
      guard let prompt = decision.prompt else {
        return
          "\(rule) (\(kind)) was shown, though nothing should have been (revision \(decision.revision): "
          + "\(decision.silence))"
      }
      let isSame = prompt.rule == showing?.rule && prompt.kind == showing?.kind
      let (shown, wanted) = isSame ? (Self.words(showing?.variant), Self.words(prompt.variant)) : ("", "")
      return
        "\(rule) (\(kind)) was shown\(shown), though \(prompt.rule.string.shown) (\(prompt.kind.rawValue))\(wanted) was "
        + "decided at revision \(decision.revision)"
    }
  }

  private static func words(_ variant: ExactString?) -> String {
    variant.map { " in variant \($0.string.shown)" } ?? " without a variant"
  }

  /// The time that the app had for a prompt that was missed: a second is short for an app, and a month may lack an
  /// event.
  private var wait: String {
    guard let next else { return "" }
    let length = next.time.moment.milliseconds - time.moment.milliseconds
    let later = time.isMissing || next.time.isMissing || length < 0 ? "" : ", \(LengthOfTime.words(length)) later"
    return " (revision \(next.revision)\(later))"
  }
}
