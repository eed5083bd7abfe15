/// Holds the prompts that one installation was shown against those that it should have been shown.
///
/// A showing is judged by the last decision before it with no other showing between. Feed it the facts of a stream in
/// their order, each with the decision that was taken on it, and ``end()`` it.
public struct PromptAudit: Sendable {
  /// The last decision, as long as nothing was shown since.
  private var last: Decision?

  public init() {}

  /// Takes the next fact in; returns the judgement that it makes possible, if any.
  ///
  /// - Parameters:
  ///   - decision: what was decided on the fact; nil where it asks nothing.
  public mutating func note(_ fact: Fact, decision: Decision?) -> JudgedPrompt? {
    if let decision {
      defer { last = decision }
      return missed(as: .missed)
    }
    guard case .promptShown(let showing) = fact.data else { return nil }
    defer { last = nil }
    let isJustified = last?.prompt.map { $0.rule == showing.rule && $0.kind == showing.kind } ?? false
    return JudgedPrompt(
      verdict: isJustified ? .justified : .unjustified, revision: fact.revision, time: fact.time, showing: showing,
      decision: last)
  }

  /// Tells that the stream has no more facts.
  public mutating func end() -> JudgedPrompt? {
    defer { last = nil }
    return missed(as: .open)
  }

  private func missed(as verdict: AuditVerdict) -> JudgedPrompt? {
    guard let last, last.prompt != nil else { return nil }
    return JudgedPrompt(
      verdict: verdict, revision: last.revision, time: last.question.now, showing: nil, decision: last)
  }
}

/// How a prompt that was shown, or should have been, is judged.
public enum AuditVerdict: String, Hashable, Sendable, CaseIterable {
  /// The decision before it shows the same rule as the same kind.
  case justified
  /// The decision before it shows nothing or something else, or nothing was decided since the last showing.
  case unjustified
  /// A decision showed something, and nothing was shown until the next decision.
  case missed
  /// As ``missed``, but the log ends before the next decision: it may have been shown since.
  case open

  /// Whether log and policy disagree.
  public var isDisagreement: Bool { self == .unjustified || self == .missed }
}

/// A prompt that was shown, or should have been, with the decision that it is judged by.
public struct JudgedPrompt: Sendable {
  public let verdict: AuditVerdict
  /// Of the showing; where nothing was shown, of the event that asked.
  public let revision: Int
  public let time: DeviceTime
  /// Nil where nothing was shown.
  public let showing: PromptShown?
  /// Nil where nothing was decided before the showing, or since the one before.
  public let decision: Decision?

  /// The rule that was shown, or should have been.
  public var rule: ExactString? { showing?.rule ?? decision?.prompt?.rule }
  public var kind: PromptKind? { showing?.kind ?? decision?.prompt?.kind }
}
