public import Herald
public import HeraldFetch

/// How a check ended: exactly one of six.
public enum CheckOutcome: String, Hashable, Sendable, CaseIterable {
  /// A prompt of this kind is on the screen now.
  case exit, force, optional, message
  /// A readable policy was asked, and nothing is to be shown.
  case none
  /// Nothing is shown, and it isn't known whether something should be.
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

/// What became of a check.
public struct CheckResult: Sendable {
  /// Never ``CheckOutcome/none`` where the policy could not be had.
  public let outcome: CheckOutcome
  /// The prompt on the screen: one that came up because of the check, or was there before (reason `alreadyVisible`).
  public let showing: Showing?
  /// What was decided, with its reasons; nil where the check could not be written down.
  public let decision: Decision?
  /// Why there is no new policy. With a ``showing``, that is what the last policy in force says, as when the device
  /// starts offline.
  public let failure: CheckFailure?
  /// What was found in the document that came: why it is refused, rules that are left out, or that it looks like
  /// another format than the one it was read as.
  public let findings: [Diagnostic]
}

/// Why a check brought no policy.
public enum CheckFailure: Error, Sendable {
  /// No document came.
  case fetch(FetchFailure)
  /// A document came and is not in force.
  case refused(Refusal)
  /// The ledger could not be written: nothing is shown that is not on record.
  case unrecorded(Diagnostic)

  /// One word: that of the failed fetch or the refusal, or the ledger's, such as `offline` or `diskFull`.
  public var reason: String {
    switch self {
    case .fetch(let failure): failure.reason
    case .refused(let refusal): refusal.reason.rawValue
    case .unrecorded(let diagnostic): diagnostic.code.name
    }
  }

  /// What was wrong, where, why and what to do.
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

/// Whether a critical operation may go on.
public enum Permission: Sendable, Equatable {
  case proceed
  /// The prompt that is on the screen in its place.
  case blocked(Prompt)
}
