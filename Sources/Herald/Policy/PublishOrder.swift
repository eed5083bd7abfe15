/// A document's position in the order in which its format publishes documents.
public struct PublishOrder: Hashable, Sendable {
  /// Formats with the same family are compared with each other.
  public let family: ExactString
  /// The document's position among the documents of its family.
  public let mark: Mark
  /// The newest version of a document whose mark is its revision, for documents of its family that have no revision; nil
  /// for none.
  public let version: PublishedVersion?

  /// A value that is higher in a newer document.
  public enum Mark: Hashable, Sendable {
    /// The document's own revision.
    case revision(Int)
    /// The newest version that the document names.
    case version(PublishedVersion)
  }

  /// Marks a document of a family.
  ///
  /// - Parameter version: the newest version beside a revision.
  public init(family: ExactString, mark: Mark, version: PublishedVersion? = nil) {
    self.family = family
    self.mark = mark
    self.version = version
  }

  /// True if this document was published before another one of its family; false for two kinds of marks.
  public func isOlder(than other: PublishOrder) -> Bool {
    switch (mark, other.mark) {
    case (.revision(let own), .revision(let others)): own < others
    case (.version(let own), .version(let others)): own.version < others.version
    default: false
    }
  }
}

/// A version that a document names, with its spelling there.
public struct PublishedVersion: Sendable {
  /// The version as the document writes it.
  public let text: ExactString
  /// The version, as it is compared.
  public let version: AppVersion

  /// Nil if the text is not a version.
  public init?(_ text: String) {
    guard let version = AppVersion(text) else { return nil }
    self.text = ExactString(text)
    self.version = version
  }
}

/// Equal if they are spelled alike. To compare versions, use ``version``.
extension PublishedVersion: Hashable {
  /// True if both are spelled alike.
  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }
  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Compares the versions that prompts offer, as they are written.
enum TargetName {
  /// True if two prompts offer the same version: compared as versions if both are, otherwise as texts.
  ///
  /// - Parameter parsed: `right` as a version, where it was parsed before.
  static func isSame(_ left: ExactString?, _ right: ExactString?, parsed: AppVersion? = nil) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if left == right { return true }
    guard let other = AppVersion(left.string), let version = parsed ?? AppVersion(right.string) else { return false }
    return version == other
  }
}

extension Rule {
  /// The version that the rule offers, as its document writes it, else the version code; nil where it names neither.
  package var target: ExactString? { targetVersion?.text ?? targetVersionCode.map { ExactString(String($0)) } }

  /// True if an earlier prompt offered the same version.
  func isSameTarget(as earlier: ExactString?) -> Bool {
    TargetName.isSame(earlier, target, parsed: targetVersion?.version)
  }
}
