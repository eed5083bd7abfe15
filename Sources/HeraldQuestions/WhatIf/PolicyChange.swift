package import Herald

/// The changes for one installation under another policy.
package struct PolicyChange: Sendable {
  /// The installation.
  package let source: ExactString
  /// The device's properties at the last launch.
  package let profile: Profile
  /// Every rule that was shown under either policy: the rules of the other policy first.
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
  /// The draws for the other policy's phased rules that were for the installation's device.
  package let phased: PhasedDraws
  /// The refusal that the other policy would meet, asked at the last state; nil where it comes into force.
  package let refused: ForeseenRefusal?
  /// The app's deviations from its policies; no change counts them.
  package let deviations: Deviations
  /// True if the installation has an event of a known type.
  var hasKnownEvents = true
  /// The part in the look ahead; nil where nobody looks, or without an event.
  var ahead: AheadPart?

  /// True if the user ends up blocked under the other policy only.
  package var isBlocked: Bool { blockedAfter != nil && blockedBefore == nil }

  /// True if the user ends up blocked by a prompt that leads nowhere, under the other policy only.
  package var isLockedOut: Bool { blockedAfter?.leadsNowhere == true && blockedBefore?.leadsNowhere != true }

  /// True if the user is forced at another time, or under one of the policies only.
  package var isForcedOtherwise: Bool { firstForceBefore?.time.moment != firstForceAfter?.time.moment }

  /// True if something is shown more or less often, or the user is forced at another time, or ends blocked or locked
  /// out.
  package var isChange: Bool {
    isBlocked || isLockedOut || isForcedOtherwise || rules.contains { $0.before != $0.after }
  }
}

/// The numbers of showings of one rule as one kind to one installation, under both policies.
package struct RuleChange: Hashable, Sendable {
  /// The rule's id.
  package let rule: ExactString
  /// The prompt's kind.
  package let kind: PromptKind
  /// Number of showings under the log's own policies.
  package let before: Int
  /// Number of showings under the other policy.
  package let after: Int
  /// The revision of the event on which the rule was first decided: under the other policy, otherwise under the log's
  /// own.
  package let revision: Int

  /// True if only the other policy shows it.
  package var isNew: Bool { before == 0 }
  /// True if only the log's own policies show it.
  package var isGone: Bool { after == 0 }
}

/// The first prompt that one user could not put off.
package struct FirstForce: Hashable, Sendable {
  /// The rule's id.
  package let rule: ExactString
  /// The prompt's kind: an exit or a force.
  package let kind: PromptKind
  /// The time of the event on which it was decided.
  package let time: DeviceTime
  /// The revision of that event.
  package let revision: Int
}

/// A prompt that the user cannot get past.
package struct BlockingPrompt: Hashable, Sendable {
  /// The rule's id.
  package let rule: ExactString
  /// The prompt's kind: an exit or a force.
  package let kind: PromptKind
  /// True if nothing that the prompt offers leads to an update: see ``Prompt/leadsNowhere(on:)``.
  package let leadsNowhere: Bool
}

/// Tracks the exit or force that blocks a user, if any.
///
/// It blocks until a decision shows nothing or something milder, or the app is launched as another version. Its button
/// alone changes nothing: under the same version the prompt comes again. Decisions that could not show it (a heartbeat,
/// a busy user, a prompt on the screen) don't count.
struct Blocking: Sendable {
  private(set) var prompt: BlockingPrompt?
  private var appVersionName: ExactString?

  mutating func launched(_ profile: Profile) {
    if profile[.appVersionName] != appVersionName { prompt = nil }
    appVersionName = profile[.appVersionName]
  }

  mutating func decided(_ decision: Decision) {
    switch decision.reason {
    case .notLaunched, .alreadyVisible, .silent, .busy: break
    case .shown: if decision.prompt?.kind.isBlocking == false { prompt = nil }
    case .underReview, .noPolicy, .otherPackage, .noRule: prompt = nil
    }
  }

  mutating func shown(_ rule: ExactString, _ kind: PromptKind, leadsNowhere: Bool) {
    prompt = kind.isBlocking ? BlockingPrompt(rule: rule, kind: kind, leadsNowhere: leadsNowhere) : nil
  }
}

extension Prompt {
  /// True if the prompt offers no update that the device could open: it has no destination, or a destination whose
  /// scheme belongs to the other system's store (`market:` on one of Apple's, `itms-apps:` and `itms-services:` on
  /// Android).
  ///
  /// A log does not show more: neither whether the address answers, nor whether the store offers this device a version,
  /// nor whether that version would satisfy the policy.
  ///
  /// - Parameter profile: the device's properties. A system with another name may open any address.
  package func leadsNowhere(on profile: Profile) -> Bool {
    destination.map { Destination.leadsNowhere($0, on: profile[.deviceOsName]?.string.normalized) } ?? true
  }
}

extension Rule.Destinations {
  /// False if a system opens wherever the rule's prompts lead, whatever else the device says of itself.
  ///
  /// - Parameter system: the system's name, normalized; nil for a device without one.
  func mayLeadNowhere(on system: String?) -> Bool {
    guard let own = system == "android" ? onAndroid : elsewhere else { return true }
    return [own, page?.url].compactMap(\.self).contains { Destination.leadsNowhere($0, on: system) }
  }
}
