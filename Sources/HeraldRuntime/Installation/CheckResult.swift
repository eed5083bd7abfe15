public import Herald
public import HeraldFetch

/// The outcome of a check, exactly one of six.
public enum CheckOutcome: String, Hashable, Sendable, CaseIterable {
  /// A prompt of this kind is on the screen now.
  case exit, force, optional, message
  /// The policy was evaluated, and nothing is to be shown.
  case none
  /// No policy was available, so nothing is shown and it is unknown whether something should be.
  case failed

  init(_ kind: PromptKind) {
    self =
      switch kind {
      case .exit: .exit
      case .force: .force
      case .optional: .optional
      case .message: .message
      }
  }
}

/// The result of a check: the outcome, the prompt, and the reasons.
public struct CheckResult: Sendable {
  /// The outcome; never ``CheckOutcome/none`` without a policy.
  public let outcome: CheckOutcome
  /// The prompt on the screen: brought up by the check, or visible before it (reason `alreadyVisible`).
  public let showing: Showing?
  /// The decision with its reasons; nil where the check could not be written to the ledger.
  public let decision: Decision?
  /// The reason why the check brought no new policy; nil if it brought one. A ``showing`` then comes from the last
  /// accepted policy, such as at a start offline.
  public let failure: CheckFailure?
  /// Findings in the document that arrived: the reason for its refusal, rules that are left out, or its likeness to
  /// another format.
  public let findings: [Diagnostic]
}

/// The reason why a check brought no policy.
public enum CheckFailure: Error, Sendable {
  /// No document arrived.
  case fetch(FetchFailure)
  /// A document arrived and was refused.
  case refused(DocumentRefusal)
  /// The ledger could not be written, so nothing is shown.
  case unrecorded(Diagnostic)

  /// The reason of the failed fetch or of the refusal, or the code of the ledger's error, such as `offline` or `diskFull`.
  public var reason: String {
    switch self {
    case .fetch(let failure): failure.reason
    case .refused(let refusal): refusal.reason.rawValue
    case .unrecorded(let diagnostic): diagnostic.code.name
    }
  }

  /// The failure in words: what is wrong, where, why, and how to fix it.
  public var diagnostic: Diagnostic {
    switch self {
    case .fetch(let failure): failure.diagnostic
    case .unrecorded(let diagnostic): diagnostic
    case .refused(let refusal):
      Diagnostic(
        refusal.reason, .error, what: "The document `\(refusal.digest)` is refused.",
        why: refusal.reason.words,
        fix: "check the document with `herald lint`; the last accepted policy stays in force")
    }
  }
}

/// The permission for a critical operation.
public enum Permission: Sendable, Equatable {
  /// The operation may proceed.
  case proceed
  /// A prompt that the user cannot dismiss is on the screen instead.
  case blocked(Prompt)
}
