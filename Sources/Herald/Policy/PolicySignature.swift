/// The signers of the policy in force, and the promises that they signed with it.
public struct PolicySignature: Hashable, Sendable {
  /// The trusted keys that signed, in the order of their signatures.
  public let keys: [PublicKey]
  /// The promises of the signed comment.
  public let promises: SignedPromises
  /// True if the signature came with a later answer than the document: a 304 that renewed it.
  public let isRenewed: Bool

  package init(keys: [PublicKey], promises: SignedPromises, isRenewed: Bool) {
    self.keys = keys
    self.promises = promises
    self.isRenewed = isRenewed
  }
}

extension Policy {
  /// The policy as its publisher signed it: the signed revision is the policy's where the document has none.
  package func signed(_ signature: PolicySignature?) -> Policy { Policy(signing: self, signature) }

  /// The app that the policy is for, according to the document or else to the signed comment.
  var promisedPackage: ExactString? { packageName ?? signature?.promises.packageName }
}

extension Policy {
  /// True if documents of the format are compared by the versions that they name.
  var goesByVersion: Bool { orders.contains { if case .version = $0.mark { true } else { $0.version != nil } } }
}

extension PublishOrder {
  /// The orders of a policy after a revision was signed for a document that has none.
  ///
  /// - Parameters:
  ///   - order: the document's own order.
  ///   - revision: the signed revision; nil for none, or where the document has one.
  ///   - format: the name of a format whose documents have no order.
  static func orders(_ order: PublishOrder?, signed revision: Int?, format: ExactString) -> [PublishOrder] {
    guard let revision else { return [order].compactMap(\.self) }
    guard let order else { return [PublishOrder(signed: revision, family: format)] }
    if case .revision = order.mark { return [PublishOrder(family: order.family, mark: .revision(revision))] }
    return [order, PublishOrder(signed: revision, family: order.family)]
  }

  /// Signed revisions are compared with each other alone, beside the versions that some formats go by.
  private init(signed revision: Int, family: ExactString) {
    self.init(family: ExactString("signed \(family)"), mark: .revision(revision))
  }
}
