/// The trust in a decision's policy, in sentences for people; none for an app that trusts no keys.
extension TrustCauses {
  /// - Parameters:
  ///   - explanation: the decision.
  ///   - state: the state after the event that asked.
  package func sentences(on explanation: Explanation, in state: InstallationState) -> [String] {
    guard let trust = state.profile.trust else { return [] }
    let now = explanation.decision.question.now
    let accepted = state.accepted
    return [
      refused.map { $0.sentence(trust, newest(like: $0.policy)) },
      accepted.flatMap { staleness(of: $0, explanation, now) },
      accepted.flatMap { $0.signature == nil ? unsigned : nil },
      renewal.map { "The signature of the policy in force was renewed at revision \($0.revision)." },
      ignoredRenewal.map { "The signature at revision \($0.event.revision) renewed nothing: \($0.fault.words)." },
    ].compactMap(\.self) + (accepted?.signature?.promises.findings.map(\.words) ?? [])
  }

  private var unsigned: String {
    let why = unreadable.map { ": what came as its signature cannot be read, because \($0.words)" } ?? ""
    return "The policy in force is unsigned\(why)."
  }

  /// The effect of an expired policy on the decision; nil for a policy that has not expired.
  private func staleness(of policy: Policy, _ explanation: Explanation, _ now: DeviceTime) -> String? {
    guard let expires = policy.signature?.promises.expires, expires < now.moment else { return nil }
    let failed = Set(explanation.rules.filter { $0.failed == .fresh }.map(\.kind))
    let kinds = [
      failed.contains(.optional) ? "optional updates" : nil, failed.contains(.message) ? "messages" : nil,
    ].compactMap(\.self)
    let effect = kinds.isEmpty ? "" : ", so \(kinds.joined(separator: " and ")) fail `fresh`"
    let since = lastAccepted.map { "Nothing newer was accepted since \(now.day(of: $0.moment)); the" } ?? "The"
    return "\(since) policy in force expired on \(now.day(of: expires))\(effect)."
  }
}

extension RefusedSignature {
  /// The reason why the document was refused, as far as signatures explain more than the reason code.
  fileprivate func sentence(_ trust: Trust, _ newest: (revision: Int, event: Causes.EventName)?) -> String {
    let subject = revision.map { "Revision \($0)" } ?? "The document at revision \(event.revision)"
    let signed = signature?.keys.first.map { "signed by key \($0.shortText)" } ?? "unsigned"
    let before = newest.map { "revision \($0.revision) was accepted at revision \($0.event.revision) of this stream" }
    let why: String =
      switch reason {
      case .unsigned:
        fault.map { "what came as its signature cannot be read, because \($0.words)" } ?? "no signature came with it"
      case .badSignature:
        "its signatures are not \(trust.threshold == 1 ? "one" : "\(trust.threshold)") by trusted keys over these bytes"
      case .unknownKey: "no signature is by \(trust.keys.map { "key \($0.shortText)" }.joined(separator: " or "))"
      case .metadataMismatch: "what was signed does not fit the document"
      case .expired: "its signature expired\(signature?.promises.expires.map { " on \($0)" } ?? "")"
      case .rollback: signed + (before.map { ", but \($0)" } ?? "")
      case .equivocation:
        signed
          + (newest.map { ", but another document of it was accepted at revision \($0.event.revision) of this stream" }
            ?? "")
      default: "\(signed), and \(reason.words)"
      }
    return "\(subject) was refused as `\(reason.rawValue)`: \(why)."
  }
}

extension DeviceTime {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// The day of a moment on this clock, such as `3 May`; with its year where that is another year.
  fileprivate func day(of moment: Timestamp) -> String {
    let (day, own) = (Self.date(moment, offsetMinutes), Self.date(self.moment, offsetMinutes))
    return "\(day.day) \(Self.months[day.month - 1])" + (day.year == own.year ? "" : " \(day.year)")
  }

  private static func date(_ moment: Timestamp, _ offsetMinutes: Int) -> (year: Int, month: Int, day: Int) {
    let wall = DeviceTime(moment: moment, offsetMinutes: offsetMinutes).wallClock
    let dayLength: Int64 = 86_400_000
    return CivilCalendar.date(ofDay: Int((wall - (wall % dayLength + dayLength) % dayLength) / dayLength))
  }
}
