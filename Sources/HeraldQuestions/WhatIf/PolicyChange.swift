package import Herald

/// The changes for one installation under another policy.
package struct PolicyChange: Sendable {
  /// The installation.
  package let source: ExactString
  /// The device's properties at the last launch.
  package let profile: Profile
  /// Every rule that was shown under either policy: those of the other policy first.
  package let rules: [RuleChange]
  /// The exit or force that blocks the user at the end under the log's own policies.
  package let blockedBefore: BlockingPrompt?
  /// The exit or force that blocks the user at the end under the other policy.
  package let blockedAfter: BlockingPrompt?
  /// The first prompt that the user could not put off under the log's own policies; nil for none.
  package let firstForceBefore: FirstForce?
  /// The first prompt that the user could not put off under the other policy; nil for none.
  package let firstForceAfter: FirstForce?
  /// The most prompts in 24 hours under the log's own policies.
  package let busiestDayBefore: BusiestDay
  /// The most prompts in 24 hours under the other policy.
  package let busiestDayAfter: BusiestDay
  /// The rules in phases of the other policy that the installation was a device for.
  package let phased: PhasedDraws
  /// Why the other policy is not in force at the end; nil if it is, or no fetch brought it.
  package let refused: RefusalReason?
  /// What the app did otherwise than its policies asked for; no change counts it.
  package let deviations: Deviations

  /// Whether the user ends up blocked under the other policy only.
  package var isBlocked: Bool { blockedAfter != nil && blockedBefore == nil }

  /// Whether the user ends up blocked by a prompt that leads nowhere, under the other policy only.
  package var isLockedOut: Bool { blockedAfter?.leadsNowhere == true && blockedBefore?.leadsNowhere != true }

  /// Whether the user is forced at another time, or under one of the policies only.
  package var isForcedOtherwise: Bool { firstForceBefore?.time.moment != firstForceAfter?.time.moment }

  /// Whether something is shown more or less often, or the user is forced at another time, or ends blocked or locked out.
  package var isChange: Bool {
    isBlocked || isLockedOut || isForcedOtherwise || rules.contains { $0.before != $0.after }
  }
}

/// How often one rule was shown as one kind to one installation, under both policies.
package struct RuleChange: Hashable, Sendable {
  /// The rule's id.
  package let rule: ExactString
  /// The prompt's kind.
  package let kind: PromptKind
  /// How often it is shown under the log's own policies.
  package let before: Int
  /// How often it is shown under the other policy.
  package let after: Int
  /// The revision of the event on which the rule was first decided: under the other policy, otherwise under the log's
  /// own.
  package let revision: Int

  /// Whether only the other policy shows it.
  package var isNew: Bool { before == 0 }
  /// Whether only the log's own policies show it.
  package var isGone: Bool { after == 0 }
}
