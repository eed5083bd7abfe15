/// The rules of a published document, which decide what a device sees.
///
/// A format of HeraldFormats reads a policy from a document; events carry it into the state.
///
/// ```swift
/// if case .accepted(let policy) = Formats.read(document).reading {
///   print(policy.rules.map(\.id))
/// }
/// ```
public final class Policy: Sendable {
  /// `sha256:<64 lower-case hex>` of the document's bytes.
  public let digest: ExactString
  /// The name under which the document was read, as the event has it.
  public let format: ExactString
  /// The address that the document was fetched from.
  public let url: ExactString?
  /// The store page that the fetch named; some formats lead there.
  public let storeURL: ExactString?
  /// The app's configuration for the document's rules at the fetch.
  public let houseRules: HouseRules?
  /// The document's own revision, or else the signed revision; nil if there is none.
  public let revision: Int?
  /// The app that the policy is for, trimmed; nil if the format does not say.
  public let packageName: ExactString?
  /// Versions that are under review in the store: nothing is shown to them.
  public let reviewVersions: ReviewedVersions?
  /// True if a latched push is shown when the app comes to the foreground.
  public let pushOnForeground: Bool
  /// Updates in document order, then messages in document order.
  public let rules: [Rule]
  /// The document's position in its publisher's order, so that an older document does not replace a newer one; nil for a
  /// format without an order.
  public let order: PublishOrder?

  /// The signature of the policy; nil where no app with trusted keys accepted one.
  public let signature: PolicySignature?
  /// The document's text.
  package let body: DocumentBody
  /// The positions in all orders that the policy has: its format's, and the order of the signed revisions.
  package let orders: [PublishOrder]

  /// The policies of each operating system; nil for a document whose rules are for all.
  let bySystem: SystemPolicies?

  /// The limits, holdout and quiet hours that the document sets for all its rules together; nil for none.
  public let attention: Attention?

  /// True if a rule takes the release date of its target from a store.
  private let hasReleases: Bool
  /// The policy that this one copies for another address.
  private let original: Policy?
  /// True if the policy is the same for every address of the document.
  private let isForAnyURL: Bool

  /// Makes the policy that a document holds.
  ///
  /// - Parameters:
  ///   - document: the document that was read.
  ///   - rules: in the order in which they are tested.
  ///   - order: nil for a format whose documents have no order.
  ///   - attention: the limits, holdout and quiet hours that the document sets for all rules together; nil for none.
  public convenience init(
    of document: Document, revision: Int? = nil, packageName: ExactString? = nil,
    reviewVersions: ReviewedVersions? = nil,
    pushOnForeground: Bool = false, rules: [Rule], order: PublishOrder? = nil, attention: Attention? = nil
  ) {
    self.init(
      of: document, revision: revision, packageName: packageName, reviewVersions: reviewVersions,
      pushOnForeground: pushOnForeground, rules: rules, order: order, attention: attention, bySystem: nil)
  }

  init(
    of document: Document, revision: Int? = nil, packageName: ExactString? = nil,
    reviewVersions: ReviewedVersions? = nil, pushOnForeground: Bool = false, rules: [Rule],
    order: PublishOrder? = nil, attention: Attention? = nil, bySystem: SystemPolicies?
  ) {
    digest = document.digest
    format = document.format
    url = document.url
    storeURL = document.storeURL
    houseRules = document.houseRules
    self.revision = revision
    self.packageName = packageName
    self.reviewVersions = reviewVersions
    self.pushOnForeground = pushOnForeground
    self.rules = rules
    self.order = order
    self.bySystem = bySystem
    hasReleases = rules.contains { $0.releasedAt != nil && !$0.isReleaseOfAuthor }
    self.attention = rules.first?.pacing.attention ?? attention
    original = nil
    isForAnyURL = false
    body = document.body
    signature = nil
    orders = [order].compactMap(\.self)
  }

  private init(_ original: Policy, url: ExactString?, isCopy: Bool) {
    (digest, format, storeURL, revision) = (original.digest, original.format, original.storeURL, original.revision)
    houseRules = original.houseRules
    (packageName, reviewVersions) = (original.packageName, original.reviewVersions)
    (pushOnForeground, rules, order) = (original.pushOnForeground, original.rules, original.order)
    bySystem = original.bySystem?.map { Policy($0, url: url, isCopy: isCopy) }
    (hasReleases, attention) = (original.hasReleases, original.attention)
    self.url = url
    self.original = isCopy ? original : nil
    isForAnyURL = true
    (body, signature, orders) = (original.body, original.signature, original.orders)
  }

  init(signing policy: Policy, _ signature: PolicySignature?) {
    let signed = policy.documentRevision == nil ? signature?.promises.revision : nil
    (digest, format, storeURL, url) = (policy.digest, policy.format, policy.storeURL, policy.url)
    houseRules = policy.houseRules
    revision = policy.documentRevision ?? signed
    (packageName, reviewVersions) = (policy.packageName, policy.reviewVersions)
    (pushOnForeground, rules, order) = (policy.pushOnForeground, policy.rules, policy.order)
    bySystem = policy.bySystem?.map { Policy(signing: $0, signature) }
    (hasReleases, attention) = (policy.hasReleases, policy.attention)
    original = policy.shared
    isForAnyURL = policy.isForAnyURL
    body = policy.body
    self.signature = signature
    orders = PublishOrder.orders(policy.order, signed: signed, format: policy.format)
  }

  /// The revision that stands in the document.
  var documentRevision: Int? { signature == nil ? revision : original?.revision }

  /// The policy without releases that lie after its fetch: a store's clock may be ahead, or the device's behind.
  func fetched(at time: DeviceTime) -> Policy {
    guard hasReleases, rules.contains(where: { !$0.isReleased(at: time) }) else { return self }
    return mapRules { $0.isReleased(at: time) ? $0 : Rule($0, keepsRelease: false) }
  }

  /// The same policy, of a format that ignores the address of its document.
  package func forAnyURL() -> Policy { Policy(self, url: url, isCopy: false) }

  /// The policy of the same document at another address; nil if its format depends on the address.
  package func fetched(from url: ExactString?) -> Policy? {
    isForAnyURL ? Policy(shared, url: url, isCopy: true) : nil
  }

  /// The policy that all copies for other addresses share, as the key of caches.
  package var shared: Policy { original ?? self }

  /// Identifies a policy: the same document, format, addresses and house rules always give the same policy.
  package struct Name: Hashable, Sendable {
    package let digest: ExactString
    package let format: ExactString
    package let url: ExactString?
    package let storeURL: ExactString?
    package let houseRules: HouseRules?

    package init(
      digest: ExactString, format: ExactString, url: ExactString?, storeURL: ExactString?, houseRules: HouseRules? = nil
    ) {
      self.digest = digest
      self.format = format
      self.url = url
      self.storeURL = storeURL
      self.houseRules = houseRules
    }
  }

  package var name: Name {
    Name(digest: digest, format: format, url: url, storeURL: storeURL, houseRules: houseRules)
  }

  /// The rule with an id.
  public func rule(_ id: ExactString) -> Rule? {
    // By index, because iterating retains each rule. Most ids are short, so their bits distinguish them.
    for index in rules.indices where rules[index].id.hasBits(of: id) { return rules[index] }
    // By bytes, because comparing texts retains each id.
    return id.withBytes { bytes -> Rule? in
      for index in rules.indices where rules[index].id.isEqual(to: bytes) { return rules[index] }
      return nil
    }
  }

  /// True if a build is under review.
  func isUnderReview(_ appVersionName: PropertyValue) -> Bool { reviewVersions?.contains(appVersionName) ?? false }
}

extension Policy: Equatable {
  /// Policies are equal if they have the same name and signature.
  public static func == (left: Policy, right: Policy) -> Bool {
    left === right || left.name == right.name && left.signature == right.signature
  }
}

/// The result of reading a document: a policy, or the reason why it is refused.
public enum Reading: Sendable {
  case accepted(Policy)
  case refused(RefusalReason)
}

/// The rules of a document that has a list of its own for each operating system.
public struct SystemRules: Sendable {
  /// The normalized values of `deviceOsName` that the rules are for.
  public let systems: Set<ExactString>
  /// The rules in the order in which they are tested.
  public let rules: [Rule]

  /// Names the systems of some rules.
  public init(systems: Set<ExactString>, rules: [Rule]) {
    self.systems = systems
    self.rules = rules
  }
}

/// The policies of a document for each operating system, and for all others.
struct SystemPolicies: Sendable {
  /// Those of each system; of several the first that names the device's app counts, else the first.
  let bySystem: [(systems: Set<ExactString>, policies: [Policy])]
  /// Those of all other systems.
  let others: [Policy]
  /// True if a device's system counts under all its names, as ``SystemName`` reads them: `osx` is `macos`.
  var areNamesFolded = false

  func map(_ change: (Policy) -> Policy) -> SystemPolicies {
    SystemPolicies(
      bySystem: bySystem.map { ($0.systems, $0.policies.map(change)) }, others: others.map(change),
      areNamesFolded: areNamesFolded)
  }
}

extension Policy {
  /// Makes the policy of a document that has rules for each operating system.
  ///
  /// Its ``rules`` are the rules of all systems. Several may have one id, because each device has the rules of its
  /// system only. A system counts under all its names: `osx` is `macos`.
  public convenience init(of document: Document, bySystem: [SystemRules]) {
    let policies = SystemPolicies(
      bySystem: bySystem.map { system in
        (
          Set(system.systems.map { ExactString(SystemName($0.string).system) }),
          [Policy(of: document, rules: system.rules)]
        )
      }, others: [Policy(of: document, rules: [])], areNamesFolded: true)
    self.init(of: document, rules: bySystem.flatMap(\.rules), bySystem: policies)
  }

  /// Makes the policy of a document that has entries of their own for Macs, each of them for one app.
  ///
  /// - Parameters:
  ///   - macs: the policies for Macs; none for no rules there.
  ///   - others: the policies for all other devices; none for no rules there.
  package convenience init?(of document: Document, macs: [Policy], others: [Policy]) {
    guard let main = others.first ?? macs.first else { return nil }
    // Without an entry of its own a device has no version that could go back.
    let empty = Policy(of: document, packageName: main.packageName, rules: [])
    let policies = SystemPolicies(
      bySystem: [(["macos"], macs.isEmpty ? [empty] : macs)], others: others.isEmpty ? [empty] : others,
      areNamesFolded: true)
    self.init(
      of: document, packageName: main.packageName, rules: (others + macs).flatMap(\.rules), order: main.order,
      bySystem: policies)
  }

  /// The policy with every rule replaced.
  package func mapRules(_ change: (Rule) -> Rule) -> Policy {
    variant(
      packageName: packageName, reviewVersions: reviewVersions, rules: rules.map(change),
      bySystem: bySystem?.map { $0.mapRules(change) })
  }
}
