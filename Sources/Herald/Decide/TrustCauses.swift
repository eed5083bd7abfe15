/// The events of a stream that decide the trust in its policy: accepted, refused and renewed signatures.
package struct TrustCauses: Sendable {
  /// The event that brought the newest signature of the policy in force; nil unless it was a 304.
  package private(set) var renewal: Causes.EventName?
  /// The last document that was refused, with its signature.
  package private(set) var refused: RefusedSignature?
  /// The reason why the last 304 renewed nothing, though it brought a signature.
  package private(set) var ignoredRenewal: (event: Causes.EventName, fault: RenewalFault)?
  /// The reason why the text that came as the signature of the policy in force cannot be read.
  package private(set) var unreadable: SignatureFileFault?
  /// The time at which a document was last accepted.
  package private(set) var lastAccepted: DeviceTime?
  /// The newest revision that was accepted, by family of formats, and the event that brought it.
  private var accepted: [ExactString: (revision: Int, event: Causes.EventName)] = [:]

  mutating func note(
    _ fetch: FetchSucceeded, _ name: Causes.EventName, at time: DeviceTime, before: InstallationState,
    after: InstallationState
  ) {
    guard fetch.status == 200 else {
      guard let trust = after.profile.trust else { return }
      if before.accepted?.signature != after.accepted?.signature {
        renewal = name
        ignoredRenewal = nil
      } else if let fault = RenewalFault(fetch, trusting: trust, in: before, at: time.moment) {
        ignoredRenewal = (name, fault)
      }
      return
    }
    if let refusal = after.refused, after.profile.trust != nil {
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
  func newest(like policy: Policy?) -> (revision: Int, event: Causes.EventName)? {
    policy?.orders.lazy.compactMap { accepted[$0.family] }.first
  }
}

/// A refused document, and its signature.
package struct RefusedSignature: Sendable {
  package let event: Causes.EventName
  package let reason: RefusalReason
  /// The document's revision, or else the signed revision.
  package let revision: Int?
  /// The document's signature; nil where it does not verify.
  package let signature: PolicySignature?
  /// The reason why the text that came as its signature cannot be read.
  package let fault: SignatureFileFault?
  /// The policy that the document would have been.
  let policy: Policy?

  init(_ refusal: Refusal, _ fetch: FetchSucceeded, _ event: Causes.EventName, in state: InstallationState) {
    self.event = event
    reason = refusal.reason
    let found = state.profile.trust.flatMap { trust in
      fetch.reading.map { SignedReading(fetch, $0, trust, after: state.accepted) }
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
