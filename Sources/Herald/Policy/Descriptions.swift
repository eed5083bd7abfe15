/// The texts of a prompt in one language.
public struct PromptTexts: Hashable, Sendable {
  /// Never blank.
  public var message: String
  public var title: String?
  public var whatIsNew: String?
  public var warnings: String?
  public var imageURL: String?
  /// What the update button says; nil for Herald's own word.
  public var updateButton: String?

  public init(
    message: String, title: String? = nil, whatIsNew: String? = nil, warnings: String? = nil,
    imageURL: String? = nil, updateButton: String? = nil
  ) {
    self.message = message
    self.title = title
    self.whatIsNew = whatIsNew
    self.warnings = warnings
    self.imageURL = imageURL
    self.updateButton = updateButton
  }
}

/// A rule's texts in all the languages that have one.
public struct Descriptions: Sendable {
  /// A language as the document writes it, and its texts.
  public struct Entry: Hashable, Sendable {
    public let key: ExactString
    public let texts: PromptTexts
    package let tag: String

    public init(key: ExactString, texts: PromptTexts) {
      self.key = key
      self.texts = texts
      tag = Self.tag(key.string)
    }

    /// A language as it is compared: without white space, lower-cased, `_` read as `-`.
    package static func tag(_ text: String) -> String {
      String(String.UnicodeScalarView(text.normalized.unicodeScalars.map { $0 == "_" ? "-" : $0 }))
    }
  }

  public let entries: [Entry]

  /// - Parameter entries: languages with a text, in any order; kept as RFC 8785 sorts their keys.
  public init(_ entries: [Entry]) {
    self.entries = entries.sorted { CanonicalJSON.precedes($0.key.string, $1.key.string) }
  }

  /// The texts for a device's language: its tag, then that without its last subtag and so on, then `*`, then the
  /// empty key. Of several keys that are equal so, the device's own spelling, else the first as RFC 8785 sorts.
  ///
  /// - Parameter language: the property `deviceLanguage`; missing or blank begins at `*`.
  public func entry(for language: ExactString?) -> Entry? {
    var spelling = language?.string ?? ""
    var tag = Entry.tag(spelling)
    while !tag.isEmpty {
      if let found = entry(tag: tag, spelling: spelling) { return found }
      tag = Self.withoutLastSubtag(tag)
      spelling = Self.withoutLastSubtag(spelling)
    }
    return entry(tag: "*", spelling: nil) ?? entry(tag: "", spelling: nil)
  }

  /// - Parameter spelling: the device's own, which comes before others that are equal.
  private func entry(tag: String, spelling: String?) -> Entry? {
    let equal = entries.filter { $0.tag.utf8.elementsEqual(tag.utf8) }
    return equal.first { $0.key.string.utf8.elementsEqual((spelling ?? $0.key.string).utf8) } ?? equal.first
  }

  private static func withoutLastSubtag(_ tag: String) -> String {
    guard let cut = tag.unicodeScalars.lastIndex(where: { $0 == "-" || $0 == "_" }) else { return "" }
    return String(tag.unicodeScalars[..<cut])
  }
}
