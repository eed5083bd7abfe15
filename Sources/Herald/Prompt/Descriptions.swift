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
  /// What stands beside Herald's own message in every language; nil where a language without an entry has no text.
  public let besideOwnMessage: PromptTexts?

  /// - Parameter entries: languages with a text, in any order; kept as RFC 8785 sorts their keys.
  public init(_ entries: [Entry]) {
    self.entries = entries.sorted { CanonicalJSON.precedes($0.key.string, $1.key.string) }
    besideOwnMessage = nil
  }

  /// Texts of a document that names no languages: they are for all of them. Where it brings no message, Herald's own is
  /// shown with them, and no language key is named.
  public init(inAllLanguages texts: PromptTexts) {
    entries = texts.message == nil ? [] : [Entry(key: "*", texts: texts)]
    besideOwnMessage = texts.message == nil ? texts : nil
  }

  /// The texts for a device's language: its tag, then that without its last subtag and so on, then `*`, then the
  /// empty key. Of several keys that are equal so, the device's own spelling, else the first as RFC 8785 sorts.
  ///
  /// - Parameter language: the property `deviceLanguage`; missing or blank begins at `*`.
  public func entry(for language: ExactString?) -> Entry? { entry(for: LanguageTags(language)) }

  func entry(for language: LanguageTags) -> Entry? {
    for candidate in language.candidates {
      if let entry = entry(tag: candidate.tag, spelling: candidate.spelling) { return entry }
    }
    return entries.first { $0.tag == "*" } ?? entry(tag: "", spelling: language.blank)
  }

  /// Of equal tags the device's own spelling, else the one that is sorted first.
  private func entry(tag: String, spelling: String) -> Entry? {
    var first: Entry?
    for entry in entries where entry.tag.utf8.elementsEqual(tag.utf8) {
      if entry.key.string.utf8.elementsEqual(spelling.utf8) { return entry }
      first = first ?? entry
    }
    return first
  }

  /// What is shown on a device.
  struct Choice: Sendable {
    /// Nil for Herald's own message.
    let language: ExactString?
    let texts: PromptTexts
  }

  /// What is shown for a device's language; nil where nothing is for it.
  func choice(for language: LanguageTags) -> Choice? {
    entry(for: language).map { Choice(language: $0.key, texts: $0.texts) }
      ?? besideOwnMessage.map { Choice(language: nil, texts: $0) }
  }
}
