/// What another policy changes for one installation.
public struct PolicyChange: Sendable {
  public let source: ExactString
  /// What the device said of itself at the last launch.
  public let profile: Profile
  /// Every rule that was shown in either life: those of the other policy first.
  public let rules: [RuleChange]
  /// The exit or force that the user stands before at the end of the log, and at the end of the other life.
  public let blockedBefore: BlockingPrompt?
  public let blockedAfter: BlockingPrompt?
  /// Why the other policy is not in force at the end, where a fetch brought it.
  public let refused: RefusalReason?

  /// Whether the user ends before an exit or a force under the other policy, and did not in the log.
  public var isBlocked: Bool { blockedAfter != nil && blockedBefore == nil }

  /// Whether the user ends before an exit or a force that leads nowhere, and did not in the log: there was none there, or
  /// it led somewhere, or the app showed what was not decided, so that nobody knows where it led.
  public var isLockedOut: Bool { blockedAfter?.leadsNowhere == true && blockedBefore?.leadsNowhere != true }

  /// Whether something is shown more or less often, or the user ends blocked or locked out.
  public var isChange: Bool { isBlocked || isLockedOut || rules.contains { $0.before != $0.after } }
}

/// How often one rule was shown as one kind to one installation, in both lives.
public struct RuleChange: Hashable, Sendable {
  public let rule: ExactString
  public let kind: PromptKind
  public let before: Int
  public let after: Int
  /// The event that asked when the rule was first shown under the other policy; where it never was, the first logged
  /// showing.
  public let revision: Int

  public var isNew: Bool { before == 0 }
  public var isGone: Bool { after == 0 }
}
