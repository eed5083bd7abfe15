/// The events of a stream that decide the trust in its policy: accepted, refused and renewed signatures.
package struct TrustProvenance: Sendable {
  /// The event that brought the newest signature of the policy in force; nil unless it was a 304.
  package private(set) var renewal: Provenance.EventName?
  /// The last document that was refused, with its signature.
  package private(set) var refused: RefusedSignature?
  /// The reason why the last 304 renewed nothing, though it brought a signature.
  package private(set) var ignoredRenewal: (event: Provenance.EventName, fault: RenewalFault)?
  /// The reason why the text that came as the signature of the policy in force cannot be read.
  package private(set) var unreadable: SignatureFileFault?
  /// The time at which a document was last accepted.
  package private(set) var lastAccepted: DeviceTime?
  /// The newest revision that was accepted, by family of formats, and the event that brought it.
  private var accepted: [ExactString: (revision: Int, event: Provenance.EventName)] = [:]

  mutating func record(
    _ fetch: FetchSucceeded, _ name: Provenance.EventName, at time: DeviceTime, before: InstallationState,
    after: InstallationState
  ) {
    guard fetch.status == 200 else {
      guard let trust = after.trust else { return }
      if before.accepted?.signature != after.accepted?.signature {
        renewal = name
        ignoredRenewal = nil
      } else if let fault = RenewalFault(fetch, trusting: trust, in: before, at: time.moment) {
        ignoredRenewal = (name, fault)
      }
      return
    }
    if let refusal = after.refused, after.trust != nil {
      refused = RefusedSignature(refusal, fetch, name, in: before)
    } else if after.refused == nil, let policy = after.accepted {
      (renewal, ignoredRenewal, refused, lastAccepted) = (nil, nil, nil, time)
      unreadable = fetch.signature.flatMap { SignatureFileFault(in: $0) }
      for case .revision(let revision) in policy.orders.map(\.mark) {
        accepted[policy.orders[0].family] = (revision, name)
      }
    }
  }

  /// The event that brought the newest revision of a document's family.
  func newest(like policy: Policy?) -> (revision: Int, event: Provenance.EventName)? {
    policy?.orders.lazy.compactMap { accepted[$0.family] }.first
  }
}

/// A refused document, and its signature.
package struct RefusedSignature: Sendable {
  package let event: Provenance.EventName
  package let reason: RefusalReason
  /// The document's revision, or else the signed revision.
  package let revision: Int?
  /// The document's signature; nil where it does not verify.
  package let signature: PolicySignature?
  /// The reason why the text that came as its signature cannot be read.
  package let fault: SignatureFileFault?
  /// The policy that the document would have been.
  let policy: Policy?

  init(_ refusal: DocumentRefusal, _ fetch: FetchSucceeded, _ event: Provenance.EventName, in state: InstallationState)
  {
    self.event = event
    reason = refusal.reason
    let found = state.trust.flatMap { trust in
      fetch.reading.map {
        SignedReading(
          fetch, $0, trust, after: state.accepted, at: state.lastTime ?? Timestamp(milliseconds: 0))
      }
    }
    signature = found?.signature
    let read: Policy? = if case .accepted(let policy) = fetch.reading { policy } else { nil }
    revision = found?.revision ?? read?.revision
    policy = read.map { $0.signed(found?.signature) }
    fault = fetch.signature.flatMap { SignatureFileFault(in: $0) }
  }
}

extension SignatureFileFault {
  /// The reason why a text is not a signature file; nil for a signature file.
  fileprivate init?(in text: ExactString) {
    do throws(SignatureFileFault) {
      _ = try SignatureFile(text.string)
      return nil
    } catch { self = error }
  }
}

/// The trust in a decision's policy, in sentences for people; none for an app that trusts no keys.
extension TrustProvenance {
  /// - Parameters:
  ///   - explanation: the decision.
  ///   - state: the state after the event that asked.
  package func sentences(on explanation: Explanation, in state: InstallationState) -> [String] {
    guard let trust = state.trust else { return [] }
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
  fileprivate func sentence(_ trust: Trust, _ newest: (revision: Int, event: Provenance.EventName)?) -> String {
    let subject = revision.map { "Revision \($0)" } ?? "The document at revision \(event.revision)"
    let signed = signature?.keys.first.map { "signed by key \($0.shortText)" } ?? "unsigned"
    let before = newest.map { "revision \($0.revision) was accepted at revision \($0.event.revision) of this stream" }
    if reason.isMendedBySigning, let fault = trust.fault {
      return "\(subject) was refused as `\(reason.rawValue)`: \(fault)."
    }
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
