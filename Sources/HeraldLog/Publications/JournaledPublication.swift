public import Herald

/// A publication of a policy, as the journal of the app's ledger records it.
public struct JournaledPublication: Hashable, Sendable {
  /// The place among the publications of the app, from 1.
  public let number: Int
  /// The document's digest.
  public let digest: ExactString
  /// The publisher, such as a token's name.
  public let by: String
  /// The reason for publishing it in spite of a breach; nil where there was none.
  public let override: String?

  /// Describes a publication.
  public init(number: Int, digest: ExactString, by: String, override: String?) {
    (self.number, self.digest, self.by, self.override) = (number, digest, by, override)
  }
}

/// A step of a publication, entered in this order: the intent, then its outcome.
public enum PublicationStep: Hashable, Sendable, CaseIterable {
  /// Somebody is about to publish.
  case intended
  /// The publication is in force.
  case published
  /// The publication did not come into force.
  case withdrawn
}
