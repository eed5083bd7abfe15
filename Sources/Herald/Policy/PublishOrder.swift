/// A document's position in the order in which its format publishes documents.
public struct PublishOrder: Hashable, Sendable {
  /// Formats with the same family are compared with each other.
  public let family: ExactString
  /// The document's position among the documents of its family.
  public let mark: Mark

  /// A value that is higher in a newer document.
  public enum Mark: Hashable, Sendable {
    /// The document's own revision.
    case revision(Int)
    /// The newest version that the document names.
    case version(PublishedVersion)
  }

  /// Marks a document of a family.
  public init(family: ExactString, mark: Mark) {
    self.family = family
    self.mark = mark
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
