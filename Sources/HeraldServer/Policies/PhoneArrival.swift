import Herald
import HeraldFormats

/// The arrival of a document at phones that have the policy in force: a document that they would refuse is a breach.
///
/// The phones are invented, and take documents by the rules of every phone. They show how each document replaces the
/// one before; a real phone may have missed some.
struct PhoneArrival {
  let app: String
  /// The publisher's keys; nil where none are set. Then nothing is verified, and the promises of a signature count as
  /// they are written.
  let trust: Trust?

  /// A document with the text of its signature file.
  struct Sent {
    let document: Document
    let signature: String?
  }

  /// The publications before that the phones have seen at most.
  static let mostBefore = 50

  /// The sentences on why phones would refuse a document.
  ///
  /// - Parameter history: the publications before it, the newest first.
  func refusals(of sent: Sent, after history: [PublishedPolicy], at now: Timestamp) -> [String] {
    let reading = Formats.read(sent.document).reading
    // One phone fetched whatever was published, another one is new and has the policy in force alone.
    var follower = InventedPhone(app: app, trust: trust)
    for policy in history.prefix(Self.mostBefore).reversed() { follower.fetch(Sent(policy), at: policy.time) }
    var newest = InventedPhone(app: app, trust: nil)
    if let current = history.first { newest.fetch(Sent(current), at: current.time) }
    let held = newest.policy
    newest.trusts(trust)
    var sentences: [String] = []
    for reason in [follower.fetch(sent, reading, at: now), newest.fetch(sent, reading, at: now)].compactMap(\.self) {
      let sentence = Self.sentence(reason)
      if !sentences.contains(sentence) { sentences.append(sentence) }
    }
    if let other = Self.contradiction(sent, reading, held), !sentences.contains(other) { sentences.append(other) }
    if trust == nil, sent.signature == nil, history.first?.signature != nil {
      sentences.append("it is not signed, and the policy in force is: phones that trust keys would refuse it")
    }
    return sentences
  }

  private static func sentence(_ reason: RefusalReason) -> String {
    "phones would refuse it (`\(reason.rawValue)`): \(reason.words)"
  }

  /// The sentence on a document that leaves the order of revisions; nil for one that keeps it.
  ///
  /// A phone without keys takes such a document. It cannot tell any more which one is newer.
  private static func contradiction(_ sent: Sent, _ reading: Reading, _ held: Policy?) -> String? {
    guard let held, let revision = held.revision, case .accepted(let policy) = reading else { return nil }
    guard let next = policy.signed(sent.promised).revision else {
      return "it has no revision, and the policy in force has revision \(revision)"
    }
    return next == revision && policy.digest != held.digest ? sentence(.equivocation) : nil
  }
}

extension PhoneArrival.Sent {
  init(_ policy: PublishedPolicy) {
    self.init(
      document: Document(text: policy.text, format: ExactString(policy.format)), signature: policy.signature)
  }

  /// The revision that the signature promises; nil for none.
  var promisedRevision: Int? { promised?.promises.revision }

  /// The signature's own promises, which no key has verified; nil for a document without a signature.
  fileprivate var promised: PolicySignature? {
    guard let file = signature.flatMap({ try? SignatureFile($0) }), let first = file.signatures.first else {
      return nil
    }
    return PolicySignature(keys: [], promises: SignedPromises(first.comment), isRenewed: false)
  }
}

/// An invented phone that takes documents by the rules of every phone.
private struct InventedPhone {
  private var state = InstallationState()
  private var revision = 0
  private let profile: Profile
  private var trust: Trust?

  init(app: String, trust: Trust?) {
    profile = Profile([(name: .appPackageName, value: ExactString(app))])
    trusts(trust)
  }

  /// The policy in force.
  var policy: Policy? { state.policy }

  /// Starts the app again, with other keys compiled into it.
  mutating func trusts(_ trust: Trust?) {
    self.trust = trust
    apply(.appLaunched(AppLaunched(profile: profile, trust: trust)), at: Timestamp(milliseconds: 0))
  }

  /// Fetches a document.
  ///
  /// - Returns: the reason for which phones refuse the document; nil for a document that they accept.
  @discardableResult
  mutating func fetch(_ sent: PhoneArrival.Sent, _ reading: Reading? = nil, at time: Timestamp) -> RefusalReason? {
    let document = sent.document
    let reading = reading ?? Formats.read(document).reading
    if trust == nil, let promised = sent.promised, case .accepted(let policy) = reading {
      if let expires = promised.promises.expires, time > expires { return .expired }
      state.consider(policy.signed(promised))
      return state.refused?.reason
    }
    apply(
      .fetchSucceeded(
        FetchSucceeded(
          trigger: .manual, url: "", format: document.format, storeURL: nil, houseRules: nil,
          signature: sent.signature.map { ExactString($0) }, digest: document.digest, document: document.text,
          reading: reading)), at: time)
    return state.refused?.reason
  }

  private mutating func apply(_ data: EventData, at time: Timestamp) {
    revision += 1
    state.apply(Fact(revision: revision, time: DeviceTime(moment: time), data: data))
  }
}
