package import Herald

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
