/// Verifies a fetched document for an app that trusts some keys.
extension InstallationState {
  /// Applies a 200's document. A separate function, because most apps trust no keys.
  @inline(never)
  mutating func apply(
    _ fetch: FetchSucceeded, _ reading: Reading, digest: ExactString, trusting trust: Trust, at time: DeviceTime
  ) {
    let found = SignedReading(fetch, reading, trust, after: accepted, at: time.moment)
    if let reason = found.refusal ?? expiry(found, at: time.moment) ?? equivocation(found, digest) {
      refused = DocumentRefusal(digest: digest, reason: reason)
      return
    }
    switch reading {
    case .refused(let reason): refused = DocumentRefusal(digest: digest, reason: reason)
    case .accepted(let policy):
      let policy = policy.fetched(at: time)
      consider(found.signature == nil ? policy : policy.signed(found.signature))
    }
  }

  private func expiry(_ found: SignedReading, at time: Timestamp) -> RefusalReason? {
    guard let expires = found.signature?.promises.expires, time > expires else { return nil }
    return .expired
  }

  /// Two different signed documents under one revision mean that a publisher contradicts itself, or that two parties
  /// publish.
  private func equivocation(_ found: SignedReading, _ digest: ExactString) -> RefusalReason? {
    guard found.signature != nil, let revision = found.revision, let accepted, accepted.revision == revision,
      accepted.digest != digest
    else { return nil }
    func name(_ text: ExactString?) -> ExactString? { text.map { ExactString($0.string.trimmed) } }
    return name(accepted.promisedPackage) == name(found.packageName) ? .equivocation : nil
  }

  /// Applies the signature of a 304: another one of the document in force renews it, any other is ignored.
  @inline(never)
  mutating func renew(by fetch: FetchSucceeded, trusting trust: Trust, at time: Timestamp) {
    guard RenewalFault(fetch, trusting: trust, in: self, at: time) == nil, let accepted,
      let signature = SignedReading(renewing: accepted, fetch, trust)?.signature, signature.isNew(accepted.signature)
    else { return }
    let renewed = accepted.signed(signature)
    // No document came, so that no version is accepted anew.
    for order in renewed.revisionOrders { newest.note(order, at: time) }
    self.accepted = renewed
  }
}

extension InstallationState {
  /// True if a higher revision was accepted.
  fileprivate func hasNewerRevision(than policy: Policy) -> Bool {
    policy.revisionOrders.contains { order in newest.contains { $0.refuses(order, at: $0.acceptedAt) } }
  }
}

extension Policy {
  /// The policy's orders that go by a revision.
  fileprivate var revisionOrders: [PublishOrder] {
    orders.filter { if case .revision = $0.mark { true } else { false } }
  }
}

extension PolicySignature {
  /// True if this makes other promises than an earlier signature, or other keys signed.
  fileprivate func isNew(_ earlier: PolicySignature?) -> Bool {
    promises != earlier?.promises || keys != earlier?.keys
  }
}

/// The reason why the signature of a 304 renews nothing.
public enum RenewalFault: String, Hashable, Sendable, CaseIterable {
  /// The text is not a signature file.
  case notASignature
  /// No policy is in force.
  case noPolicy
  /// It is not the publisher's signature of the document in force: it is of another document, or of unknown keys.
  case otherDocument
  /// The signed comment does not fit the document.
  case metadataMismatch
  /// The signature had expired already.
  case expired
  /// A higher revision was accepted before.
  case rollback

  /// Finds the reason why a fetch's signature renews nothing; nil for a signature that renews the policy in force, and
  /// for a fetch that brings a document, or no signature.
  ///
  /// - Parameters:
  ///   - trust: the keys that the app trusts.
  ///   - state: the state before the fetch.
  ///   - time: the time of the fetch.
  public init?(_ fetch: FetchSucceeded, trusting trust: Trust, in state: InstallationState, at time: Timestamp) {
    guard fetch.status == 304, fetch.signature != nil else { return nil }
    guard let accepted = state.accepted else {
      self = .noPolicy
      return
    }
    guard let found = SignedReading(renewing: accepted, fetch, trust) else {
      self = .notASignature
      return
    }
    if found.refusal == .metadataMismatch {
      self = .metadataMismatch
    } else if found.refusal != nil {
      self = .otherDocument
    } else if let expires = found.signature?.promises.expires, time > expires {
      self = .expired
    } else if state.hasNewerRevision(than: accepted.signed(found.signature)) {
      self = .rollback
    } else {
      return nil
    }
  }
}

/// The result of checking a signature file against a document that was read.
struct SignedReading {
  /// The document's signature; nil where it is accepted without one.
  private(set) var signature: PolicySignature?
  /// The reason why the signature refuses the document; nil where it does not.
  private(set) var refusal: RefusalReason?
  /// The document's revision and package, or else the signed ones.
  private(set) var revision: Int?
  private(set) var packageName: ExactString?

  init(_ fetch: FetchSucceeded, _ reading: Reading, _ trust: Trust, after last: Policy?, at time: Timestamp) {
    let policy: Policy? = if case .accepted(let policy) = reading { policy } else { nil }
    // Format and size are known before anything is verified.
    if case .refused(let reason) = reading, reason == .unknownFormat || reason == .tooLarge { return }
    if let received = fetch.receivedSignature, received.isAssumed {
      assume(received, of: policy, trust, after: last, at: time)
      return
    }
    let body = fetch.receivedSignature?.body ?? policy?.body
    let verdict = fetch.signature.map { body?.verdict(on: $0, by: trust) ?? .bad } ?? .none
    if verdict == .none, trust.isRequired { refusal = .unsigned }
    record(verdict, of: policy, isRenewed: false)
  }

  /// Takes a document for signed.
  private mutating func assume(
    _ received: ReceivedSignature, of policy: Policy?, _ trust: Trust, after last: Policy?, at time: Timestamp
  ) {
    let comment = (try? SignatureFile(received.text.string))?.signatures.first?.comment
    let promised = comment.map { SignedPromises($0) } ?? SignedPromises(expires: last?.signature?.promises.expires)
    switch received.standing {
    case .received, .assumed:
      return sign([], SignedPromises(expires: promised.expires))
    case .assumedAnew:
      sign([], SignedPromises(expires: promised.expires).current(at: time))
    case .draft:
      sign([], promised.current(at: time))
    }
    // An app that requires no signature takes what nobody signed, whatever its revision.
    guard trust.isRequired || received.standing == .draft else { return }
    revision = policy?.documentRevision ?? signature?.promises.revision
    packageName = policy?.packageName ?? signature?.promises.packageName
  }

  private mutating func sign(_ keys: [PublicKey], _ promises: SignedPromises) {
    signature = PolicySignature(keys: keys, promises: promises, isRenewed: false)
  }

  /// Nil where the text is not a signature file.
  init?(renewing policy: Policy, _ fetch: FetchSucceeded, _ trust: Trust) {
    guard let text = fetch.signature else { return nil }
    let verdict = policy.body.verdict(on: text, by: trust)
    if verdict == .none { return nil }
    record(verdict, of: policy, isRenewed: true)
  }

  private mutating func record(_ verdict: SignatureVerdict, of policy: Policy?, isRenewed: Bool) {
    switch verdict {
    case .none: break
    case .unknownKey: refusal = .unknownKey
    case .bad: refusal = .badSignature
    case .commentsDiffer: refusal = .metadataMismatch
    case .verified(let keys, let promises):
      guard policy.map({ promises.fit($0) }) ?? true else {
        refusal = .metadataMismatch
        return
      }
      signature = PolicySignature(keys: keys, promises: promises, isRenewed: isRenewed)
      revision = policy?.documentRevision ?? promises.revision
      packageName = policy?.packageName ?? promises.packageName
    }
  }
}

extension SignedPromises {
  /// True if package and revision are the document's, where both have them.
  fileprivate func fit(_ policy: Policy) -> Bool {
    if let revision, let own = policy.documentRevision, own != revision { return false }
    guard let packageName, let own = policy.packageName else { return true }
    return ExactString(own.string.trimmed) == ExactString(packageName.string.trimmed)
  }
}

extension RenewalFault {
  /// The reason why nothing was renewed, as the end of a sentence.
  package var words: String {
    switch self {
    case .notASignature: "what came is not a signature file"
    case .noPolicy: "no policy is in force"
    case .otherDocument: "it is not the publisher's signature of the document in force"
    case .metadataMismatch: "what was signed does not fit the document in force"
    case .expired: "it had expired already"
    case .rollback: "a higher revision was accepted before"
    }
  }
}
