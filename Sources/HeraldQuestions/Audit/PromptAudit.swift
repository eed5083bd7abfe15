package import Herald

/// Compares the prompts that one installation was shown with the prompts that it should have been shown.

///
/// A showing is judged by the last decision before it, if no other showing lies between.
///
/// ```swift
/// var audit = PromptAudit()
/// var judged = facts.compactMap { audit.note($0.fact, decision: $0.decision) }
/// if let last = audit.end() { judged.append(last) }
/// ```
package struct PromptAudit: Sendable {
  /// The last decision; nil if something was shown since.
  private var last: Decision?

  /// Makes an audit at the beginning of a stream.
  package init() {}

  /// Takes note of the stream's next fact, and returns the judgement that it makes possible.
  ///
  /// - Parameters:
  ///   - decision: the decision on the fact; nil for a fact without a decision.
  package mutating func note(_ fact: Fact, decision: Decision?) -> JudgedPrompt? {
    if let decision {
      defer { last = decision }
      return missed(as: .missed, until: decision)
    }
    guard case .promptShown(let showing) = fact.data else { return nil }
    defer { last = nil }
    let isJustified = last?.prompt.map { $0.isShown(by: showing) } ?? false
    return JudgedPrompt(
      verdict: isJustified ? .justified : .unjustified, revision: fact.revision, time: fact.time, showing: showing,
      decision: last, next: nil)
  }

  /// Ends the stream, and returns the last judgement.
  package mutating func end() -> JudgedPrompt? {
    defer { last = nil }
    return missed(as: .open)
  }

  private func missed(as verdict: AuditVerdict, until next: Decision? = nil) -> JudgedPrompt? {
    guard let last, last.prompt != nil else { return nil }
    return JudgedPrompt(
      verdict: verdict, revision: last.revision, time: last.question.now, showing: nil, decision: last,
      next: next.map { JudgedPrompt.Next(revision: $0.revision, time: $0.question.now) })
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
